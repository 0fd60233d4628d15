"""The runs of a CSFCube-style collection as they are exported."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from paperpool.collections.collection import pair_name
from paperpool.collections.facets import FOLDS
from paperpool.evaluation.runs import Run, read_run
from paperpool.export.exported import WHOLE, RankedRun, Ranking
from paperpool.export.trec import count_down

SPLITS = (WHOLE, *FOLDS)
"""The splits of the BEIR folder; a fold's topics are those of its slice ``all``."""


def read_rankings(runs: Mapping[str, str | Path]) -> Iterator[RankedRun]:
    """Yield the run of each name; scores count down the ranks, as ``trec.count_down`` has it."""
    for name, path in runs.items():
        yield WHOLE, name, _rankings(read_run(path))


def _rankings(run: Run) -> Iterator[tuple[str, Ranking]]:
    for (query, facet), ranking in sorted(run.items(), key=lambda item: pair_name(*item[0])):
        yield pair_name(query, facet), count_down(i for i, _ in ranking if i != query)
