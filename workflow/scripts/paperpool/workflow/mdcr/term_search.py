"""BM25's parameters on MDCR's large pools, on title and abstract.

Source: MDCR section 3.1 and appendix A.1: BM25 by Lucene's formula, with both parameters tuned on
validation queries. Document frequencies and the mean length are those of the pool.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from paperpool.evaluation.resampling import Floats
from paperpool.evaluation.trec_measures import measure
from paperpool.rankers.bm25 import BM25
from paperpool.rankers.scoring.parameter_grid import try_grid
from paperpool.rankers.scoring.searching import Rows, search_by_terms
from paperpool.search.term_counts import TermCounts
from paperpool.workflow.mdcr.large_pools import LargePools


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
    the pools' rows, the statistics of one search and its rankings.
    """
    found = pools.of_level(level, ["val"])
    if level == "dataset":
        validation_pools = [min(found, key=lambda pool: len(pool.rows))]
    else:
        validation_pools = list(found)

    def mean_ap(k1: float, b: float) -> float:
        """Return the mean over pools of the MAP with a pair of parameters."""
        rank = search_by_terms(BM25(published=None), terms, threads, {"k1": k1, "b": b})
        means = []
        for pool in validation_pools:
            values = []
            for queries, search in pools.searches(pool):
                rows, _ = rank(search, depth)
                cited = [pools.cited_rows(query) for query in queries]
                values.append(_average_precision(rows, cited))
            means.append(np.concatenate(values).mean())
        return float(np.mean(means))

    grid = try_grid(k1, b, mean_ap)
    grid.insert(0, "level", level)
    return grid


def _average_precision(rows: Rows, relevant: Sequence[Rows]) -> Floats:
    """Return the average precision of each query's rows, best first; -1 pads."""
    depth = rows.shape[1]
    rankings = {}
    for query, ranked in enumerate(rows.tolist()):
        # places are the scores: equal ones would be ordered anew
        scores = {str(row): depth - place for place, row in enumerate(ranked) if row >= 0}
        rankings[str(query)] = scores

    cited = {}
    for query, cited_rows in enumerate(relevant):
        cited[str(query)] = [str(row) for row in cited_rows]
    return measure(rankings, cited, ["map"])[:, 0]
