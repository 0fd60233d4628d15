"""Rankings of an imagined system, in each format in which somebody's rankings may come."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from paperpool.collections.collection import Collection, pair_name
from paperpool.evaluation.runs import Run, rank_scores, write_official_run, write_run
from paperpool.io.files import write_text

_NOISE = 1.5
"""Standard deviation of what the system adds to a grade (0-3)."""


def simulate_run(collection: Collection, seed: int) -> Run:
    """Return a run that orders each pool by its grades plus noise, rounded so that ties occur."""
    generator = np.random.default_rng([seed, 300])
    run: Run = {}
    for pair in collection.pairs():
        candidates = collection.rankable(*pair)
        grades = collection.judgments[pair].grades()
        noise = generator.normal(scale=_NOISE, size=len(candidates))
        scores = np.round([grades[c] for c in candidates] + noise, 1) + 0.0
        run[pair] = rank_scores(zip(candidates, scores, strict=True))
    return run


def write_in_every_format(
    run: Run, official: Mapping[str, str | Path], trec: str | Path, table: str | Path
) -> None:
    """Write ``run`` as the release's JSON (a file per facet), as a TREC run and as our table."""
    write_official_run(run, official)
    lines = [
        f"{pair_name(*pair)} Q0 {candidate} {rank} {score} simulated\n"
        for pair, ranking in sorted(run.items())
        for rank, (candidate, score) in enumerate(ranking, 1)
    ]
    write_text(trec, "".join(lines))
    write_run(run, table)
