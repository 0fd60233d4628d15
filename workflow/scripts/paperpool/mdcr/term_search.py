"""BM25's parameters on MDCR's large pools, on title and abstract.

Source: MDCR section 3.1 and appendix A.1: BM25 by Lucene's formula, with both parameters tuned on
validation queries. Document frequencies and the mean length are those of the pool.
"""

from collections.abc import Iterable, Sequence

import numpy as np
import pandas as pd

from paperpool.evaluation.resampling import Floats
from paperpool.evaluation.trec_measures import measure
from paperpool.mdcr.large_pools import LargePools, Pool
from paperpool.rankers.scoring.parameter_grid import try_grid
from paperpool.rankers.scoring.searching import Rows
from paperpool.search.sparse_pool import SparsePool
from paperpool.search.term_counts import TermCounts


def tune_bm25(
    pools: LargePools,
    level: str,
    terms: TermCounts,
    k1: Sequence[float],
    b: Sequence[float],
    depth: int,
    threads: int,
) -> pd.DataFrame:
    """Return the MAP of each pair of parameters on validation pools of a level (``try_grid``).

    The dataset level uses its smallest pool, the field level the mean over all fields. The grid
    grows while its best pair lies on an edge. Equal scores keep the order of the run. Memory holds
    the statistics of every pool and the rankings of one search.
    """
    searches = [
        [
            (
                SparsePool(terms, search.rows, threads),
                search,
                [pools.cited_rows(query) for query in queries],
            )
            for queries, search in pools.searches(pool)
        ]
        for pool in _pools_to_tune_on(pools, level)
    ]

    def mean_ap(k1: float, b: float) -> float:
        of_pools = []
        for of_pool in searches:
            values = []
            for index, search, relevant in of_pool:
                rows, _ = index.search_bm25(search.queries, k1, b, depth, search.exclude)
                values.append(_average_precision(rows, relevant))
            of_pools.append(np.concatenate(values).mean())
        return float(np.mean(of_pools))

    grid = try_grid(k1, b, mean_ap)
    grid.insert(0, "level", level)
    return grid


def _pools_to_tune_on(pools: LargePools, level: str) -> Iterable[Pool]:
    """Return validation pools of a level; of the dataset level one, to bound time and memory."""
    validation = pools.of_level(level, ["val"])
    if level == "dataset":
        return [min(validation, key=lambda pool: len(pool.rows))]
    return validation


def _average_precision(rows: Rows, relevant: Sequence[Rows]) -> Floats:
    """Return the average precision of each query's rows, best first; -1 pads."""
    depth = rows.shape[1]  # places are the scores: equal ones would be ordered anew
    rankings = {
        str(query): {str(row): depth - place for place, row in enumerate(of_query) if row >= 0}
        for query, of_query in enumerate(rows.tolist())
    }
    cited = {str(query): [str(row) for row in ids] for query, ids in enumerate(relevant)}
    return measure(rankings, cited, ["map"])[:, 0]
