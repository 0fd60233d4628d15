"""Encode a share of the papers of a table, or their sentences; write how fast it was, too."""

from time import perf_counter

from paperpool.encoding.shares import encode_sentence_share, encode_text_share, write_share
from paperpool.io.files import write_json
from paperpool.models.cache import ArrayCache
from paperpool.models.contextual_encoders import ContextualEncoder
from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.rankers.scoring.paper_vectors import KnownVectors
from paperpool.workflow.running.scripts import running

with running(snakemake, is_kept=False) as logger:
    files = snakemake.input
    params = snakemake.params
    output = snakemake.output

    begin = perf_counter()
    share = int(snakemake.wildcards.share)
    encoding = params.encoding
    settings = EncoderSettings(**encoding["encoder"])
    cache = ArrayCache(params.cache)
    if encoding["layers"]:
        encoder = ContextualEncoder(
            settings, cache, params.torch_threads, layers=encoding["layers"]
        )
        batches = encode_sentence_share(files.papers, encoder, share, params.jobs)
    else:
        encoder = Encoder(settings, cache, params.torch_threads)
        known = None
        if files.known:
            known = KnownVectors.map(*files.known)
        batches = encode_text_share(
            files.papers, encoder, encoding["separator"], share, params.jobs, known
        )
    written = write_share(batches, output.vectors, output.owners, params.dtype)
    write_json(output.speed, encoder.measure_speed(perf_counter() - begin))
    logger.info("%d vectors are of this job's papers", written)
