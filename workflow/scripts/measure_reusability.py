"""Score every ranker of CSFCube again without what one source or one ranker alone found."""

from pathlib import Path

from paperpool.collections.csfcube_release import read_collection
from paperpool.evaluation.stored_runs import read_run
from paperpool.io.tables import write_csv
from paperpool.workflow.annotation.reusability import measure_reusability
from paperpool.workflow.running.scripts import running

with running(snakemake):
    collection = read_collection(Path(snakemake.input.collection[0]).parent)
    runs = {}
    for ranker, path in zip(snakemake.params.rankers, snakemake.input.runs, strict=True):
        runs[ranker] = read_run(path)
    write_csv(snakemake.output.reusability, measure_reusability(collection, runs))
