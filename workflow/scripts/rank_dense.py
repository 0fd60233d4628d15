"""Rank a CSFCube collection with a model, in the way of the ranker's kind."""

from pathlib import Path

from paperpool.cache import ArrayCache
from paperpool.csfcube.encoder_rankers import ENCODER_RANKERS, MODELS
from paperpool.csfcube.official_runs import store_run
from paperpool.csfcube.release import read_collection
from paperpool.encoders import Encoder, EncoderSettings
from paperpool.scripts import running

with running(snakemake):
    collection = read_collection(Path(snakemake.input.collection[0]).parent)
    encoder = MODELS.get(snakemake.params.kind, Encoder)(
        EncoderSettings(**snakemake.params.encoder),
        ArrayCache(snakemake.params.cache),
        snakemake.params.torch_threads,
    )
    rank = ENCODER_RANKERS[snakemake.params.kind]
    run = rank(collection, encoder, **snakemake.params.settings)
    store_run(run, snakemake.output.run, snakemake.output.ranked)
