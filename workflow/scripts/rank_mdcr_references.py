"""Rank MDCR's large pools of both levels by what the papers nearest to the queries cite."""

import numpy as np

from paperpool.io.files import DELETE
from paperpool.mdcr.names import LEVELS
from paperpool.search.dense_search import check_vectors
from paperpool.workflow.corpus.database import connect, lend
from paperpool.workflow.corpus.neighbours import CITING, Neighbours
from paperpool.workflow.mdcr.large_pools import (
    RANKED_SPLITS,
    LargePools,
    read_same_queries,
    write_run,
)
from paperpool.workflow.mdcr.references import (
    FURTHER,
    find_nearest_papers,
    search_by_votes,
    write_votes,
)
from paperpool.workflow.running.scripts import running

with running(snakemake) as logger:
    inputs = snakemake.input
    output = snakemake.output
    params = snakemake.params

    pools = LargePools(inputs)
    [file] = inputs.vectors
    vectors = np.load(file, mmap_mode="r", allow_pickle=False)
    check_vectors(vectors, pools.ids, file, DELETE)
    same = read_same_queries(inputs)
    depth = FURTHER * params.n_voters
    near = find_nearest_papers(
        inputs.papers, same, vectors, params.similarity, depth, snakemake.threads
    )
    with connect(**lend(snakemake.resources, snakemake.threads)) as database:
        cites = Neighbours(inputs.cites, CITING)
        n = write_votes(database, near, cites, inputs.papers, params.n_voters, output.votes)
    logger.info("%d votes for %d queries.", n, len(same))
    rank = search_by_votes(output.votes, pools.ids)
    for level in LEVELS:
        write_run(pools, level, RANKED_SPLITS, rank, params.depth, output[level])
