"""The strategies of MDCR's negatives: what each is called, what it draws from, and how.

A new one is an entry of ``STRATEGIES``: pools, official files, shortfalls, report and export follow
it. Source: MDCR section 4.1. What is sampled from a set is its first papers by a hash of the seed,
the type, the query and the paper.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from paperpool.corpus.database import Database

RANDOM_DRAWS = 50
"""Papers drawn for a query for each random negative wanted: some are passed over."""

_MOST_CITED = """
SELECT field, paper_id, year
FROM (
    SELECT unnest(list_intersect(fields, getvariable('fields'))) AS field, paper_id, year, n_inbound
    FROM prefiltered WHERE year <= getvariable('last_year')
)
QUALIFY row_number() OVER (PARTITION BY field ORDER BY n_inbound DESC, paper_id)
    <= getvariable('most_cited_top')
ORDER BY field, n_inbound DESC, paper_id
"""

_NUMBERED = """
CREATE TEMP TABLE numbered AS
SELECT paper_id, row_number() OVER (ORDER BY year, paper_id) - 1 AS number FROM prefiltered
"""

_RANDOM = """
SELECT query_id, paper_id FROM drawn JOIN numbered USING (number) ORDER BY query_id, place
"""


@dataclass(frozen=True)
class Query:
    """A query of the field level, with the ids that are never its negatives."""

    split: str
    field: str
    query_id: str
    year: int
    cited: Sequence[str]
    never: frozenset[str]


@dataclass(frozen=True)
class Candidate:
    """A paper of a query's pool, and where it is from."""

    paper_id: str
    type: str
    rank: int | None = None
    via_id: str | None = None
    overlap: float | None = None


@dataclass(frozen=True)
class Drawing:
    """What strategies may read: the corpus and its variables, the graph candidates, the queries."""

    database: Database
    graph: str | Path
    queries: Sequence[Query]
    negatives: int
    seed: int


@dataclass(frozen=True)
class Strategy:
    """A type of negatives that no ranker chooses.

    ``read`` returns what is drawn from for all queries, ``draw`` a query's candidates in the order
    in which they are taken, of what was read and a seed. Where it comes ``first``, it is drawn
    before the models' types, else after them.
    """

    name: str
    title: str
    read: Callable[[Drawing], Any]
    draw: Callable[[Query, Any, int], Iterable[Candidate]]
    first: bool = False


def draw_order(seed: int, kind: str, query: str, papers: Iterable[str]) -> list[str]:
    """Return ``papers`` in the order in which they are drawn for ``query``."""

    def place(paper: str) -> tuple[str, str]:
        return hashlib.md5(f"{seed} {kind} {query} {paper}".encode()).hexdigest(), paper

    return sorted(papers, key=place)


def draw_numbers(seed: int, query: str, n_papers: int, n_wanted: int) -> list[int]:
    """Return different numbers below ``n_papers``: the papers drawn as random candidates.

    RANDOM_DRAWS times as many as wanted, or all.
    """
    generator = random.Random(f"{seed} random {query}")
    return generator.sample(range(n_papers), min(n_papers, RANDOM_DRAWS * n_wanted))


def group_rows(database: Database, query: str) -> dict[str, list]:
    """Return the rows of a query by their first column: the second, or a tuple of the others."""
    groups: dict[str, list] = {}
    for batch in database.stream(query):
        for key, *values in zip(*(column.to_pylist() for column in batch.columns), strict=True):
            groups.setdefault(key, []).append(values[0] if len(values) == 1 else tuple(values))
    return groups


def _read_graph(drawing: Drawing) -> dict[str, list[tuple[str, str, float]]]:
    """Return {query: [(candidate, via, overlap)]} in order."""
    groups: dict[str, list[tuple[str, str, float]]] = {}
    columns = ["query_id", "candidate_id", "via_id", "overlap"]
    for row in pq.read_table(drawing.graph, columns=columns).to_pylist():
        of_query = groups.setdefault(row["query_id"], [])
        of_query.append((row["candidate_id"], row["via_id"], row["overlap"]))
    return groups


def _draw_graph(query: Query, near: Any, seed: int) -> Iterable[Candidate]:
    return (Candidate(c, "graph", None, via, x) for c, via, x in near.get(query.query_id, []))


def _read_most_cited(drawing: Drawing) -> dict[str, list[tuple[str, int]]]:
    """Return {field: [(paper, year)]}."""
    return group_rows(drawing.database, _MOST_CITED)


def _draw_most_cited(query: Query, cited: Any, seed: int) -> Iterable[Candidate]:
    famous = [paper for paper, year in cited.get(query.field, []) if year <= query.year]
    drawn = draw_order(seed, "most_cited", query.query_id, famous)
    return [Candidate(paper, "most_cited") for paper in drawn]


def _read_random(drawing: Drawing) -> dict[str, list[str]]:
    """Return {query: [paper]} drawn from the prefiltered ones that are not newer, in that order."""
    database = drawing.database
    database.execute(_NUMBERED)
    years = database.fetch("SELECT year, count(*) AS n FROM prefiltered GROUP BY year").to_pydict()
    by_year = dict(zip(years["year"], years["n"], strict=True))
    drawn: list[tuple[str, int, int]] = []
    for query in drawing.queries:
        n_papers = sum(n for year, n in by_year.items() if year <= query.year)
        numbers = draw_numbers(drawing.seed, query.query_id, n_papers, drawing.negatives)
        drawn += [(query.query_id, place, number) for place, number in enumerate(numbers)]
    names = ("query_id", "place", "number")
    database.add_table("drawn", pa.table(dict(zip(names, zip(*drawn, strict=True), strict=True))))
    return group_rows(database, _RANDOM)


def _draw_random(query: Query, drawn: Any, seed: int) -> Iterable[Candidate]:
    return [Candidate(paper, "random") for paper in drawn.get(query.query_id, [])]


STRATEGIES = (
    Strategy("graph", "Graph", _read_graph, _draw_graph, first=True),
    Strategy("most_cited", "Most cited", _read_most_cited, _draw_most_cited),
    Strategy("random", "Random", _read_random, _draw_random),
)
"""The types that no model ranks, in the order in which they are drawn."""


def list_types(models: Sequence[str]) -> list[str]:
    """Return the types of negatives in the order in which pools are filled."""
    before, after = ([s.name for s in STRATEGIES if s.first is first] for first in (True, False))
    return [*before, *models, *after]
