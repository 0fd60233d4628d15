"""Rank a CSFCube collection with trained encoders; test each on citations kept for it."""

from pathlib import Path

from paperpool.csfcube.encoder_rankers import ENCODER_RANKERS
from paperpool.csfcube.official_runs import store_runs
from paperpool.csfcube.release import read_collection
from paperpool.evaluation.paired_draws import Resampling
from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.scripts import running
from paperpool.tables import write_csv
from paperpool.training.evaluation import compare_encoders, score_encoder

with running(snakemake):
    inputs, output, params = snakemake.input, snakemake.output, snakemake.params
    cache = ArrayCache(params.cache)

    def load(settings):
        return Encoder(EncoderSettings(**settings), cache, params.torch_threads)

    collection = read_collection(Path(inputs.collection[0]).parent)
    runs = (
        ENCODER_RANKERS[ranking["kind"]](
            collection, load(ranking["encoder"]), **ranking["settings"]
        )
        for ranking in params.rankings
    )
    store_runs(runs, output.runs, output.ranked)
    files = zip(inputs.citations, inputs.candidates, output.heldout, strict=True)
    for test, (citations, candidates, heldout) in zip(params.tests, files, strict=True):
        base, *trained = (
            score_encoder(citations, candidates, load(settings), test["similarity"])
            for settings in [test["base"], *test["trained"]]
        )
        numbered = dict(enumerate(trained, 1))
        resampling = Resampling(**params.resampling)
        write_csv(heldout, compare_encoders(test["ranker"], base, numbered, resampling))
