"""Money and energy of a run. Prices are inputs: they change too fast to be facts."""

from dataclasses import dataclass

from scalemodel.errors import ScaleModelError
from scalemodel.hardware import Cluster

HOUR = 3600.0
JOULES_PER_KWH = 3.6e6


@dataclass(frozen=True, slots=True)
class RunCost:
    """What a run takes.

    `hours` of wall clock, `gpu_hours`, `money` in the currency of the price, `energy_kwh` at the
    meter of the data centre (None if the GPU's power is not published).
    """

    hours: float
    gpu_hours: float
    money: float
    energy_kwh: float | None


def run_cost(
    cluster: Cluster,
    tokens: float,
    tokens_per_second: float,
    goodput: float = 1.0,
    price_per_gpu_hour: float = 0.0,
    other_watts_per_gpu: float = 0.0,
    pue: float = 1.0,
) -> RunCost:
    """Cost of training on `tokens` tokens.

    Energy counts every GPU at its rated power the whole time, plus `other_watts_per_gpu` (host,
    switches), times the data centre's power usage effectiveness `pue`: an upper estimate.
    """
    if tokens <= 0 or tokens_per_second <= 0 or not 0 < goodput <= 1 or pue < 1:
        raise ScaleModelError(
            "a run needs tokens, a rate, goodput in (0, 1] and a PUE of at least 1"
        )
    seconds = tokens / (tokens_per_second * goodput)
    hours = seconds / HOUR
    watts = cluster.node.gpu.tdp_w
    energy = None
    if watts is not None:
        energy = cluster.gpus * (watts + other_watts_per_gpu) * pue * seconds / JOULES_PER_KWH
    gpu_hours = hours * cluster.gpus
    return RunCost(hours, gpu_hours, gpu_hours * price_per_gpu_hour, energy)


def energy_per_token(
    cluster: Cluster, tokens_per_second: float, other_watts_per_gpu: float = 0.0, pue: float = 1.0
) -> float:
    """Joules of one token at rated power. Raises `UnknownFact` if the power is not published."""
    watts = cluster.node.gpu.need("tdp_w") + other_watts_per_gpu
    return cluster.gpus * watts * pue / tokens_per_second
