"""Rank MDCR's large pools of both levels with BM25 and TF-IDF."""

import pandas as pd

from paperpool.mdcr.large_pools import read_large_pools
from paperpool.mdcr.names import LEVELS
from paperpool.mdcr.retrieval import RANKED_SPLITS, write_run
from paperpool.mdcr.term_rankers import rank_by_bm25, rank_by_tfidf
from paperpool.mdcr.tuning import chosen_parameters
from paperpool.scripts import running
from paperpool.search.term_counts import TermCounts

with running(snakemake) as logger:
    inputs, params = snakemake.input, snakemake.params
    pools = read_large_pools(inputs)
    terms = TermCounts(*inputs.terms)
    for level in LEVELS:
        for kind, run in zip(params.kinds.values(), snakemake.output[level], strict=True):
            rank = rank_by_tfidf(terms, params.threads)
            if kind == "bm25":
                grid = pd.read_csv(inputs.grid[0])
                k1, b = chosen_parameters(grid[grid["level"] == level])
                rank = rank_by_bm25(terms, k1, b, params.threads)
                logger.info("%s level: k1 = %s, b = %s", level, k1, b)
            write_run(pools, level, RANKED_SPLITS[level], rank, params.depth, run)
