"""How far off a prediction may be, from validation, and why the band is as wide as it is."""

from dataclasses import dataclass

from scalemodel.constants import BANDS, CONSTANTS, BandConstants
from scalemodel.hardware import Cluster
from scalemodel.transformer import Layout, Transformer


@dataclass(frozen=True, slots=True)
class Band:
    """Where a published step is expected around a predicted one.

    `share`: half-width, inside the validated region right nine times out of ten. `reasons` says
    what lies outside it.
    """

    share: float
    reasons: tuple[str, ...]

    def around(self, value: float) -> tuple[float, float]:
        """Lower and upper end around `value`."""
        return value / (1 + self.share), value * (1 + self.share)


def error_band(
    model: Transformer, layout: Layout, cluster: Cluster, constants: BandConstants = BANDS
) -> Band:
    """The band of a prediction.

    Inside: what the model was checked on (see content/measurements).
    """
    gpu = cluster.node.gpu
    largest = constants.validated_gpus.get(gpu.architecture)
    if largest is None:
        return Band(constants.unknown, (f"no published step on {gpu.architecture} was checked",))
    reasons = []
    if cluster.gpus > largest:
        reasons.append(f"{cluster.gpus} GPUs: checked up to {largest} on {gpu.architecture}")
    if layout.precision not in ("bf16", "fp16"):
        reasons.append(f"{layout.precision}: checked on bf16 and fp16")
    if model.experts > 1:
        reasons.append("mixture of experts: not checked")
    if layout.cp > 1:
        reasons.append("context parallelism: not checked")
    if cluster.domains > 1 and cluster.node.need_fabric().transport.startswith("tcp"):
        reasons.append("TCP between nodes: not checked")
    if layout.framework and CONSTANTS.framework_key(layout.framework) is None:
        reasons.append(f"framework {layout.framework!r}: not checked, default constants")
    return Band(constants.outside if reasons else constants.inside, tuple(reasons))
