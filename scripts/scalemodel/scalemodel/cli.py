"""The `scalemodel` command: arguments in, text or JSON out."""

import argparse
import os
import sys
from collections.abc import Sequence
from math import inf

from scalemodel import __version__, commands
from scalemodel.errors import ScaleModelError
from scalemodel.reliability import FAILURES_PER_NODE_DAY


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Returns the exit code: 0 done, 1 bad input (said in one line), 2 usage."""
    arguments = _parser().parse_args(argv)
    try:
        print(arguments.run(arguments), flush=True)
    except ScaleModelError as problem:
        print(f"scalemodel: error: {problem}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        sys.stderr.close()
    except OSError as problem:  # a full disk, a folder that is read-only
        where = problem.filename or "output"
        print(f"scalemodel: error: {where}: {problem.strerror}", file=sys.stderr)
        if problem.filename is None:  # else Python fails once more when it ends
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def count(text: str) -> int:
    """An argument that must be a whole number of at least 1."""
    number = int(text) if text.lstrip("-").isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number of at least 1, got {text!r}")
    return number


def positive(text: str) -> float:
    """An argument that must be a finite number above 0."""
    number = not_negative(text)
    if number == 0:
        raise argparse.ArgumentTypeError(f"expected a number above 0, got {text!r}")
    return number


def not_negative(text: str) -> float:
    """An argument that must be a finite number of at least 0."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number < inf:
        raise argparse.ArgumentTypeError(f"expected a number of at least 0, got {text!r}")
    return number


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="scalemodel",
        description="A cost model of distributed transformer training, checked against published "
        "measurements.",
    )
    parser.add_argument("--version", action="version", version=f"scalemodel {__version__}")
    subcommands = parser.add_subparsers(required=True, metavar="COMMAND")
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--data", metavar="DIR", help="facts to use (default: those shipped)")
    shared.add_argument("--json", action="store_true", help="print JSON instead of a table")
    job = _job_arguments()

    command = subcommands.add_parser(
        "predict", parents=[shared, job], help="one training step: breakdown, memory, goodput"
    )
    _layout_arguments(command)
    command.set_defaults(run=commands.predict_command)

    command = subcommands.add_parser(
        "compare", parents=[shared], help="data-parallel training on several fabrics, side by side"
    )
    command.add_argument("--model", required=True, help="a preset such as llama3.2-3b, or a file")
    command.add_argument("--node", default="dgx-h100", help="a design, or a file of `calibrate`")
    command.add_argument(
        "--nodes", required=True, help="nodes of the fabrics that leave the node: 4, 1,2,4 or 1..64"
    )
    command.add_argument(
        "--fabric",
        action="append",
        required=True,
        metavar="SPEC",
        help="nvlink, or TRANSPORT:NICSxGBIT such as rdma:8x400 or tcp:1x100; may be repeated",
    )
    command.add_argument("--tokens-per-gpu", type=count, default=8192, help="tokens a step")
    command.add_argument("--seq", type=count, help="sequence length (default: the model's)")
    command.add_argument(
        "--precision", type=str.lower, default="bf16", help="number format (default: %(default)s)"
    )
    command.set_defaults(run=commands.compare_command)

    command = subcommands.add_parser(
        "plan", parents=[shared, job], help="the fastest layout that fits in memory, and why"
    )
    command.add_argument("--keep", type=count, default=5, help="layouts to show (default: 5)")
    command.set_defaults(run=commands.plan_command)

    command = subcommands.add_parser(
        "calibrate", parents=[shared], help="fit a node to the output of nccl-tests"
    )
    command.add_argument("logs", nargs="+", metavar="LOG", help="output of nccl-tests")
    command.add_argument(
        "--node", default="dgx-h100", help="the design it is (default: %(default)s)"
    )
    command.add_argument("--fabric", metavar="SPEC", help="its network, if not the design's")
    command.add_argument("--output", metavar="FILE.yml", help="write the node file here")
    command.set_defaults(run=commands.calibrate_command)

    command = subcommands.add_parser(
        "validate", parents=[shared], help="errors against published measurements"
    )
    command.add_argument(
        "paths", nargs="*", metavar="PATH", help="CSV files or folders (default: those shipped)"
    )
    command.add_argument("--collectives", action="store_true", help="files of collectives")
    command.add_argument("--markdown", action="store_true", help="print a Markdown table")
    command.add_argument("--rows", action="store_true", help="with --json: every row's prediction")
    command.set_defaults(run=commands.validate_command)
    return parser


def _job_arguments() -> argparse.ArgumentParser:
    """What `predict` and `plan` share: model, cluster and what a person decides beforehand."""
    job = argparse.ArgumentParser(add_help=False)
    job.add_argument("--model", required=True, help="a preset such as llama3-70b, or a YAML file")
    job.add_argument("--node", default="dgx-h100", help="a design, or a file of `calibrate`")
    job.add_argument("--nodes", type=count, help="number of nodes")
    job.add_argument("--gpus", type=count, help="number of GPUs, instead of --nodes")
    job.add_argument("--fabric", metavar="SPEC", help="another network, such as rdma:8x400")
    job.add_argument("--seq", type=count, help="sequence length (default: the model's)")
    job.add_argument("--global-batch", type=count, help="sequences a step")
    job.add_argument(
        "--precision",
        type=str.lower,
        default="bf16",
        help="bf16, fp16 or fp8 (default: %(default)s)",
    )
    job.add_argument("--gradient-bytes", type=int, choices=(2, 4), default=4, metavar="2|4",
                     help="bytes of a gradient on the wire (default: %(default)s)")  # fmt: skip
    job.add_argument("--framework", default="", help="for example Megatron-Core or nanotron")
    job.add_argument("--flash-attention", action=argparse.BooleanOptionalAction, default=True)
    job.add_argument("--dp-overlap", action=argparse.BooleanOptionalAction, default=True)
    job.add_argument("--tp-overlap", action=argparse.BooleanOptionalAction, default=False)
    return job


def _layout_arguments(command: argparse.ArgumentParser) -> None:
    """What `plan` finds and `predict` is told."""
    for name, words in (
        ("tp", "tensor parallel size"),
        ("pp", "pipeline stages"),
        ("virtual-pp", "model chunks per stage (interleaved schedule)"),
        ("cp", "context parallel size"),
        ("ep", "expert parallel size"),
        ("micro-batch", "sequences of a micro-batch"),
    ):
        command.add_argument(f"--{name}", type=count, default=1, help=f"{words} (default: 1)")
    command.add_argument("--zero", type=int, default=0, choices=(0, 1, 2, 3), help="ZeRO stage")
    command.add_argument("--recompute", default="none", choices=("none", "selective", "full"))
    command.add_argument(
        "--sequence-parallel",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="default: with tensor parallelism",
    )
    command.add_argument(
        "--failures-per-1000-node-days",
        type=positive,
        default=1000 * FAILURES_PER_NODE_DAY["meta-rsc-1"],
        metavar="RATE",
        help="published: 6.50 and 2.34 (arXiv:2410.21680; default: %(default)s)",
    )
    command.add_argument(
        "--checkpoint-s",
        type=positive,
        default=60.0,
        help="seconds a checkpoint blocks (default: 60)",
    )
    command.add_argument(
        "--restart-s", type=not_negative, default=600.0, help="seconds of a restart (default: 600)"
    )
    command.add_argument(
        "--critical-batch", type=positive, metavar="SEQUENCES", help="to see what the batch costs"
    )
    command.add_argument("--tokens", type=positive, help="tokens of the whole run, for its cost")
    command.add_argument("--price-per-gpu-hour", type=not_negative, default=0.0, metavar="PRICE")
