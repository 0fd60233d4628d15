"""Score MDCR's benchmark with every trained encoder."""

from paperpool.models.cache import ArrayCache
from paperpool.rankers.ranker import Context
from paperpool.rankers.registry import make_ranker
from paperpool.rankers.scoring.formats import FORMATS
from paperpool.workflow.running.scripts import running

with running(snakemake):
    output = snakemake.output
    params = snakemake.params

    benchmark = FORMATS["mdcr"]
    cache = ArrayCache(params.cache)
    collection = benchmark.read(snakemake.input)
    for place, (run, settings) in enumerate(params.rankers.items()):
        context = Context(run, cache=cache, torch_threads=params.torch_threads)
        context.trained = params.trained[run]
        ranked = make_ranker(settings).rank(collection, context)
        benchmark.write(ranked, collection, benchmark.files_of_run(output, place))
