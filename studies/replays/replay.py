"""What a judged collection would have cost in another order: its judgments, asked for again.

Each pair is judged in batches in every order, with the grades that the collection has. After each
share of the judgments it is told

- how many of the relevant candidates were found (``recall``), over all pairs together, and
- how far the systems keep their order (Kendall's tau-b) when what was not judged yet counts as
  irrelevant, with a bootstrap interval over the pairs.

Every pair is judged to the same share of its pool. What is measured, after which shares and in
which batches, is the collection's plan.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run
from paperpool.extras.active_pooling.orders import JudgingPool, Order
from paperpool.extras.active_pooling.pools import Pair
from replays.document_space import SearchedPool
from replays.plan import CSFCUBE, BatchSize, ReplayPlan

LEVELS = (0.8, 0.9, 0.95)

FOUND_COLUMNS = "order slice share n_judged n_relevant n_found recall".split()

AskedPool = JudgingPool | SearchedPool
Places = list[int]
Floats = NDArray[np.float64]


def replay_pair(
    pool: AskedPool, relevant: NDArray[np.bool_], order: Order, batch: BatchSize
) -> Places:
    """Return the places of a pool in the order in which they are judged, batch by batch."""
    known: dict[int, bool] = {}
    while len(known) < pool.size:
        chosen = order(pool, known, batch(pool.size, len(known)))
        known |= {place: bool(relevant[place]) for place in chosen}
    return list(known)


class Replay:
    """A judged collection and its systems, and what orders make of them.

    ``pools`` has the pool of each pair, ``systems`` are the runs that are scored. ``slices`` name
    sets of pairs that recall is told for. A candidate without a judgment is irrelevant.
    """

    def __init__(
        self,
        collection: Collection,
        pools: Mapping[Pair, AskedPool],
        systems: Mapping[str, Run],
        plan: ReplayPlan = CSFCUBE,
    ):
        self.pools = pools
        self.systems = systems
        self.plan = plan
        self.relevant = collection.relevant
        self.grades = {pair: _grade(pool, collection, pair) for pair, pool in pools.items()}
        self.rankings = {
            pair: [_places(pool, run.get(pair, []), plan.is_open) for run in systems.values()]
            for pair, pool in pools.items()
        }
        self.halves = {} if plan.is_open else _halves(collection)
        self.slices = {"all": list(pools), **self.halves}

    def judge(self, order: Order) -> dict[Pair, Places]:
        """Return in which order the candidates of each pair are judged."""
        with threadpool_limits(1, "blas"):  # the last digits depend on the threads
            return {
                pair: replay_pair(
                    pool, self.grades[pair] >= self.relevant, order, self.plan.next_batch
                )
                for pair, pool in self.pools.items()
            }

    def find(self, judged: Mapping[Pair, Places], pairs: Sequence[Pair]) -> pd.DataFrame:
        """Return how many relevant candidates are found after each share, for ``pairs``."""
        hits = self._count_hits(judged, pairs)
        total = sum(int(found[-1]) for found in hits)
        rows = []
        for share in self.plan.shares:
            n_judged, n_found = _sum_up(hits, share)
            rows.append((share, n_judged, total, n_found, n_found / total if total else np.nan))
        return pd.DataFrame(rows, columns=FOUND_COLUMNS[2:])

    def need(self, judged: Mapping[Pair, Places], pairs: Sequence[Pair]) -> Iterator[tuple]:
        """Yield for each level of recall the least share of the judgments, and their number."""
        hits = self._count_hits(judged, pairs)
        total = sum(int(found[-1]) for found in hits)
        shares = sorted({(n + 1) / len(found) for found in hits for n in range(len(found))})
        for level in LEVELS:
            # recall only grows with the share
            place = bisect_left(shares, level * total, key=lambda share: _sum_up(hits, share)[1])
            n_judged, _ = _sum_up(hits, shares[place])
            yield level, n_judged / sum(map(len, hits)), n_judged

    def _count_hits(
        self, judged: Mapping[Pair, Places], pairs: Sequence[Pair]
    ) -> list[NDArray[np.int64]]:
        """Return for each pair how many are found after each of its judgments."""
        return [
            np.cumsum(self.grades[p][judged[p]] >= self.relevant, dtype=np.int64) for p in pairs
        ]

    def score(self, judged: Mapping[Pair, Places], share: float) -> Floats:
        """Return the systems' figures with a share judged, shape (measures, systems, pairs)."""
        measures = self.plan.measures.values()
        values = np.zeros((len(measures), len(self.systems), len(self.pools)))
        for column, pair in enumerate(self.pools):
            grades = self.grades[pair].copy()
            grades[judged[pair][_size(share, len(grades)) :]] = 0
            told = np.append(grades, 0)  # the last is that of what no pool has
            for row, places in enumerate(self.rankings[pair]):
                for layer, measure in enumerate(measures):
                    values[layer, row, column] = measure(told[places], grades, self.relevant)
        return values


def _sum_up(hits: Sequence[NDArray[np.int64]], share: float) -> tuple[int, int]:
    """Return how many candidates are judged after a share, and how many of them are relevant."""
    sizes = [_size(share, len(found)) for found in hits]
    return sum(sizes), sum(int(found[n - 1]) for found, n in zip(hits, sizes, strict=True))


def _size(share: float, n: int) -> int:
    """Return how many of ``n`` candidates are a share of them, rounded up."""
    return min(n, int(np.ceil(share * n - 1e-9)))


def _grade(pool: AskedPool, collection: Collection, pair: Pair) -> NDArray[np.int64]:
    """Return the grade of each candidate; what TREC's judgments have below 0 is irrelevant too."""
    grades = collection.judgments[pair].grades()
    return np.array([max(0, grades.get(candidate, 0)) for candidate in pool.candidates])


def _places(
    pool: AskedPool, ranking: Sequence[tuple[str, float]], is_open: bool
) -> NDArray[np.int64]:
    """Return the places of what a run ranks; -1 of what no pool has, where the run may have it."""
    places = {candidate: place for place, candidate in enumerate(pool.candidates)}
    found = [places.get(candidate, -1) for candidate, _ in ranking]
    return np.array([place for place in found if is_open or place >= 0], dtype=np.int64)


def _halves(collection: Collection) -> dict[str, list[Pair]]:
    """Return the pairs of each half of the queries, a query paper in the half of its first fold."""
    first = {query for query, _ in collection.folds["all"]["fold1_dev"]}
    pairs = collection.pairs()
    return {
        "first half": [pair for pair in pairs if pair[0] in first],
        "second half": [pair for pair in pairs if pair[0] not in first],
    }
