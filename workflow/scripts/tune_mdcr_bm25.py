"""Choose BM25's parameters for each level on its validation pools."""

import pandas as pd

from paperpool.io.tables import write_csv
from paperpool.mdcr.names import LEVELS
from paperpool.rankers.scoring.parameter_grid import describe_edges
from paperpool.search.term_counts import TermCounts
from paperpool.workflow.mdcr.large_pools import LargePools
from paperpool.workflow.mdcr.term_search import tune_bm25
from paperpool.workflow.running.scripts import running

with running(snakemake) as logger:
    inputs = snakemake.input
    params = snakemake.params

    pools = LargePools(inputs)
    terms = TermCounts(*inputs.terms)
    grids = []
    for level in LEVELS:
        grid = tune_bm25(
            pools, level, terms, **params.grid, depth=params.depth, threads=snakemake.threads
        )
        grids.append(grid)
        for edge in describe_edges(grid, **params.grid):
            logger.info("%s level: %s", level, edge)
    write_csv(snakemake.output.grid, pd.concat(grids))
