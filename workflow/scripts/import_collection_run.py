"""Import a run that others made of a user's collection; check that it ranks as it must."""

from paperpool.evaluation.run_checks import keep_checked
from paperpool.rankers.ranker import Context
from paperpool.rankers.registry import make_ranker
from paperpool.rankers.scoring.formats import FORMATS
from paperpool.workflow.running.scripts import running

with running(snakemake):
    output = snakemake.output
    params = snakemake.params

    benchmark = FORMATS["collection"]
    collection = benchmark.read(snakemake.input)
    [(name, settings)] = params.rankers.items()
    context = Context(name, collection=snakemake.wildcards.collection)
    run = make_ranker(settings).rank(collection, context)

    path = settings["path"]
    checks = output.checks
    kept = keep_checked(name, path, run, collection, checks, params.strict, params.refuses_doubts)
    benchmark.write(kept, collection, benchmark.files_of_run(output, 0))
