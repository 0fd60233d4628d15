"""Encode the sentences of every paper of MDCR's large pools, within their paper."""

from paperpool.mdcr.sentence_vectors import encode_sentences
from paperpool.models.cache import ArrayCache
from paperpool.models.cached_model import EncoderSettings
from paperpool.models.contextual_encoders import ContextualEncoder
from paperpool.scripts import running

with running(snakemake) as logger:
    params, output = snakemake.params, snakemake.output
    settings, cache = EncoderSettings(**params.encoder), ArrayCache(params.cache)
    encoder = ContextualEncoder(settings, cache, params.torch_threads, layers=params.layers)
    n = encode_sentences(snakemake.input.papers, encoder, output.vectors, output.starts)
    logger.info("%d sentences.", n)
