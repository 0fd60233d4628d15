"""What a judged collection would have cost in another order: its judgments, asked for again.

Each pair is judged in batches in every order, with the grades that the collection has. After each
share of the judgments it is told

- how many of the relevant candidates were found (``recall``), over all pairs together, and
- how far the systems keep their order (Kendall's tau-b) when what was not judged yet counts as
  irrelevant, with a bootstrap interval over the pairs.

Beside the orders stands feedback with settings that were chosen on other queries
(``paperpool.judging.nested_feedback``). Every pair is judged to the same share of its pool. Figures
are those of the corrected protocol.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from paperpool.collections.collection import Collection
from paperpool.collections.facets import RELEVANT_GRADE
from paperpool.evaluation.csfcube_measures import PROTOCOLS
from paperpool.evaluation.order_correlation import kendall_taus
from paperpool.evaluation.resampling import bootstrap_counts, interval
from paperpool.evaluation.runs import Run
from paperpool.judging.feedback import order_by_feedback
from paperpool.judging.nested_feedback import judge_nested
from paperpool.judging.orders import (
    JudgingPool,
    Order,
    order_by_depth,
    order_by_max_mean,
    order_drawn,
    order_move_to_front,
)

ORDERS: dict[str, Order] = {
    "drawn": order_drawn,
    "depth": order_by_depth,
    "mtf": order_move_to_front,
    "maxmean": order_by_max_mean,
    "feedback": order_by_feedback,
}

MEASURES = ("ndcg%20", "map")
SHARES = tuple(number / 20 for number in range(1, 21))
LEVELS = (0.8, 0.9, 0.95)

FOUND_COLUMNS = "order slice share n_judged n_relevant n_found recall".split()
TAU_COLUMNS = "order share metric tau tau_low tau_high n_systems n_fed".split()
NEEDED_COLUMNS = "order slice recall share n_judged".split()

Pair = tuple[str, str]
Places = list[int]
Floats = NDArray[np.float64]


def replay_pair(pool: JudgingPool, relevant: NDArray[np.bool_], order: Order, batch: int) -> Places:
    """Return the places of a pool in the order in which they are judged, ``batch`` at a time."""
    known: dict[int, bool] = {}
    while len(known) < pool.size:
        chosen = order(pool, known, batch)
        known |= {place: bool(relevant[place]) for place in chosen}
    return list(known)


class Replay:
    """A judged collection and its systems, and what orders make of them.

    ``pools`` has the pool of each pair (``make_pools``), ``systems`` are the runs that are
    scored. ``slices`` name sets of pairs that recall is told for. A batch is ``batch_share`` of a
    pool, at least one candidate.
    """

    def __init__(
        self,
        collection: Collection,
        pools: Mapping[Pair, JudgingPool],
        systems: Mapping[str, Run],
        batch_share: float = 0.05,
    ):
        self.pools = pools
        self.systems = systems
        self.grades = {
            pair: np.array([collection.judgments[pair].grades()[c] for c in pool.candidates])
            for pair, pool in pools.items()
        }
        self.rankings = {
            pair: [_places(pool, run.get(pair, [])) for run in systems.values()]
            for pair, pool in pools.items()
        }
        self.halves = _halves(collection)
        self.slices = {"all": list(pools), **self.halves}
        self.batch_share = batch_share

    def judge(self, order: Order) -> dict[Pair, Places]:
        """Return in which order the candidates of each pair are judged."""
        with threadpool_limits(1, "blas"):  # the last digits depend on the threads
            return {
                pair: replay_pair(
                    pool,
                    self.grades[pair] >= RELEVANT_GRADE,
                    order,
                    max(1, round(self.batch_share * pool.size)),
                )
                for pair, pool in self.pools.items()
            }

    def find(self, judged: Mapping[Pair, Places], pairs: Sequence[Pair]) -> pd.DataFrame:
        """Return how many relevant candidates are found after each share, for ``pairs``."""
        hits = self._count_hits(judged, pairs)
        total = sum(int(found[-1]) for found in hits)
        rows = []
        for share in SHARES:
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
            np.cumsum(self.grades[p][judged[p]] >= RELEVANT_GRADE, dtype=np.int64) for p in pairs
        ]

    def score(self, judged: Mapping[Pair, Places], share: float) -> Floats:
        """Return the systems' figures with a share judged, shape (measures, systems, pairs)."""
        values = np.zeros((len(MEASURES), len(self.systems), len(self.pools)))
        for column, pair in enumerate(self.pools):
            grades = self.grades[pair].copy()
            grades[judged[pair][_size(share, len(grades)) :]] = 0
            for row, places in enumerate(self.rankings[pair]):
                for layer, measure in enumerate(MEASURES):
                    values[layer, row, column] = PROTOCOLS["corrected"][measure](
                        grades[places], grades
                    )
        return values


def replay_orders(
    replay: Replay, n_fed: int, n_samples: int, confidence: float, seed: int
) -> dict[str, pd.DataFrame]:
    """Return the tables ``found``, ``tau``, ``needed`` and ``settings``.

    Their columns are FOUND_COLUMNS, TAU_COLUMNS, NEEDED_COLUMNS and ``nested_feedback``'s
    SETTING_COLUMNS.

    ``n_fed`` is how many of the systems feed the orders. Intervals cover ``confidence`` of
    ``n_samples`` bootstrap samples of the pairs, the same for every order and share.
    """
    rng = np.random.default_rng([seed, 600])
    weights = bootstrap_counts([len(replay.pools)], n_samples, rng).astype(float)
    found, tau, needed = [], [], []
    nested, settings = judge_nested(replay)
    for name, judged in ({n: replay.judge(order) for n, order in ORDERS.items()} | nested).items():
        for part, pairs in replay.slices.items():
            found.append(replay.find(judged, pairs).assign(order=name, slice=part))
            needed += [(name, part, *row) for row in replay.need(judged, pairs)]
        whole = replay.score(judged, 1.0)
        for share in SHARES:
            partial = replay.score(judged, share)
            for measure, before, after in zip(MEASURES, whole, partial, strict=True):
                [point] = kendall_taus(before.mean(axis=1)[None], after.mean(axis=1)[None])
                sampled = kendall_taus(weights @ before.T, weights @ after.T)
                low, high = interval(sampled, confidence)
                counts = (len(replay.systems), n_fed)
                tau.append((name, share, measure, point, low, high, *counts))
    return {
        "found": pd.concat(found)[FOUND_COLUMNS],
        "tau": pd.DataFrame(tau, columns=TAU_COLUMNS),
        "needed": pd.DataFrame(needed, columns=NEEDED_COLUMNS),
        "settings": settings,
    }


def _sum_up(hits: Sequence[NDArray[np.int64]], share: float) -> tuple[int, int]:
    """Return how many candidates are judged after a share, and how many of them are relevant."""
    sizes = [_size(share, len(found)) for found in hits]
    return sum(sizes), sum(int(found[n - 1]) for found, n in zip(hits, sizes, strict=True))


def _size(share: float, n: int) -> int:
    """Return how many of ``n`` candidates are a share of them, rounded up."""
    return min(n, int(np.ceil(share * n - 1e-9)))


def _places(pool: JudgingPool, ranking: Sequence[tuple[str, float]]) -> Places:
    places = {candidate: place for place, candidate in enumerate(pool.candidates)}
    return [places[candidate] for candidate, _ in ranking if candidate in places]


def _halves(collection: Collection) -> dict[str, list[Pair]]:
    """Return the pairs of each half of the queries, a query paper in the half of its first fold."""
    folds = collection.folds.get("all", {})
    first = {query for query, _ in folds.get("fold1_dev", [])}
    pairs = collection.pairs()
    halves = {
        "first half": [pair for pair in pairs if pair[0] in first],
        "second half": [pair for pair in pairs if pair[0] not in first],
    }
    return {name: half for name, half in halves.items() if half}
