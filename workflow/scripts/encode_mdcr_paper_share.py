"""Encode a share of the papers of MDCR's large pools."""

from paperpool.mdcr.encoding_shares import encode_text_share, write_share
from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.scripts import running

with running(snakemake, is_kept=False) as logger:
    params, output = snakemake.params, snakemake.output
    encoder = Encoder(
        EncoderSettings(**params.encoder), ArrayCache(params.cache), params.torch_threads
    )
    batches = encode_text_share(
        snakemake.input.papers, encoder, params.separator, params.job, params.jobs
    )
    written = write_share(batches, output.vectors, output.owners)
    logger.info("%d papers are this job's", written)
