"""Encode every paper of MDCR's large pools."""

import pyarrow.parquet as pq

from paperpool.mdcr.vector_search import encode_texts
from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.rankers.scoring.vector_files import write_vectors
from paperpool.scripts import running

with running(snakemake):
    params, papers = snakemake.params, snakemake.input.papers
    encoder = Encoder(
        EncoderSettings(**params.encoder), ArrayCache(params.cache), params.torch_threads
    )
    write_vectors(
        encode_texts(papers, encoder, params.separator),
        pq.read_metadata(papers).num_rows,
        snakemake.output.vectors,
    )
