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
    ranked = {}
    for query in judgments:
        scores = rankings.get(query)
        if scores:
            ranked[query] = keep_order(scores)
    results = pytrec_eval.RelevanceEvaluator(judgments, set(measures)).evaluate(ranked)

    # trec_eval would leave queries without a ranking out of its means
    zeros = dict.fromkeys(measures, 0.0)
    values = []
    for query in relevant:
        scores_of_query = results.get(query, zeros)
        values.append([scores_of_query[name] for name in measures])
    return np.array(values).reshape(len(relevant), len(measures))
