"""Rank a collection with a user's command; check that all candidates are ranked as they must be."""

from paperpool.evaluation.run_checks import keep_checked
from paperpool.io.files import temporary_folder
from paperpool.rankers.ranker import Context
from paperpool.rankers.registry import make_ranker
from paperpool.rankers.scoring.formats import FORMATS
from paperpool.workflow.running.scripts import running

with (
    running(snakemake),
    temporary_folder(snakemake.resources.tmpdir) as folder,
):
    inputs, output, params = snakemake.input, snakemake.output, snakemake.params
    benchmark = FORMATS[params.benchmark]
    collection = benchmark.read_narrow(inputs, inputs.first_stage, params.depth)
    [(name, settings)] = params.rankers.items()
    context = Context(
        name,
        collection=snakemake.wildcards.get("collection", ""),  # a user's has a name
        folder=folder,
        stdout=snakemake.log.stdout,
        stderr=snakemake.log.stderr,
    )
    run = make_ranker(settings).rank(collection, context)

    where = f"the run that rankers.{name}.command wrote"
    kept = keep_checked(
        name, where, run, collection, output.checks, params.strict, params.refuses_doubts
    )
    benchmark.write(kept, collection, benchmark.files_of_run(output, 0))
