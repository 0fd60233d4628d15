"""The benchmark: five cited papers and four kinds of negatives for each query of the field level.

Source: MDCR section 4.1. Types are filled in the order graph, the three models, most_cited, random;
a paper already listed for the query is passed over, and a negative is never the query, never cited
by it, never newer. What is sampled from a set is its first papers by a hash of the seed, the type,
the query and the paper. Where a type cannot be filled, the shortfall is recorded.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from paperpool.collections.mdcr_benchmark import TRUE
from paperpool.mdcr.names import GRAPH, MOST_CITED, RANDOM

RANDOM_DRAWS = 50
"""Papers drawn for a query for each random negative wanted: some are passed over."""


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
class Sources:
    """What the four strategies draw from.

    ``graph``: {query: [(candidate, via, overlap)]} in order; ``models``: {ranker: {query:
    {candidate: rank}}}, none newer than the query; ``most_cited``: {field: [(paper, year)]};
    ``random``: {query: [paper]} in the order drawn, none newer.
    """

    graph: Mapping[str, Sequence[tuple[str, str, float]]]
    models: Mapping[str, Mapping[str, Mapping[str, int]]]
    most_cited: Mapping[str, Sequence[tuple[str, int]]]
    random: Mapping[str, Sequence[str]]


def draw_order(seed: int, kind: str, query: str, papers: Iterable[str]) -> list[str]:
    """Return ``papers`` in the order in which they are drawn for ``query``."""

    def place(paper: str) -> tuple[str, str]:
        return hashlib.md5(f"{seed} {kind} {query} {paper}".encode()).hexdigest(), paper

    return sorted(papers, key=place)


def draw_numbers(seed: int, query: str, n_papers: int, n_wanted: int) -> list[int]:
    """Return different numbers below ``n_papers``: the papers drawn as random candidates.

    RANDOM_DRAWS times as many as wanted, or all.
    """
    generator = random.Random(f"{seed} {RANDOM} {query}")
    return generator.sample(range(n_papers), min(n_papers, RANDOM_DRAWS * n_wanted))


def build_pool(
    query: Query, sources: Sources, positives: int, negatives: int, seed: int
) -> list[Candidate]:
    """Return the candidates of one query, type by type; fewer of a type that cannot be filled."""
    pool = [
        Candidate(paper, TRUE)
        for paper in draw_order(seed, TRUE, query.query_id, query.cited)[:positives]
    ]
    listed = set(query.never)
    for candidates in _candidates_by_type(query, sources, seed):
        chosen: list[Candidate] = []
        for candidate in candidates:
            if len(chosen) == negatives:
                break
            if candidate.paper_id not in listed:
                listed.add(candidate.paper_id)
                chosen.append(candidate)
        pool += chosen
    return pool


def _candidates_by_type(query: Query, sources: Sources, seed: int) -> Iterator[Iterable[Candidate]]:
    """Yield what each type may draw, in the order in which it draws."""
    own = query.query_id
    yield (Candidate(c, GRAPH, None, via, x) for c, via, x in sources.graph.get(own, []))
    for model, top in sources.models.items():
        ranks = top.get(own, {})
        drawn = draw_order(seed, model, own, ranks)
        yield [Candidate(paper, model, rank=ranks[paper]) for paper in drawn]
    famous = [p for p, year in sources.most_cited.get(query.field, []) if year <= query.year]
    drawn = draw_order(seed, MOST_CITED, own, famous)
    yield [Candidate(paper, MOST_CITED) for paper in drawn]
    yield [Candidate(paper, RANDOM) for paper in sources.random.get(own, [])]


def count_shortfalls(
    query: Query, pool: Sequence[Candidate], models: Sequence[str], positives: int, negatives: int
) -> list[tuple[str, int, int]]:
    """Return (type, wanted, found) of each type of which ``pool`` has too few."""
    wanted = {TRUE: positives} | dict.fromkeys((GRAPH, *models, MOST_CITED, RANDOM), negatives)
    found = {kind: sum(c.type == kind for c in pool) for kind in wanted}
    return [(kind, n, found[kind]) for kind, n in wanted.items() if found[kind] < n]
