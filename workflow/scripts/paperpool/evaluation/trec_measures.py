"""MDCR's measures: trec_eval's, computed by pytrec_eval as in the release's script.

Source: MDCR sections 3 and 4.3. trec_eval orders by score, a 32-bit float, and ties by falling id
(see ``float_scores``).
"""

from collections.abc import Collection, Mapping, Sequence

import numpy as np
import pytrec_eval

from paperpool.evaluation.float_scores import keep_order
from paperpool.evaluation.resampling import Floats

LARGE_SCALE = ("map", "ndcg", "recall_30")

BENCHMARK = ("map", "ndcg", "recall_5")

Rankings = Mapping[str, Mapping[str, float]]
"""The scores of each query's candidates, higher ones first."""


def measure(
    rankings: Rankings, relevant: Mapping[str, Collection[str]], measures: Sequence[str]
) -> Floats:
    """Compute the measures of each query of ``relevant``, in its order: (queries, measures).

    Unranked relevant candidates are misses. Queries without ranked or relevant candidates score 0.
    """
    judgments = {query: dict.fromkeys(ids, 1) for query, ids in relevant.items() if ids}
    # trec_eval would leave queries without a ranking out of its means
    ranked = {query: keep_order(scores) for query in judgments if (scores := rankings.get(query))}
    results = pytrec_eval.RelevanceEvaluator(judgments, set(measures)).evaluate(ranked)
    zeros = dict.fromkeys(measures, 0.0)
    values = [[results.get(query, zeros)[m] for m in measures] for query in relevant]
    return np.array(values).reshape(len(relevant), len(measures))
