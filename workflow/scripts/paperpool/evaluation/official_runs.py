"""Write runs, also in the format of the release for its own evaluation script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from paperpool.collections.facets import FACETS
from paperpool.evaluation.runs import Run, write_run
from paperpool.io.files import write_json


def store_run(run: Run, path: str | Path, ranked: Sequence[str | Path]) -> None:
    """Write ``run`` as a table and in the release's format, a file of ``ranked`` per facet."""
    write_run(run, path)
    write_official_run(run, dict(zip(FACETS, ranked, strict=True)))


def split_by_run(ranked: Sequence[str]) -> list[Sequence[str]]:
    """Return the files of each run's facets, given end to end."""
    return [ranked[i : i + len(FACETS)] for i in range(0, len(ranked), len(FACETS))]


def write_official_run(run: Run, paths: Mapping[str, str | Path]) -> None:
    """Write ``{query: [[candidate, distance], ...]}`` per facet; distance is minus the score.

    ``paths`` maps a facet to its file.
    """
    for facet, path in paths.items():
        rankings = {
            query: [[candidate, -score] for candidate, score in ranking]
            for (query, run_facet), ranking in sorted(run.items())
            if run_facet == facet
        }
        write_json(path, rankings)
