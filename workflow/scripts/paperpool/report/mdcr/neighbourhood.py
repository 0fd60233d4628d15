"""One query's graph candidates, and the cited papers whose neighbours they are.

Source: MDCR, section 4.1, graph neighbours-based selection.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import ascii_uppercase

import pyarrow.compute as pc
import pyarrow.parquet as pq

from paperpool.benchmarks.mdcr_strategies import GRAPH

MAX_NODES = 40
"""A neighbourhood with more papers than this is not drawn."""

_ENOUGH_CITED = 5
"""Cited papers from which on a query is no better an example."""


@dataclass(frozen=True)
class Candidate:
    """A graph candidate: the cited paper whose neighbour it is, and that one's overlap."""

    paper_id: str
    via_id: str
    overlap: float


@dataclass(frozen=True)
class Neighbourhood:
    """A query and its graph candidates in the order of the benchmark.

    ``titles`` are by paper, empty where the run has none.
    """

    query_id: str
    field: str
    candidates: Sequence[Candidate]
    titles: Mapping[str, str]

    @property
    def cited(self) -> dict[str, float]:
        """The cited papers that candidates are neighbours of, with their overlaps."""
        return {candidate.via_id: candidate.overlap for candidate in self.candidates}

    @property
    def letters(self) -> dict[str, str]:
        """The cited papers' letters: A to Z, then A2 to Z2, and so on."""
        n = len(ascii_uppercase)
        return {
            paper: ascii_uppercase[i % n] + (str(i // n + 1) if i >= n else "")
            for i, paper in enumerate(self.cited)
        }

    def title(self, paper_id: str) -> str:
        """Return a paper's title, or its id where it has none."""
        return self.titles.get(paper_id) or paper_id


def read_neighbourhood(
    provenance: str | Path, texts: str | Path, max_nodes: int = MAX_NODES
) -> Neighbourhood | None:
    """Return the test query that shows best how graph candidates are found; None without any.

    Of those with at most ``max_nodes`` papers the one with the most candidates, then the most
    cited papers with a title (five are enough), the fewest papers, the highest overlaps, the
    lowest id. ``texts`` are the lines of mdcr_test_data.jsonl.
    """
    wanted = (pc.field("split") == "test") & (pc.field("type") == GRAPH.name)
    columns = ["query_id", "field", "candidate_id", "via_id", "overlap"]
    fields: dict[str, str] = {}
    found: dict[str, list[Candidate]] = {}
    for row in pq.read_table(provenance, columns=columns, filters=wanted).to_pylist():
        fields[row["query_id"]] = row["field"]
        candidate = Candidate(row["candidate_id"], row["via_id"], row["overlap"])
        found.setdefault(row["query_id"], []).append(candidate)
    small = {
        query: candidates
        for query, candidates in found.items()
        if len(_papers(query, candidates)) <= max_nodes
    }
    if not small:
        return None
    papers = {i for query, candidates in small.items() for i in _papers(query, candidates)}
    titles = read_titles(texts, papers)

    def preference(query: str) -> tuple:
        candidates = small[query]
        cited = {candidate.via_id for candidate in candidates}
        return (
            -len(candidates),
            -min(_ENOUGH_CITED, sum(bool(titles.get(paper)) for paper in cited)),
            len(_papers(query, candidates)),
            -sum(candidate.overlap for candidate in candidates),
            query,
        )

    query = min(small, key=preference)
    shown = _papers(query, small[query])
    return Neighbourhood(
        query,
        fields[query],
        small[query],
        {paper: titles[paper] for paper in shown if paper in titles},
    )


def _papers(query: str, candidates: Sequence[Candidate]) -> list[str]:
    """Return the papers of a neighbourhood, each once: query, cited papers, candidates."""
    cited = (candidate.via_id for candidate in candidates)
    return list(dict.fromkeys([query, *cited, *(c.paper_id for c in candidates)]))


def read_titles(texts: str | Path, papers: Collection[str]) -> dict[str, str]:
    """Return the titles of ``papers`` that a file of texts has."""
    titles = {}
    with Path(texts).open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if row["paper_id"] in papers:
                titles[row["paper_id"]] = row["title"] or ""
    return titles
