"""The `scalemodel` command. Every subcommand prints a table, or with --json the same numbers."""

import argparse
import json
import sys
from collections.abc import Sequence

from scalemodel import __version__
from scalemodel.compare import compare
from scalemodel.errors import ScaleModelError
from scalemodel.load import catalog
from scalemodel.tables import text_table


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Returns the exit code: 0 done, 1 bad input (said in one line), 2 usage."""
    arguments = _parser().parse_args(argv)
    try:
        print(arguments.run(arguments))
    except ScaleModelError as problem:
        print(f"scalemodel: error: {problem}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        return 0
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="scalemodel",
        description="A cost model of distributed transformer training, checked against published "
        "measurements.",
    )
    parser.add_argument("--version", action="version", version=f"scalemodel {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--data", metavar="DIR", help="hardware facts (default: those shipped)")
    shared.add_argument("--json", action="store_true", help="print JSON instead of a table")

    command = commands.add_parser(
        "compare", parents=[shared], help="data-parallel training on several fabrics, side by side"
    )
    command.add_argument("--model", required=True, help="a preset, for example llama3.2-3b")
    command.add_argument("--node", default="dgx-h100", help="a node design (default: %(default)s)")
    command.add_argument(
        "--nodes", type=int, required=True, help="nodes for the fabrics that leave the node"
    )
    command.add_argument(
        "--fabric",
        action="append",
        required=True,
        metavar="SPEC",
        help="nvlink, or TRANSPORT:NICSxGBIT such as rdma:8x400 or tcp:1x100; may be repeated",
    )
    command.add_argument("--tokens-per-gpu", type=int, default=8192, help="tokens a step")
    command.add_argument("--seq", type=int, help="sequence length (default: the model's)")
    command.add_argument("--precision", default="bf16", help="number format (default: %(default)s)")
    command.set_defaults(run=_compare)
    return parser


def _compare(arguments: argparse.Namespace) -> str:
    rows = compare(
        catalog(arguments.data),
        arguments.model,
        arguments.node,
        arguments.nodes,
        arguments.fabric,
        arguments.tokens_per_gpu,
        arguments.seq,
        arguments.precision,
    )
    values = [row.as_dict() for row in rows]
    if arguments.json:
        return json.dumps(values, indent=2, ensure_ascii=False)
    header = ("fabric", "GPUs", "line GB/s one way", "bus GB/s", "measured GB/s", "forward ms",
              "backward ms", "all-reduce ms", "exposed ms", "busy %", "busy % no overlap")
    keys = ("fabric_label", "gpus", "line_rate_gb_s_per_direction", "bus_bandwidth_gb_s",
            "measured_bus_bandwidth_gb_s", "forward_ms", "backward_ms", "all_reduce_ms",
            "exposed_ms", "busy_percent_overlap", "busy_percent_no_overlap")
    return text_table(header, ([row[key] for key in keys] for row in values))
