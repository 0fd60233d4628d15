"""Rank a CSFCube collection with models, each in the way of its ranker's kind."""

from pathlib import Path

from paperpool.csfcube.encoder_rankers import ENCODER_RANKERS, MODELS
from paperpool.csfcube.official_runs import store_runs
from paperpool.csfcube.release import read_collection
from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.scripts import running


def rank(collection, kind, encoder, settings, cache, torch_threads):
    """Return the run of one ranking; the model is let go of before the next is loaded."""
    model = MODELS.get(kind, Encoder)(EncoderSettings(**encoder), cache, torch_threads)
    return ENCODER_RANKERS[kind](collection, model, **settings)


with running(snakemake):
    collection = read_collection(Path(snakemake.input.collection[0]).parent)
    cache = ArrayCache(snakemake.params.cache)
    runs = (
        rank(collection, **ranking, cache=cache, torch_threads=snakemake.params.torch_threads)
        for ranking in snakemake.params.rankings
    )
    store_runs(runs, snakemake.output.runs, snakemake.output.ranked)
