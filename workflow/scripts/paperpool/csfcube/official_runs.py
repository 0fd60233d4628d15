"""Write runs in the format of the release, for its own evaluation script."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from paperpool.files import write_json
from paperpool.runs import Run


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
