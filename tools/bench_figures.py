"""What drawing all figures of this site costs, and what it costs to see that none is stale."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from bench_process import ROOT, cheapest, run

ROUNDS = 3


def main() -> int:
    """Print both costs."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "course.build", "--out", folder]
        cold = run(command, ROOT / "scripts")
        warm = cheapest([run(command, ROOT / "scripts") for _ in range(ROUNDS)])
        count = len(list(Path(folder).glob("*/figure.yml")))
    print(f"{count} figures: drawn in {cold.cpu_s:.1f} s CPU, {cold.peak_mib:.0f} MiB")
    print(f"none stale: {warm.cpu_s:.2f} s CPU; drawing takes {cold.cpu_s / warm.cpu_s:.0f} times")
    return 0


if __name__ == "__main__":
    sys.exit(main())
