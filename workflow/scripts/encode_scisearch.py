"""Encode what the re-ranker reads of queries and candidates."""

from pathlib import Path

from paperpool.collections.csfcube_release import read_collection
from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.scisearch.features import write_vectors
from paperpool.scripts import running

with running(snakemake):
    params = snakemake.params
    encoder = Encoder(
        EncoderSettings(**params.encoder), ArrayCache(params.cache), params.torch_threads
    )
    collection = read_collection(Path(snakemake.input.collection[0]).parent)
    write_vectors(snakemake.output.vectors, collection, encoder, params.candidate)
