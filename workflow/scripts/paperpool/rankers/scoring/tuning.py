"""BM25's parameters, chosen on the validation split of a collection of candidates.

Source: MDCR section 3.1: k1 and b are optimized on validation sets built as the test sets are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd

from paperpool.evaluation.trec_measures import measure
from paperpool.rankers.scoring.parameter_grid import try_grid
from paperpool.rankers.scoring.stem_pools import StemPool


def tune_on_pool(pool: StemPool, grid: Mapping[str, Sequence[float]]) -> pd.DataFrame:
    """Return the MAP of BM25 over the queries for each pair of parameters (see ``try_grid``).

    As the evaluation has it (``trec_measures``): scores are 32-bit floats, equal ones by falling
    id. A paper that is asked for in several fields is one query.
    """
    collection = pool.collection
    relevant: dict[str, list[str]] = {}
    for (query, _), judged in sorted(collection.judgments.items()):
        grades = judged.grades().items()
        cited = [i for i, grade in grades if grade >= collection.relevant]
        relevant.setdefault(query, []).extend(cited)

    def mean_ap(k1: float, b: float) -> float:
        rankings: dict[str, dict[str, float]] = {query: {} for query in relevant}
        scores = pool.pool.score_bm25(*pool.rows, k1, b).tolist()
        for ((query, _), candidate), score in zip(pool.pairs, scores, strict=True):
            rankings[query][candidate] = score
        return float(measure(rankings, relevant, ["map"]).mean())

    return try_grid(grid["k1"], grid["b"], mean_ap)
