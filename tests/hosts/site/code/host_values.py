"""Numbers of the tiny site."""

__all__ = ["sent_gib"]


def sent_gib(gpus: int) -> float:
    """Return what each GPU of a ring all-reduce sends for a buffer of 1 GiB, in GiB."""
    return 2 * (gpus - 1) / gpus
