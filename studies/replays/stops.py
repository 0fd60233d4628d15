"""Batches replayed on a judged collection: what is judged at the stop, and how right the recall is.

The judgments that the collection has are given as the annotators', batch by batch, until every
pair has stopped. Each replay has a seed of its own.
"""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
from numpy.typing import NDArray

from paperpool.annotation.material import Item
from paperpool.collections.collection import Collection
from paperpool.collections.facets import RELEVANT_GRADE
from paperpool.evaluation.runs import Run
from paperpool.judging.asking import follow_gold, list_stops
from paperpool.judging.batches import BatchRules
from replays.pools import make_pools, reseed

N_REPLAYS = 20

STOP_REPLAY_COLUMNS = (
    "order replay n_judged share n_found n_relevant recall estimate low high error is_inside"
).split()


def replay_stops(
    collection: Collection,
    feeders: Mapping[str, Run],
    rules: BatchRules,
    confidence: float,
    seed: int,
    embeddings: Mapping[str, NDArray] | None = None,
) -> pd.DataFrame:
    """Return a row per replay: the share judged, the true recall, its estimate and interval.

    ``error`` is the estimate less the truth; ``is_inside`` tells whether the interval holds it.
    Without candidates drawn at random there is no estimate. ``embeddings`` are those of
    ``embed_papers``.
    """
    gold = {
        Item(*pair, candidate): grade
        for pair in collection.pairs()
        for candidate, grade in collection.judgments[pair].grades().items()
        if candidate != pair[0]
    }
    n_relevant = sum(grade >= RELEVANT_GRADE for grade in gold.values())
    pools = make_pools(collection, feeders, seed, embeddings)
    rows = []
    for replay in range(1, N_REPLAYS + 1):
        asking = follow_gold(reseed(pools, seed + replay), gold, rules, seed)
        end = list_stops(asking, confidence).iloc[-1]
        recall = end.n_found / n_relevant
        told: tuple = (None,) * 5
        if end.recall is not None:
            is_inside = end.recall_low <= recall <= end.recall_high
            told = (end.recall, end.recall_low, end.recall_high, end.recall - recall, is_inside)
        counts = (end.n_judged, end.n_judged / end.n_pool, end.n_found, n_relevant)
        rows.append((rules.order, replay, *counts, recall, *told))
    return pd.DataFrame(rows, columns=STOP_REPLAY_COLUMNS)
