"""Encode what the re-ranker reads of queries and candidates, or read the vectors that are given."""

from pathlib import Path

from paperpool.collections.csfcube_release import read_collection
from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.workflow.running.scripts import running
from paperpool.workflow.scisearch.features import list_texts, write_vectors
from paperpool.workflow.scisearch.given_reading import read_given
from paperpool.workflow.scisearch.given_vectors import is_given

with running(snakemake):
    params = snakemake.params
    collection = read_collection(Path(snakemake.input.collection[0]).parent)
    texts = list_texts(collection, params.candidate)
    if is_given(params.encoder):
        vectors = read_given(params.encoder["vectors"], texts)
    else:
        settings = EncoderSettings(**params.encoder)
        encoder = Encoder(settings, ArrayCache(params.cache), params.torch_threads)
        vectors = encoder.encode(list(texts.values()))
    write_vectors(snakemake.output.vectors, texts, vectors)
