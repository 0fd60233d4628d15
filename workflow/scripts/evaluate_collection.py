"""Score every run of somebody's collection and write the tables of its evaluation."""

from pathlib import Path

from paperpool.collections.readers.registry import find_readers
from paperpool.collections.stored import read_stored
from paperpool.evaluation.checks import read_checks
from paperpool.evaluation.open_collections import evaluate
from paperpool.evaluation.paired_draws import Paired, Resampling
from paperpool.evaluation.tables import write_evaluation
from paperpool.rankers.scoring.formats import FORMATS
from paperpool.workflow.running.scripts import running

with running(snakemake) as logger:
    inputs = snakemake.input
    params = snakemake.params

    collection = read_stored(Path(inputs.collection[0]).parent)
    read_run = FORMATS["collection"].read_run
    runs = {}
    for file in inputs.runs:
        runs[Path(file).stem] = read_run("", {"runs": [file]}, collection)
    evaluation = evaluate(
        snakemake.wildcards.collection,
        collection,
        runs,
        read_checks(inputs.checks, params.refuses_doubts),
        params.measures,
        find_readers()[params.reader].own_measures,
        Paired(params.baselines, Resampling(**params.resampling)),
        next(iter(inputs.slices), None),
    )
    write_evaluation(evaluation, snakemake.output)
    for warning in evaluation.warnings:
        logger.warning("%s", warning)
