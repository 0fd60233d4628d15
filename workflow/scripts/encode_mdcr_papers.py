"""Encode every paper of MDCR's large pools."""

from paperpool.mdcr.vector_search import encode_texts
from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.parquet_files import count_rows
from paperpool.rankers.scoring.vector_files import write_vectors
from paperpool.scripts import running

with running(snakemake):
    params, papers = snakemake.params, snakemake.input.papers
    encoder = Encoder(
        EncoderSettings(**params.encoder), ArrayCache(params.cache), params.torch_threads
    )
    write_vectors(
        encode_texts(papers, encoder, params.separator),
        count_rows(papers),
        snakemake.output.vectors,
    )
