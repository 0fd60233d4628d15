"""Encode the sentences of a share of the papers of a table; write how fast it was, too."""

from time import perf_counter

from paperpool.encoding.shares import encode_sentence_share, write_share
from paperpool.io.files import write_json
from paperpool.models.cache import ArrayCache
from paperpool.models.cached_model import EncoderSettings
from paperpool.models.contextual_encoders import ContextualEncoder
from paperpool.scripts import running

with running(snakemake, is_kept=False) as logger:
    params, output = snakemake.params, snakemake.output
    begin = perf_counter()
    encoder = ContextualEncoder(
        EncoderSettings(**params.encoder),
        ArrayCache(params.cache),
        params.torch_threads,
        layers=params.layers,
    )
    batches = encode_sentence_share(snakemake.input.papers, encoder, params.job, params.jobs)
    written = write_share(batches, output.vectors, output.owners, params.dtype)
    write_json(output.speed, encoder.measure_speed(perf_counter() - begin))
    logger.info("%d sentences are this job's", written)
