"""Read the rankings of others, check them against the collection, and store them as runs."""

from pathlib import Path

from paperpool.collections.csfcube_release import read_collection
from paperpool.evaluation.run_checks import import_runs
from paperpool.workflow.running.scripts import running

with running(snakemake):
    import_runs(
        read_collection(Path(snakemake.input.collection[0]).parent),
        snakemake.params.paths,
        snakemake.params.strict,
        snakemake.output.runs,
        snakemake.output.ranked,
        snakemake.output.checks,
        snakemake.params.refuses_doubts,
    )
