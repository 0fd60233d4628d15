"""A CSFCube-style collection as it is exported: its runs, and the texts of its datasheet.

Sources: CSFCube sections 3 and 4 and its release. Runs count down the ranks (``trec.count_down``).
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from paperpool.collections.collection import pair_name
from paperpool.collections.named import UNNAMED
from paperpool.evaluation.runs import Run
from paperpool.evaluation.stored_runs import read_run
from paperpool.workflow.export.exported import WHOLE, RankedRun, Ranking
from paperpool.workflow.export.sheets import Sheet
from paperpool.workflow.export.trec import count_down


def read_csfcube_rankings(runs: Mapping[str, str | Path]) -> Iterator[RankedRun]:
    """Yield the run of each name of a CSFCube-style collection, a query's own paper left out."""
    for name, path in runs.items():
        yield WHOLE, name, _list_rankings(read_run(path))


def _list_rankings(run: Run) -> Iterator[tuple[str, Ranking]]:
    """Yield the ranking of each pair by its name, in the order of names."""
    for pair, ranking in sorted(run.items(), key=lambda item: pair_name(*item[0])):
        others = [candidate for candidate, _ in ranking if candidate != pair[0]]
        yield pair_name(*pair), count_down(others)


def csfcube_sheet(
    origin: str, settings: Mapping[str, object], title: str = UNNAMED, made: str = ""
) -> Sheet:
    """Return the texts on a CSFCube-style collection; ``origin`` is one of those of ``sheets``.

    One of one's own is called ``title``; ``made`` says how it was made, as far as that is known.
    """
    name = re.sub(r"[^a-z0-9._-]+", "-", title.lower()).strip("-.") or "csfcube-style"
    facts = {"name": name, "title": title, "made": made}
    return Sheet("csfcube.md.jinja", origin, settings, facts)
