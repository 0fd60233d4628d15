"""Papers that are queried by more than one facet: how differently a ranker does on them.

Source: CSFCube, section 5, Figure 3.
"""

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from paperpool.benchmarks.csfcube import BENCHMARK
from paperpool.collections.facets import FACETS
from paperpool.pages.headline import read_query_values

MAX_PANELS = 4
"""Rankers that are shown."""


@dataclass(frozen=True)
class TwoFacetPaper:
    """A query paper and its figure for each of its facets (fractions), in facet order."""

    paper_id: str
    title: str
    values: dict[str, float]

    @property
    def difference(self) -> float:
        """The highest figure minus the lowest."""
        return max(self.values.values()) - min(self.values.values())


def read_two_facet_papers(
    per_query: str | Path, titles: Mapping[str, str], rankers: Sequence[str]
) -> dict[str, list[TwoFacetPaper]]:
    """Return, per ranker of ``rankers``, the papers with two facets or more.

    Figures are NDCG%20 on the test split under the official protocol. Papers are sorted by the
    difference between their facets, the largest first, equal ones by id.
    """
    values = read_query_values(per_query, BENCHMARK.headline)
    papers: dict[str, dict[str, dict[str, float]]] = {ranker: {} for ranker in rankers}
    for ranker in rankers:
        for query, value in values.get(ranker, {}).items():
            paper, _, facet = query.rpartition("_")
            papers[ranker].setdefault(paper, {})[facet] = value
    return {
        ranker: sort_papers(
            TwoFacetPaper(
                paper,
                titles.get(paper) or paper,
                {facet: facets[facet] for facet in FACETS if facet in facets},
            )
            for paper, facets in of_ranker.items()
            if len(facets) > 1
        )
        for ranker, of_ranker in papers.items()
    }


def sort_papers(papers: Iterable[TwoFacetPaper]) -> list[TwoFacetPaper]:
    """Sort papers by falling difference, equal ones by id."""
    return sorted(papers, key=lambda paper: (-paper.difference, paper.paper_id))


def read_titles(path: str | Path) -> dict[str, str]:
    """Return the titles of query papers by id from a collection's list of queries."""
    with Path(path).open(encoding="utf-8-sig", newline="") as file:
        return {row["pid"]: (row.get("title") or "").strip() for row in csv.DictReader(file)}
