"""What the commands print: one dictionary of rounded numbers for --json, one text for people."""

from collections.abc import Sequence
from dataclasses import fields

from scalemodel.band import Band
from scalemodel.constants import BANDS
from scalemodel.hardware import Cluster
from scalemodel.memory import Memory, Verdict
from scalemodel.plan import Candidate, Plan
from scalemodel.reliability import Goodput
from scalemodel.rounding import rounded, rounded_dict
from scalemodel.step import Parts, Step
from scalemodel.tables import markdown_table, text_table
from scalemodel.transformer import Layout, Transformer
from scalemodel.validate import SetScore, overall

GIB = 2**30


def layout_dict(layout: Layout) -> dict[str, object]:
    """The fields of a layout that a person chooses."""
    return {f.name: getattr(layout, f.name) for f in fields(Layout)}


def step_dict(step: Step) -> dict[str, object]:
    """A step with units in the keys."""
    return {
        "step_s": step.time,
        "parts_s": {f.name: getattr(step.parts, f.name) for f in fields(Parts)},
        "tokens_per_s": step.tokens_per_second,
        "mfu_percent": 100 * step.mfu,
        "hfu_percent": 100 * step.hfu,
        "gradient_exchange_s": step.data_exchange,
    }


def memory_dict(need: Memory) -> dict[str, object]:
    """Memory in GiB."""
    parts = {f"{f.name}_gib": getattr(need, f.name) / GIB for f in fields(Memory)}
    return {"total_gib": need.total / GIB, **parts}


def prediction(
    model: Transformer,
    layout: Layout,
    cluster: Cluster,
    step: Step,
    verdict: Verdict,
    lost: Goodput,
    band: Band,
) -> dict[str, object]:
    """Everything `predict` knows, rounded."""
    low, high = band.around(step.time)
    values = {
        "model": model.name,
        "parameters": model.parameters,
        "node": cluster.node.id,
        "gpus": cluster.gpus,
        "nodes": cluster.nodes,
        "layout": layout_dict(layout),
        **step_dict(step),
        "tokens_per_s_per_gpu": step.tokens_per_second / cluster.gpus,
        "error_band_percent": 100 * band.share,
        "step_low_s": low,
        "step_high_s": high,
        "outside_validated_region": list(band.reasons),
        "memory": memory_dict(verdict.memory),
        "memory_capacity_gib": verdict.capacity / GIB,
        "fits": verdict.fits,
        "remedies": [{"change": c, "total_gib": b / GIB} for c, b in verdict.remedies],
        "mean_time_between_failures_h": lost.mtbf / 3600,
        "checkpoint_interval_min": lost.interval / 60,
        "goodput_percent": 100 * lost.share,
    }
    return rounded_dict(values)


def prediction_text(values: dict[str, object]) -> str:
    """A prediction for the terminal."""
    v = values
    parts, need, layout = _mapping(v["parts_s"]), _mapping(v["memory"]), _mapping(v["layout"])
    total = _number(v["step_s"])
    shape = "  ".join(
        f"{name} {layout[name]}"
        for name in (
            "tp",
            "pp",
            "virtual_pp",
            "cp",
            "dp",
            "ep",
            "zero",
            "micro_batch",
            "global_batch",
        )
    )
    rows = [
        (name, seconds, rounded(100 * _number(seconds) / total))
        for name, seconds in parts.items()
        if _number(seconds) > 0
    ]
    lines = [
        f"{v['model']} on {v['gpus']} GPUs ({v['nodes']} x {v['node']})",
        shape,
        "",
        text_table(("part", "seconds", "% of step"), rows),
        "",
        f"step          {v['step_s']} s, expected between {v['step_low_s']} and "
        f"{v['step_high_s']} s (+-{v['error_band_percent']} %)",
        f"throughput    {v['tokens_per_s']} tokens/s, {v['tokens_per_s_per_gpu']} a GPU",
        f"MFU           {v['mfu_percent']} %   (HFU, recomputation counted: {v['hfu_percent']} %)",
        f"memory        {need['total_gib']} of {v['memory_capacity_gib']} GiB: "
        + ("fits" if v["fits"] else "OUT OF MEMORY"),
        f"goodput       {v['goodput_percent']} % of the wall clock; a failure every "
        f"{v['mean_time_between_failures_h']} h, checkpoint every "
        f"{v['checkpoint_interval_min']} min",
    ]
    lines += [
        f"outside the validated region: {reason}" for reason in _list(v["outside_validated_region"])
    ]
    if not v["fits"]:
        remedies = [f"{r['change']} ({r['total_gib']} GiB)" for r in _list(v["remedies"])]
        lines.append(
            "would fit with: " + (", ".join(remedies) or "no single change; use more GPUs")
        )
    return "\n".join(lines)


def plan_dict(result: Plan) -> dict[str, object]:
    """A plan, rounded."""

    def one(candidate: Candidate) -> dict[str, object]:
        return {
            "layout": layout_dict(candidate.layout),
            **step_dict(candidate.step),
            "memory_gib": candidate.memory / GIB,
        }

    return rounded_dict(
        {
            "tried": result.tried,
            "fitting": result.fitting,
            "memory_capacity_gib": result.capacity / GIB,
            "best": [one(candidate) for candidate in result.best],
            "faster_but_too_large": None if result.too_large is None else one(result.too_large),
        }
    )


def plan_text(result: Plan, cluster: Cluster) -> str:
    """A plan for the terminal, with the reason for the choice."""
    names = ("tp", "pp", "virtual_pp", "cp", "dp", "ep", "zero", "micro_batch", "recompute")
    rows = [
        [getattr(c.layout, n) for n in names]
        + [c.step.time, 100 * c.step.mfu, c.memory / GIB, _largest_losses(c.step)]
        for c in result.best
    ]
    header = (*names, "step s", "MFU %", "GiB", "largest losses")
    lines = [
        f"{result.fitting} of {result.tried} layouts fit into {result.capacity / GIB:.1f} GiB on "
        f"{cluster.gpus} x {cluster.node.gpu.name}; fastest first:",
        text_table(header, rows),
    ]
    if result.too_large is not None:
        gain = result.best[0].step.time / result.too_large.step.time - 1
        lines.append(
            f"memory costs {gain:.1%}: the fastest layout of all would need "
            f"{result.too_large.memory / GIB:.1f} GiB"
        )
    if len(result.best) > 1:
        margin = result.best[1].step.time / result.best[0].step.time - 1
        close = f" (less than the model's error of {BANDS.inside:.0%}: measure both)"
        lines.append(f"the second best is {margin:.1%} slower" + close * (margin < BANDS.inside))
    return "\n".join(lines)


def _largest_losses(step: Step) -> str:
    lost = {f.name: getattr(step.parts, f.name) / step.time for f in fields(Parts)}
    del lost["compute"]
    top = sorted(lost.items(), key=lambda item: -item[1])[:3]
    return ", ".join(f"{name} {share:.0%}" for name, share in top if share >= 0.005)


VALIDATION_COLUMNS = {
    "set": "set",
    "use": "use",
    "rows": "rows",
    "mape_percent": "MAPE %",
    "median_absolute_error_percent": "median error %",
    "median_signed_error_percent": "median signed %",
    "p90_absolute_error_percent": "90th percentile %",
    "null_model_mape_percent": "null model MAPE %",
    "memory_mape_percent": "memory MAPE %",
}


def validation_dict(scores: Sequence[SetScore], with_rows: bool) -> dict[str, object]:
    """Scores per set and overall, rounded; single rows on demand."""
    sets = []
    for score in scores:
        values = score.as_dict()
        if with_rows:
            values["predictions"] = [
                {"id": r.id, "published": r.published, "predicted": r.predicted} for r in score.rows
            ]
        sets.append(values)
    unseen = [score for score in scores if score.use != "fit"]
    total, checked = overall(scores).as_dict(), overall(unseen, "not fitted").as_dict()
    for values in (total, checked):
        del values["skipped"], values["use"]
    return rounded_dict(
        {
            "sets": sets,
            "overall": total,
            "overall_not_fitted": checked,
            "fitted_on": [score.name for score in scores if score.use == "fit"],
        }
    )


def validation_table(scores: Sequence[SetScore], markdown: bool) -> str:
    """The table of errors, as text or Markdown, without columns that are empty everywhere."""
    every = list(scores)
    unseen = [score for score in scores if score.use != "fit"]
    if 1 < len(unseen) < len(scores):
        every.append(overall(unseen, "all not fitted"))
    if len(scores) > 1:
        every.append(overall(scores))
    rows = [score.as_dict() for score in every]
    keys = [k for k in VALIDATION_COLUMNS if any(row[k] not in (None, "") for row in rows)]
    table = markdown_table if markdown else text_table
    header = [VALIDATION_COLUMNS[key] for key in keys]
    digits = [[rounded(row[key], 3) for key in keys] for row in rows]
    return table(header, digits)


def skipped_text(scores: Sequence[SetScore]) -> str:
    """Rows the model could not do, with reasons; repeated reasons are counted."""
    lines = []
    for score in scores:
        reasons: dict[str, list[str]] = {}
        for bad in score.unusable:
            reasons.setdefault(bad.reason, []).append(bad.id)
        for reason, ids in reasons.items():
            which = ids[0] if len(ids) == 1 else f"{ids[0]} and {len(ids) - 1} more"
            lines.append(f"skipped: {which}: {reason}")
    return "\n".join(lines)


def _mapping(value: object) -> dict[str, object]:
    assert isinstance(value, dict)
    return value


def _list(value: object) -> list[dict[str, object]]:
    assert isinstance(value, list)
    return value


def _number(value: object) -> float:
    assert isinstance(value, int | float)
    return float(value)
