"""The tables of a replay: what each order finds and needs, and whether systems keep their places.

Beside the orders stands feedback with settings that were chosen on other queries.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from paperpool.evaluation.order_correlation import kendall_taus
from paperpool.evaluation.resampling import bootstrap_counts, interval
from paperpool.judging.batches import ORDERS
from replays.nested_feedback import judge_nested
from replays.replay import FOUND_COLUMNS, Replay

TAU_COLUMNS = "order share metric tau tau_low tau_high n_systems n_fed".split()
NEEDED_COLUMNS = "order slice recall share n_judged".split()


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
