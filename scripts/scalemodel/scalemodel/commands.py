"""What each subcommand does: load facts, ask the model, hand the result to `reports`."""

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from scalemodel import load, reports
from scalemodel.band import error_band
from scalemodel.calibrate import calibrate, node_file
from scalemodel.compare import FabricRow, compare
from scalemodel.convergence import batch_cost
from scalemodel.economics import run_cost
from scalemodel.errors import ScaleModelError
from scalemodel.hardware import Cluster, parse_fabric
from scalemodel.measurements import csv_files
from scalemodel.memory import check
from scalemodel.plan import plan
from scalemodel.reliability import goodput, mtbf
from scalemodel.rounding import rounded
from scalemodel.step import predict
from scalemodel.tables import text_table
from scalemodel.transformer import Layout, Transformer
from scalemodel.validate import score_collectives, score_steps


def predict_command(arguments: argparse.Namespace) -> str:
    """`scalemodel predict`."""
    model, cluster = _job(arguments)
    shape = arguments.tp * arguments.pp * arguments.cp
    if cluster.gpus % shape:
        raise ScaleModelError(
            f"tp {arguments.tp} x pp {arguments.pp} x cp {arguments.cp} = {shape} does not divide "
            f"the {cluster.gpus} GPUs"
        )
    dp = cluster.gpus // shape
    micro_batches = 4 * arguments.pp if arguments.pp > 1 else 1
    sequence_parallel = arguments.sequence_parallel
    layout = replace(
        _base(arguments),
        tp=arguments.tp,
        pp=arguments.pp,
        virtual_pp=arguments.virtual_pp,
        cp=arguments.cp,
        dp=dp,
        ep=arguments.ep,
        zero=arguments.zero,
        sequence_parallel=arguments.tp > 1 if sequence_parallel is None else sequence_parallel,
        recompute=arguments.recompute,
        micro_batch=arguments.micro_batch,
        global_batch=arguments.global_batch or dp * arguments.micro_batch * micro_batches,
    )
    step = predict(model, layout, cluster)
    verdict = check(model, layout, cluster.node.gpu)
    rate = arguments.failures_per_1000_node_days / 1000
    lost = goodput(mtbf(cluster.nodes, rate), arguments.checkpoint_s, arguments.restart_s)
    band = error_band(model, layout, cluster)
    values = reports.prediction(model, layout, cluster, step, verdict, lost, band)
    text = "" if arguments.json else reports.prediction_text(values)
    if arguments.critical_batch is not None:
        batch = batch_cost(layout.global_batch, arguments.critical_batch)
        factors = rounded(
            {"steps_factor": batch.steps_factor, "samples_factor": batch.samples_factor}
        )
        values["convergence"] = factors
        text += (
            f"\nconvergence   {factors['steps_factor']} times the least steps, "
            f"{factors['samples_factor']} times the least samples"
        )
    if arguments.tokens is not None:
        if lost.share == 0:
            raise ScaleModelError(
                f"a run would never end: a failure every {lost.mtbf / 3600:.3g} h leaves no time "
                "between restarts and checkpoints; lower --restart-s or --checkpoint-s"
            )
        cost = run_cost(
            cluster,
            arguments.tokens,
            step.tokens_per_second,
            lost.share,
            arguments.price_per_gpu_hour,
        )
        run = rounded(
            {
                "days": cost.hours / 24,
                "gpu_hours": cost.gpu_hours,
                "price": cost.money,
                "energy_mwh_at_rated_power": cost.energy_kwh and cost.energy_kwh / 1e3,
            }
        )
        values["run"] = run
        text += (
            f"\nrun           {run['days']} days, {run['gpu_hours']} GPU hours, price "
            f"{run['price']}, at most {run['energy_mwh_at_rated_power']} MWh"
        )
    return _json(values) if arguments.json else text


def compare_command(arguments: argparse.Namespace) -> str:
    """`scalemodel compare`."""
    facts = load.catalog(arguments.data)
    rows: list[FabricRow] = []
    for nodes in _counts(arguments.nodes):
        fabrics = arguments.fabric
        if rows:
            fabrics = [spec for spec in fabrics if spec != "nvlink"]
        if fabrics:
            rows += compare(
                facts,
                arguments.model,
                arguments.node,
                nodes,
                fabrics,
                arguments.tokens_per_gpu,
                arguments.seq,
                arguments.precision,
            )
    values = [row.as_dict() for row in rows]
    if arguments.json:
        return _json(values)
    columns = {
        "fabric_label": "fabric",
        "nodes": "nodes",
        "gpus": "GPUs",
        "line_rate_gb_s_per_direction": "line GB/s one way",
        "bus_bandwidth_gb_s": "bus GB/s",
        "measured_bus_bandwidth_gb_s": "measured GB/s",
        "forward_ms": "forward ms",
        "backward_ms": "backward ms",
        "all_reduce_ms": "all-reduce ms",
        "exposed_ms": "exposed ms",
        "busy_percent_overlap": "busy %",
        "busy_percent_no_overlap": "busy %, no overlap",
    }
    return text_table(list(columns.values()), ([row[key] for key in columns] for row in values))


def plan_command(arguments: argparse.Namespace) -> str:
    """`scalemodel plan`."""
    model, cluster = _job(arguments)
    if arguments.global_batch is None:
        raise ScaleModelError("plan needs --global-batch: the sequences of one step")
    report = _progress("layouts tried")
    result = plan(model, cluster, _base(arguments), arguments.keep, progress=report)
    if arguments.json:
        return _json(reports.plan_dict(result))
    return reports.plan_text(result, cluster)


def calibrate_command(arguments: argparse.Namespace) -> str:
    """`scalemodel calibrate`."""
    facts = load.catalog(arguments.data)
    node = load.node(arguments.node, facts)
    if arguments.fabric is not None:
        node = node.with_fabric(parse_fabric(arguments.fabric))
    fit = calibrate([Path(log) for log in arguments.logs], node, _say)
    text = node_file(fit)
    if arguments.output:
        try:
            Path(arguments.output).write_text(text, encoding="utf-8")
        except OSError as problem:
            raise ScaleModelError(f"{arguments.output}: {problem.strerror}") from None
    two_nodes = [run for run in fit.runs if run.hosts == 2]
    if two_nodes and not any(run.hosts > 2 for run in fit.runs):
        _say("note: two nodes flatter a network (each byte crosses it once); use four or more")
    if arguments.json:
        own = fit.node.calibration
        values = {
            "base": fit.node.id,
            "runs": [
                {
                    "file": str(r.path),
                    "op": r.op,
                    "ranks": r.ranks,
                    "nodes": r.hosts,
                    "rows": len(r.rows),
                }
                for r in fit.runs
            ],
            "rows": fit.rows,
            "median_error_percent": 100 * fit.error,
            "median_error_before_percent": 100 * fit.error_before,
            "calibration": {n: getattr(own, n) for n in own.__dataclass_fields__} if own else {},
            "node_file": arguments.output,
        }
        return _json(rounded(values))
    if arguments.output:
        return (
            f"wrote {arguments.output}: median error {fit.error:.1%} ({fit.error_before:.1%} "
            f"before calibration) on {fit.rows} rows; use it with --node {arguments.output}"
        )
    return text.rstrip()


def validate_command(arguments: argparse.Namespace) -> str:
    """`scalemodel validate`."""
    facts = load.catalog(arguments.data)
    shipped = facts.root / "measurements"
    default = [str(shipped / "collectives" if arguments.collectives else shipped)]
    files = csv_files(arguments.paths or default)
    score = score_collectives if arguments.collectives else score_steps
    scores = score(files, facts)
    if arguments.json:
        return _json(reports.validation_dict(scores, arguments.rows))
    table = reports.validation_table(scores, arguments.markdown)
    skipped = "" if arguments.markdown else reports.skipped_text(scores)
    return f"{table}\n{skipped}".rstrip()


def _job(arguments: argparse.Namespace) -> tuple[Transformer, Cluster]:
    facts = load.catalog(arguments.data)
    model = load.model(arguments.model, facts)
    if arguments.seq is not None:
        model = model.with_seq(arguments.seq)
    node = load.node(arguments.node, facts)
    if arguments.fabric is not None:
        node = node.with_fabric(parse_fabric(arguments.fabric))
    if (arguments.nodes is None) == (arguments.gpus is None):
        raise ScaleModelError("give either --nodes or --gpus")
    return model, Cluster(node, arguments.gpus or arguments.nodes * node.gpus_per_node)


def _base(arguments: argparse.Namespace) -> Layout:
    return Layout(
        flash_attention=arguments.flash_attention,
        dp_overlap=arguments.dp_overlap,
        tp_overlap=arguments.tp_overlap,
        precision=arguments.precision,
        gradient_bytes=arguments.gradient_bytes,
        global_batch=arguments.global_batch or 1,
        framework=arguments.framework,
    )


def _counts(text: str) -> list[int]:
    """Node counts: `4`, `1,2,4`, or `1..64`, which doubles."""
    try:
        if ".." in text:
            first, last = (int(part) for part in text.split("..", 1))
            counts = [first * 2**i for i in range(64) if 0 < first * 2**i <= last]
        else:
            counts = [int(part) for part in text.split(",")]
    except ValueError:
        counts = []
    if not counts or min(counts) < 1:
        raise ScaleModelError(f"--nodes {text!r}: write 4, 1,2,4 or 1..64")
    return counts


def _json(values: object) -> str:
    return json.dumps(values, indent=2, ensure_ascii=False, allow_nan=False)


def _say(message: str) -> None:
    print(message, file=sys.stderr)


def _progress(words: str) -> Callable[[int], None]:
    """A counter on the terminal's error stream; silent where nobody watches."""
    if not sys.stderr.isatty():
        return lambda count: None

    def show(count: int) -> None:
        if count % 500 == 0:
            print(f"\r{count} {words}", end="", file=sys.stderr, flush=True)

    return show
