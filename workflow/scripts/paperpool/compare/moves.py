"""The queries that a pair of rankers moved: which, how far, and the sentence that sums it up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from paperpool.benchmarks.csfcube import BENCHMARK
from paperpool.collections.collection import Collection
from paperpool.compare.differences import Differences
from paperpool.compare.rankers import Pair
from paperpool.pages.wording import p_value, percent, plural, signed_percent

HEADLINE = {
    "protocol": BENCHMARK.headline.protocol,
    "split": BENCHMARK.headline.split,
    "slice": BENCHMARK.headline.slice,
    "metric": BENCHMARK.headline.measure,
}
"""The figure that queries and rankers are compared by first; the papers publish it."""

MAX_MOVES = 10
"""Queries shown of those that went up, and of those that went down."""

_MAX_NAMED = 3


@dataclass(frozen=True)
class Move:
    """A query and its figure under both rankers (fractions)."""

    paper_id: str
    title: str
    facet: str
    a: float
    b: float
    difference: float


@dataclass(frozen=True)
class Moves:
    """A pair's headline figure, and its queries from the most gained to the most lost."""

    pair: Pair
    a: float
    b: float
    difference: float
    p_holm: float
    queries: list[Move]

    @property
    def up(self) -> list[Move]:
        """The queries that gained, the most first."""
        return [move for move in self.queries if move.difference > 0]

    @property
    def down(self) -> list[Move]:
        """The queries that lost, the most first."""
        return sorted((m for m in self.queries if m.difference < 0), key=lambda m: m.difference)

    @property
    def n_equal(self) -> int:
        """How many queries stayed as they were."""
        return len(self.queries) - len(self.up) - len(self.down)


def find_moves(
    differences: Differences, pairs: Sequence[Pair], collection: Collection
) -> list[Moves]:
    """Return what each pair moved, in the order of ``pairs``; equal queries stand by their id."""
    return [_find_moves(differences, pair, collection) for pair in pairs]


def _find_moves(differences: Differences, pair: Pair, collection: Collection) -> Moves:
    wanted = {**HEADLINE, "ranker_a": pair.a, "ranker_b": pair.b}
    figure, queries = (
        table[(table[list(wanted)] == list(wanted.values())).all(axis=1)]
        for table in (differences.table, differences.queries)
    )
    moves = []
    for row in queries.itertuples():
        paper, facet = row.query_id.rsplit("_", 1)
        title = collection.papers[paper].title.strip() or paper
        moves.append(Move(paper, title, facet, row.value_a, row.value_b, row.difference))
    moves.sort(key=lambda move: (-move.difference, move.paper_id, move.facet))
    (headline,) = figure.itertuples()
    return Moves(
        pair,
        headline.value_a,
        headline.value_b,
        headline.difference,
        headline.p_holm,
        moves,
    )


def summarise_moves(found: Sequence[Moves]) -> str:
    """Return one sentence: the pairs whose headline figure moved, the furthest first."""
    moved = sorted(
        (moves for moves in found if moves.up or moves.down),
        key=lambda moves: (-abs(moves.difference), moves.pair.name),
    )
    texts = [
        f"{moves.pair.name}: all-NDCG%20 {percent(moves.a)} → {percent(moves.b)} "
        f"({signed_percent(moves.difference)}, {_p_text(moves, len(found))})"
        for moves in moved[:_MAX_NAMED]
    ]
    if len(moved) > _MAX_NAMED:
        texts.append(f"{plural(len(moved) - _MAX_NAMED, 'more ranker')} that moved less")
    if still := [moves.pair.name for moves in found if moves not in moved]:
        texts.append(f"{', '.join(still)}: {'' if moved else 'all-NDCG%20 '}unchanged")
    return f"{'; '.join(texts)} over {plural(len(found[0].queries), 'query')}."


def _p_text(moves: Moves, n_pairs: int) -> str:
    """Return the p-value, Holm's where several pairs were tested."""
    text = p_value(moves.p_holm)
    name = "p" if n_pairs == 1 else "Holm p"
    return f"{name} {text.replace('<', '< ')}" if text.startswith("<") else f"{name} = {text}"
