"""Score every ranker on MDCR's large pools and on its benchmark, and write the tables."""

from pathlib import Path

from paperpool.collections.mdcr_benchmark import SPLITS, read_benchmark
from paperpool.evaluation.checks import read_checks
from paperpool.evaluation.paired_draws import Paired, Resampling
from paperpool.evaluation.published import read_published_scores, scores_beside
from paperpool.evaluation.runs import files_by_ranker
from paperpool.evaluation.tables import write_evaluation
from paperpool.io.files import read_json
from paperpool.mdcr.evaluation import PUBLISHED_KEYS, evaluate
from paperpool.mdcr.names import LEVELS
from paperpool.workflow.running.scripts import running

with running(snakemake) as logger:
    inputs = snakemake.input
    params = snakemake.params

    runs = {}
    for level in LEVELS:
        files = inputs[f"{level}_runs"]
        if files:
            runs[level] = {Path(file).stem: file for file in files}
    splits = {}
    for split in SPLITS:
        files = inputs[f"{split}_scores"]
        if files:
            values = {}
            for ranker, ranker_files in files_by_ranker(files).items():
                values[ranker] = [read_json(file) for file in ranker_files]
            splits[split] = (read_benchmark(inputs[split]), values)

    scores = read_published_scores(inputs.published, params.comparable)
    evaluation = evaluate(
        runs,
        inputs.queries,
        inputs.cited,
        splits,
        read_checks(inputs.checks, params.refuses_doubts),
        scores_beside(scores, params.published_names, PUBLISHED_KEYS),
        Paired(params.baselines, Resampling(**params.resampling)),
        params.positives,
    )
    write_evaluation(evaluation, snakemake.output)
    for warning in evaluation.warnings:
        logger.warning("%s", warning)
