"""Rank a CSFCube collection with trained encoders; test each on citations kept for it."""

from paperpool.evaluation.paired_draws import Resampling
from paperpool.io.tables import write_csv
from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.rankers.ranker import Context
from paperpool.rankers.registry import make_ranker
from paperpool.rankers.scoring.formats import FORMATS
from paperpool.workflow.running.scripts import running
from paperpool.workflow.training.evaluation import compare_encoders, score_encoder

with running(snakemake):
    inputs = snakemake.input
    output = snakemake.output

    params = snakemake.params

    cache = ArrayCache(params.cache)
    benchmark = FORMATS["csfcube"]
    collection = benchmark.read(inputs)
    for i, (run, settings) in enumerate(params.rankers.items()):
        context = Context(run, cache=cache, torch_threads=params.torch_threads)
        context.trained = params.trained[run]
        ranked = make_ranker(settings).order(collection, context)
        benchmark.write(ranked, collection, benchmark.files_of_run(output, i))

    resampling = Resampling(**params.resampling)
    for test, citations, candidates, heldout in zip(
        params.tests, inputs.citations, inputs.candidates, output.heldout, strict=True
    ):
        scores = []
        for settings in [test["base"], *test["trained"]]:
            encoder = Encoder(EncoderSettings(**settings), cache, params.torch_threads)
            found = score_encoder(
                citations, candidates, encoder, test["similarity"], test["separator"]
            )
            scores.append(found)
        numbered = dict(enumerate(scores[1:], 1))
        write_csv(heldout, compare_encoders(test["ranker"], scores[0], numbered, resampling))
