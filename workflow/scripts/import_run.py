"""Read somebody's rankings, check them against the collection, and store them as a run."""

from pathlib import Path

from paperpool.csfcube.foreign_runs import read_foreign_run
from paperpool.csfcube.release import read_collection
from paperpool.csfcube.run_checks import check_run, summarise_checks
from paperpool.errors import UserError, first_of
from paperpool.files import write_json
from paperpool.runs import write_run
from paperpool.scripts import running

with running(snakemake) as logger:
    name, path = snakemake.wildcards.ranker, snakemake.params.path
    collection = read_collection(Path(snakemake.input.collection[0]).parent)
    checked = check_run(name, path, read_foreign_run(name, path), collection)
    if checked.problems and snakemake.params.strict:
        raise UserError(first_of(checked.problems))
    for problem in first_of(checked.problems):
        logger.warning("%s", problem)
    write_json(snakemake.output.checks, summarise_checks(checked))
    write_run(checked.run, snakemake.output.run)
