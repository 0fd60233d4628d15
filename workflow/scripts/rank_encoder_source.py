"""Rank the corpus for each query by the embeddings of an encoder."""

from paperpool.corpus.twins import find_excluded, read_same_papers
from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.pools.encoder_source import rank_by_encoder
from paperpool.pools.queries import read_queries
from paperpool.pools.top_candidates import write_rankings
from paperpool.scripts import running

with running(snakemake):
    queries = [query.query_id for query in read_queries(snakemake.input.queries)]
    encoder = Encoder(
        EncoderSettings(**snakemake.params.encoder),
        ArrayCache(snakemake.params.cache),
        snakemake.params.torch_threads,
    )
    rankings = rank_by_encoder(
        snakemake.input.papers,
        snakemake.params.column,
        encoder,
        snakemake.params.similarity,
        find_excluded(queries, read_same_papers(snakemake.input.twins)),
        snakemake.params.depth,
        snakemake.params.separator,
        snakemake.params.search_threads,
    )
    write_rankings(rankings, snakemake.output.run)
