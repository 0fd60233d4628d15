"""Rank MDCR's large pools of both levels by the vectors of their papers, or of their sentences."""

import numpy as np

from paperpool.io.files import DELETE
from paperpool.mdcr.names import LEVELS
from paperpool.rankers.scoring.indexed_search import IndexedSearch, write_index_rows
from paperpool.rankers.scoring.query_vectors import encode_job_queries
from paperpool.rankers.scoring.searching import search_by_sentences, search_by_vectors
from paperpool.search.dense_search import check_vectors
from paperpool.workflow.mdcr.large_pools import RANKED_SPLITS, LargePools, write_run
from paperpool.workflow.running.scripts import running

with running(snakemake):
    inputs = snakemake.input
    params = snakemake.params

    pools = LargePools(inputs)
    vectors = np.load(inputs.vectors, mmap_mode="r", allow_pickle=False)
    asking = encode_job_queries(inputs.papers, pools.query_rows(), **params.queries)
    index = None
    if inputs.starts:
        starts = np.load(inputs.starts, mmap_mode="r", allow_pickle=False)
        rank = search_by_sentences(vectors, starts, snakemake.threads, asking)
    else:
        check_vectors(vectors, pools.ids, inputs.vectors, DELETE)
        compared = (vectors, params.similarity, snakemake.threads, asking)
        if params.index:
            index = IndexedSearch(params.index, *compared)
            rank = index.rank
        else:
            rank = search_by_vectors(*compared)

    found = []
    for level in LEVELS:
        write_run(pools, level, RANKED_SPLITS, rank, params.depth, snakemake.output[level])
        if index is not None:
            found.append(index.tell(level, params.depth))
    if index is not None:
        write_index_rows(found, snakemake.output.recall)
