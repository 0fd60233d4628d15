"""Encode the sentences of a share of the papers of MDCR's large pools."""

from paperpool.mdcr.encoding_shares import encode_sentence_share, write_share
from paperpool.models.cache import ArrayCache
from paperpool.models.cached_model import EncoderSettings
from paperpool.models.contextual_encoders import ContextualEncoder
from paperpool.scripts import running

with running(snakemake, is_kept=False) as logger:
    params, output = snakemake.params, snakemake.output
    encoder = ContextualEncoder(
        EncoderSettings(**params.encoder),
        ArrayCache(params.cache),
        params.torch_threads,
        layers=params.layers,
    )
    batches = encode_sentence_share(snakemake.input.papers, encoder, params.job, params.jobs)
    written = write_share(batches, output.vectors, output.owners)
    logger.info("%d sentences are this job's", written)
