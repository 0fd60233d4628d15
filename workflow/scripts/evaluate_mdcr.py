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
    inputs, params = snakemake.input, snakemake.params
    scores = read_published_scores(inputs.published, params.comparable)
    evaluation = evaluate(
        {
            level: {Path(file).stem: file for file in files}
            for level in LEVELS
            if (files := inputs.get(f"{level}_runs"))
        },
        inputs.get("queries", ""),
        inputs.get("cited", ""),
        {
            split: (
                read_benchmark(inputs[split]),
                {name: list(map(read_json, of)) for name, of in files_by_ranker(files).items()},
            )
            for split in SPLITS
            if (files := inputs.get(f"{split}_scores"))
        },
        read_checks(inputs.checks, params.refuses_doubts),
        scores_beside(scores, params.published_names, PUBLISHED_KEYS),
        Paired(params.baselines, Resampling(**params.resampling)),
        params.positives,
    )
    write_evaluation(evaluation, snakemake.output)
    for warning in evaluation.warnings:
        logger.warning("%s", warning)
