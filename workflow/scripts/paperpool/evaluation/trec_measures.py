"""MDCR's measures: trec_eval's, as the release's own script takes them from pytrec_eval.

Source: MDCR sections 3 and 4.3. trec_eval orders by score, read as a 32-bit float, and equal scores
by falling id.
"""

from collections.abc import Collection, Mapping, Sequence

import numpy as np
import pytrec_eval

from paperpool.evaluation.resampling import Floats

LARGE_SCALE = ("map", "ndcg", "recall_30")
"""The measures of the rankings of large pools."""

BENCHMARK = ("map", "ndcg", "recall_5")
"""The measures of the benchmark's pools."""

Rankings = Mapping[str, Mapping[str, float]]
"""Of each query the scores of its candidates, higher ones first."""


def measure(
    rankings: Rankings, relevant: Mapping[str, Collection[str]], measures: Sequence[str]
) -> Floats:
    """Return the measures of each query of ``relevant``, in its order: (queries, measures).

    Relevant candidates that are not ranked count as missed. A query that is not ranked, or has no
    relevant candidate, scores 0.
    """
    judgments = {query: dict.fromkeys(ids, 1) for query, ids in relevant.items() if ids}
    ranked = {
        query: scores for query in judgments if (scores := rankings.get(query))
    }  # trec_eval would leave the others out of its means
    results = pytrec_eval.RelevanceEvaluator(judgments, set(measures)).evaluate(ranked)
    nothing = dict.fromkeys(measures, 0.0)
    values = [[results.get(query, nothing)[m] for m in measures] for query in relevant]
    return np.array(values).reshape(len(relevant), len(measures))
