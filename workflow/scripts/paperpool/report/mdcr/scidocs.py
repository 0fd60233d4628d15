"""The figures of another benchmark that MDCR sets beside its own: SciDocs' task "Cite".

Source: MDCR, Table 6 (appendix A.3) and section 3.1: pools of 5 cited papers and 25 random ones, on
which encoders score far higher than in large or chosen pools.
"""

from dataclasses import dataclass
from pathlib import Path

from paperpool.evaluation.published import PublishedFigure, read_figures
from paperpool.mdcr.names import ALL
from paperpool.pages.results import Results

SCIDOCS = "mdcr-scidocs"
"""What the table of published figures calls them."""


_VERSIONS = {"ts-Aspire": ("Aspire-BM", "Aspire-CS")}
"""A system of Table 6 that has two versions in the paper's other tables, by their names there."""


@dataclass(frozen=True)
class ScidocsRow:
    """A published system's MAP and NDCG on SciDocs, as fractions.

    ``rankers`` are those of the run that bear the system's name or a version's, with their MAP over
    all fields of the benchmark, None where it has none.
    """

    system: str
    map: float
    ndcg: float
    rankers: dict[str, float | None]


def read_scidocs(published: str | Path, results: Results) -> list[ScidocsRow]:
    """Return a row for each published system, in the file's order; ``results`` are the run's."""
    names = results.names
    by_system: dict[str, dict[str, PublishedFigure]] = {}
    for figure in read_figures(published, [SCIDOCS]):
        by_system.setdefault(figure.system, {})[figure.measure] = figure
    own = {s.ranker: s.value for s in results.scores if (s.slice, s.measure) == (ALL, "map")}
    return [
        ScidocsRow(
            system,
            of_system["map"].value,
            of_system["ndcg"].value,
            {
                ranker: own.get(ranker)
                for ranker in results.rankers
                if names.get(ranker) in _VERSIONS.get(system, (system,))
            },
        )
        for system, of_system in by_system.items()
    ]
