"""The figures of another benchmark that MDCR sets beside its own: SciDocs' task "Cite".

Source: MDCR, Table 6 (appendix A.3) and section 3.1: pools of 5 cited papers and 25 random ones,
with far higher scores of encoders than in large or chosen pools.
"""

from collections.abc import Iterator
from pathlib import Path

from markupsafe import Markup

from paperpool.evaluation.published import read_figures
from paperpool.mdcr.names import ALL
from paperpool.pages.grid import GridCell, list_grid, numbers
from paperpool.pages.results import Results
from paperpool.pages.section import Fold
from paperpool.pages.wording import MISSING, percent, visible

SCIDOCS = "mdcr-scidocs"
"""Their name in the table of published scores."""

_VERSIONS = {"ts-Aspire": ("Aspire-BM", "Aspire-CS")}
"""A system of Table 6 that has two versions in the paper's other tables, by their names there."""


def list_scidocs(published: str | Path, results: Results) -> Iterator[Fold]:
    """Yield the published figures, and beside them the MAP of the rankers that bear their names."""
    systems: dict[str, dict[str, float]] = {}
    for figure in read_figures(published, [SCIDOCS]):
        systems.setdefault(figure.system, {})[figure.measure] = figure.value
    own = {s.ranker: s.value for s in results.scores if (s.slice, s.measure) == (ALL, "map")}
    line = Markup('{} <span class="note">{}</span>')
    rows = []
    for system, values in systems.items():
        names = _VERSIONS.get(system, (system,))
        here = [r for r in results.rankers if results.names.get(r) in names]
        cells = [line.format(percent(own.get(ranker)), visible(ranker)) for ranker in here]
        beside = Markup(", ").join(cells) or MISSING
        rows.append((system, percent(values["map"]), percent(values["ndcg"]), GridCell(beside)))
    caption = (
        "Table 6 of MDCR: published scores (×100) of SciDocs' task “Cite” (5 cited papers among 25 "
        "random ones) and this run's MAP over all fields. The pools differ: not a comparison."
    )
    columns = [("system", 0), *numbers(["MAP on SciDocs", "NDCG on SciDocs", "MAP here"])]
    if rows:
        title = "SciDocs beside: what the same encoders score in small pools of random papers"
        yield Fold(title, [list_grid("Published figures of SciDocs", caption, columns, rows)])
