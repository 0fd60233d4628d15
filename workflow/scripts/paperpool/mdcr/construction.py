"""The benchmark's pools: cited papers and negatives of each type for a query of the field level.

Source: MDCR section 4.1. Types are filled in the order of ``list_types``; a paper already listed
for the query is passed over, and a negative is never the query, never cited by it, never newer.
Where a type cannot be filled, the shortfall is recorded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from paperpool.collections.mdcr_benchmark import TRUE
from paperpool.mdcr.strategies import STRATEGIES, Candidate, Query, draw_order, list_types


@dataclass(frozen=True)
class Sources:
    """What negatives are drawn from.

    ``models``: {ranker: {query: {candidate: rank}}}, none newer than the query; ``others``: what
    each strategy read, by its name.
    """

    models: Mapping[str, Mapping[str, Mapping[str, int]]]
    others: Mapping[str, Any]


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
    strategies = {strategy.name: strategy for strategy in STRATEGIES}
    for kind in list_types(list(sources.models)):
        if kind in strategies:
            yield strategies[kind].draw(query, sources.others[kind], seed)
        else:
            ranks = sources.models[kind].get(query.query_id, {})
            drawn = draw_order(seed, kind, query.query_id, ranks)
            yield [Candidate(paper, kind, rank=ranks[paper]) for paper in drawn]


def count_shortfalls(
    query: Query, pool: Sequence[Candidate], models: Sequence[str], positives: int, negatives: int
) -> list[tuple[str, int, int]]:
    """Return (type, wanted, found) of each type of which ``pool`` has too few."""
    wanted = {TRUE: positives} | dict.fromkeys(list_types(models), negatives)
    found = {kind: sum(c.type == kind for c in pool) for kind in wanted}
    return [(kind, n, found[kind]) for kind, n in wanted.items() if found[kind] < n]
