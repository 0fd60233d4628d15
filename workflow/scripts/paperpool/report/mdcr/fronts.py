"""What MDCR has on the first screen of the report: the benchmark, and its large pools."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from paperpool.benchmarks.mdcr import BENCHMARK
from paperpool.pages.front import Front, make_front
from paperpool.pages.scores import read_scores

_PARTS = (
    ("mdcr", "benchmark", BENCHMARK.title),
    ("mdcr-dataset", "large", "MDCR, pools of a size"),
    ("mdcr-field", "large", "MDCR, pools of a field"),
)
"""The parts of the table of figures, the parts of the section that show them, and their titles."""


def make_fronts(metrics: str | Path) -> list[Front]:
    """Return one for each part; the large pools have no headline figure, but published ones."""
    fronts = []
    for name, anchor, title in _PARTS:
        front = make_front(BENCHMARK, read_scores(metrics, name), f"mdcr-{anchor}", title)
        is_first = name == BENCHMARK.headline.benchmark
        fronts.append(front if is_first else replace(front, values={}))
    return fronts
