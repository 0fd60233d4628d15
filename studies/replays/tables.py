"""The tables of a replay: what each order finds and needs, and whether systems keep their places.

Beside the orders stands feedback with settings that were chosen on other queries. Batches tell what
is judged at the stop, and how right the recall is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pandas as pd

from paperpool.collections.collection import Collection
from paperpool.evaluation.resampling import bootstrap_counts, interval, kendall_taus
from paperpool.extras.active_pooling.asking import follow_gold, list_stops
from paperpool.extras.active_pooling.batches import ORDERS, BatchRules
from paperpool.extras.active_pooling.orders import JudgingPool
from paperpool.extras.active_pooling.pools import Pair, pair_seed
from paperpool.workflow.annotation.material import Item
from replays.nested_feedback import judge_nested
from replays.replay import FOUND_COLUMNS, Replay

TAU_COLUMNS = "order share metric tau tau_low tau_high n_systems n_fed".split()
NEEDED_COLUMNS = "order slice recall share n_judged".split()
STOP_REPLAY_COLUMNS = (
    "order replay n_judged share n_found n_relevant recall estimate low high error is_inside"
).split()

N_REPLAYS = 20


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
    plain = ((name, replay.judge(order)) for name, order in ORDERS.items())
    for name, judged in (*plain, *nested.items()):
        for part, pairs in replay.slices.items():
            found.append(replay.find(judged, pairs).assign(order=name, slice=part))
            needed += [(name, part, *row) for row in replay.need(judged, pairs)]
        whole = replay.score(judged, 1.0)
        for share in replay.plan.shares:
            partial = replay.score(judged, share)
            for measure, before, after in zip(replay.plan.measures, whole, partial, strict=True):
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


def replay_stops(
    collection: Collection,
    pools: Mapping[Pair, JudgingPool],
    rules: BatchRules,
    confidence: float,
    seed: int,
) -> pd.DataFrame:
    """Return a row per replay: the share judged, the true recall, its estimate and interval.

    ``error`` is the estimate less the truth; ``is_inside`` tells whether the interval holds it.
    The collection's judgments are given as the annotators', batch by batch, until every pair has
    stopped, each time with another seed. Without candidates drawn at random there is no estimate.
    """
    gold = {
        Item(*pair, candidate): grade
        for pair in collection.pairs()
        for candidate, grade in collection.judgments[pair].grades().items()
        if candidate != pair[0]
    }
    n_relevant = sum(grade >= collection.relevant for grade in gold.values())
    rows = []
    for replay in range(1, N_REPLAYS + 1):
        seeds = (pair_seed(seed + replay, number) for number in range(len(pools)))
        drawn = zip(pools.items(), seeds, strict=True)
        seeded = {pair: replace(pool, seed=own) for (pair, pool), own in drawn}
        asking = follow_gold(seeded, gold, rules, seed, collection.scheme)
        end = list_stops(asking, confidence).iloc[-1]
        recall = end.n_found / n_relevant
        told: tuple = (None,) * 5
        if end.recall is not None:
            is_inside = end.recall_low <= recall <= end.recall_high
            told = (end.recall, end.recall_low, end.recall_high, end.recall - recall, is_inside)
        counts = (end.n_judged, end.n_judged / end.n_pool, end.n_found, n_relevant)
        rows.append((rules.order, replay, *counts, recall, *told))
    return pd.DataFrame(rows, columns=STOP_REPLAY_COLUMNS)
