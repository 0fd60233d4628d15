"""Read somebody's rankings, check them against the collection, and store them as a run."""

from pathlib import Path

from paperpool.csfcube.foreign_runs import read_foreign_run
from paperpool.csfcube.release import read_collection
from paperpool.csfcube.run_checks import check_run, store_checked
from paperpool.scripts import running

with running(snakemake):
    name, path = snakemake.wildcards.ranker, snakemake.params.path
    collection = read_collection(Path(snakemake.input.collection[0]).parent)
    checked = check_run(name, path, read_foreign_run(name, path), collection)
    store_checked(
        checked,
        snakemake.params.strict,
        snakemake.output.run,
        snakemake.output.ranked,
        snakemake.output.checks,
    )
