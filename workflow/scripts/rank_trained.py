"""Rank a CSFCube collection with trained encoders; test each on citations kept for it."""

from paperpool.evaluation.paired_draws import Resampling
from paperpool.io.tables import write_csv
from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.rankers.formats import FORMATS
from paperpool.rankers.ranker import Context
from paperpool.rankers.registry import make_ranker
from paperpool.workflow.running.scripts import running
from paperpool.workflow.training.evaluation import compare_encoders, score_encoder

with running(snakemake):
    inputs, output, params = snakemake.input, snakemake.output, snakemake.params
    cache = ArrayCache(params.cache)
    benchmark = FORMATS["csfcube"]
    collection = benchmark.read(inputs)
    for i, (run, settings) in enumerate(params.rankers.items()):
        context = Context(run, cache=cache, torch_threads=params.torch_threads)
        context.trained = params.trained[run]
        ranked = make_ranker(settings).order(collection, context)
        benchmark.write(ranked, collection, benchmark.files_of_run(output, i))
    files = zip(inputs.citations, inputs.candidates, output.heldout, strict=True)
    for test, (citations, candidates, heldout) in zip(params.tests, files, strict=True):
        base, *trained = (
            score_encoder(
                citations,
                candidates,
                Encoder(EncoderSettings(**settings), cache, params.torch_threads),
                test["similarity"],
                test["separator"],
            )
            for settings in [test["base"], *test["trained"]]
        )
        numbered = dict(enumerate(trained, 1))
        resampling = Resampling(**params.resampling)
        write_csv(heldout, compare_encoders(test["ranker"], base, numbered, resampling))
