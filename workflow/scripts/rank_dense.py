"""Rank a CSFCube collection by the embeddings of encoders, each in the way of its kind."""

from pathlib import Path

from paperpool.cache import ArrayCache
from paperpool.csfcube.encoder_rankers import ENCODER_RANKERS
from paperpool.csfcube.release import read_collection
from paperpool.encoders import Encoder, EncoderSettings
from paperpool.runs import write_run
from paperpool.scripts import running

with running(snakemake):
    collection = read_collection(Path(snakemake.input.collection[0]).parent)
    cache = ArrayCache(snakemake.params.cache)
    for ranking, run in zip(snakemake.params.rankings, snakemake.output, strict=True):
        settings = EncoderSettings(**ranking["encoder"])
        encoder = Encoder(settings, cache, snakemake.params.torch_threads)
        rank = ENCODER_RANKERS[ranking["kind"]]
        write_run(rank(collection, encoder, **ranking["settings"]), run)
