"""A small benchmark and rankers' scores on it."""

import numpy as np

from paperpool.collections.mdcr_benchmark import Pool
from paperpool.evaluation.pair_scores import pair_keys
from paperpool.evaluation.paired_draws import Resampling

QUICK = Resampling(seed=13, n_bootstrap=200, n_permutations=200)
KEYS = ["benchmark", "protocol", "split", "ranker", "slice", "metric"]


def make_benchmark(n_queries, n_graph=3):
    """Return pools of two fields: 2 positives, 3 negatives of `bm25`, n_graph of `graph`."""
    return {
        field: {
            f"{field}{i}": Pool(
                {
                    "bm25": ["b0", "b1", "b2"],
                    "graph": [f"g{j}" for j in range(n_graph if i else 0)],
                    "true": ["t0", "t1"],
                }
            )
            for i in range(n)
        }
        for field, n in n_queries.items()
    }


def make_scores(benchmark, seed):
    rng = np.random.default_rng(seed)
    return {
        "random": {key: float(rng.random()) for key in pair_keys(benchmark)},
        "good": {key: rng.random() + ("_t" in key) for key in pair_keys(benchmark)},
        "best": {key: float("_t" in key) for key in pair_keys(benchmark)},
    }
