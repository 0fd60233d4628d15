"""The runs of other people's collections as they are exported.

Scores stay as they are, and ranks are those that trec_eval has by them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from paperpool.evaluation.runs import read_run
from paperpool.export.exported import RankedRun, Ranking
from paperpool.export.trec import order_as_trec_eval


def read_rankings(split: str, runs: Mapping[str, str | Path]) -> Iterator[RankedRun]:
    """Yield the run of each name from its table, whose queries are the topics' ids."""
    for name, path in runs.items():
        yield split, name, _rankings(path)


def _rankings(path: str | Path) -> Iterator[tuple[str, Ranking]]:
    for (topic, _), ranking in sorted(read_run(path).items()):
        yield topic, order_as_trec_eval(ranking)
