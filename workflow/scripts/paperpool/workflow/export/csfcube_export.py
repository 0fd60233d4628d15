"""A CSFCube-style collection as it is exported: its runs, and the texts of its datasheet.

Sources: CSFCube sections 3 and 4 and its release. Runs count down the ranks (``trec.count_down``).
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from paperpool.collections.collection import pair_name
from paperpool.collections.facets import FOLDS
from paperpool.collections.named import UNNAMED
from paperpool.evaluation.runs import read_run
from paperpool.workflow.export.exported import WHOLE, RankedRun
from paperpool.workflow.export.sheets import Sheet
from paperpool.workflow.export.trec import count_down

SPLITS = (WHOLE, *FOLDS)
"""The splits of CSFCube's BEIR folder; a fold's topics are those of its slice ``all``."""


def read_csfcube_rankings(runs: Mapping[str, str | Path]) -> Iterator[RankedRun]:
    """Yield the run of each name of a CSFCube-style collection, a query's own paper left out."""
    for name, path in runs.items():
        pairs = sorted(read_run(path).items(), key=lambda item: pair_name(*item[0]))
        counted = ((pair, count_down(i for i, _ in run if i != pair[0])) for pair, run in pairs)
        yield WHOLE, name, ((pair_name(*pair), ranking) for pair, ranking in counted)


def csfcube_sheet(
    origin: str, settings: Mapping[str, Any], title: str = UNNAMED, made: str = ""
) -> Sheet:
    """Return the texts on a CSFCube-style collection; ``origin`` is one of those of ``sheets``.

    One of one's own is called ``title``; ``made`` says how it was made, as far as that is known.
    """
    name = re.sub(r"[^a-z0-9._-]+", "-", title.lower()).strip("-.") or "csfcube-style"
    facts = {"name": name, "title": title, "made": made}
    return Sheet("csfcube.md.jinja", origin, settings, facts)
