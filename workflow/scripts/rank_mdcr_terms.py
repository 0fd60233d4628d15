"""Rank MDCR's large pools of both levels with a ranker that searches by terms."""

import pandas as pd

from paperpool.mdcr.names import LEVELS
from paperpool.rankers.registry import make_ranker
from paperpool.rankers.scoring.parameter_grid import chosen_parameters
from paperpool.rankers.scoring.searching import search_by_terms
from paperpool.search.term_counts import TermCounts
from paperpool.workflow.mdcr.large_pools import RANKED_SPLITS, LargePools, write_run
from paperpool.workflow.running.scripts import running

with running(snakemake) as logger:
    inputs = snakemake.input
    params = snakemake.params

    pools = LargePools(inputs)
    terms = TermCounts(*inputs.terms)
    [settings] = params.rankers.values()
    for level in LEVELS:
        parameters = {}
        for path in inputs.grid:
            grid = pd.read_csv(path)
            k1, b = chosen_parameters(grid[grid["level"] == level])
            logger.info("%s level: k1 = %s, b = %s", level, k1, b)
            parameters = {"k1": k1, "b": b}
        rank = search_by_terms(make_ranker(settings), terms, snakemake.threads, parameters)
        write_run(pools, level, RANKED_SPLITS, rank, params.depth, snakemake.output[level])
