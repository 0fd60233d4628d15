"""Rank a CSFCube collection with models, each in the way of its ranker's kind."""

from pathlib import Path

from paperpool.cache import ArrayCache
from paperpool.csfcube.collection import FACETS
from paperpool.csfcube.encoder_rankers import ENCODER_RANKERS, MODELS
from paperpool.csfcube.official_runs import store_run
from paperpool.csfcube.release import read_collection
from paperpool.encoders import Encoder, EncoderSettings
from paperpool.scripts import running

with running(snakemake):
    collection = read_collection(Path(snakemake.input.collection[0]).parent)
    cache = ArrayCache(snakemake.params.cache)
    ranked = iter(snakemake.output.ranked)  # a file per facet of each run
    for ranking, path in zip(snakemake.params.rankings, snakemake.output.runs, strict=True):
        model = MODELS.get(ranking["kind"], Encoder)(
            EncoderSettings(**ranking["encoder"]), cache, snakemake.params.torch_threads
        )
        run = ENCODER_RANKERS[ranking["kind"]](collection, model, **ranking["settings"])
        store_run(run, path, [next(ranked) for _ in FACETS])
