"""Rank the corpus for each query by the embeddings of an encoder."""

from paperpool.io.files import DELETE
from paperpool.rankers.scoring.indexed_search import IndexedSearch, write_index_rows
from paperpool.rankers.scoring.paper_vectors import KnownVectors
from paperpool.rankers.scoring.query_vectors import encode_job_queries
from paperpool.search.dense_search import check_vectors
from paperpool.workflow.corpus.twins import find_excluded, read_same_papers
from paperpool.workflow.pools.queries import read_queries
from paperpool.workflow.pools.top_candidates import (
    rank_by_encoder,
    rank_by_search,
    write_rankings,
)
from paperpool.workflow.running.scripts import running

with running(snakemake):
    files = snakemake.input
    params = snakemake.params

    queries = [query.query_id for query in read_queries(files.queries)]
    known = KnownVectors.map(files.papers, files.vectors)
    check_vectors(known.vectors, known.ids, files.vectors, DELETE)
    excluded = find_excluded(queries, read_same_papers(files.twins))
    asking = encode_job_queries(files.papers, known.find(queries), **params.queries)
    if params.index:
        index = IndexedSearch(
            params.index, known.vectors, params.similarity, params.search_threads, asking
        )
        rankings = rank_by_search(known, index.rank, excluded, params.depth)
        write_index_rows([index.tell("corpus", params.depth)], snakemake.output.recall)
    else:
        rankings = rank_by_encoder(
            known, params.similarity, excluded, params.depth, params.search_threads, asking
        )
    write_rankings(rankings, snakemake.output.run)
