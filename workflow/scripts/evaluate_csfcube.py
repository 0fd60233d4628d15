"""Score every run of a CSFCube collection and write the tables of its evaluation."""

from pathlib import Path

from paperpool.collections.csfcube_release import read_collection
from paperpool.csfcube.corpus_evaluation import evaluate_corpus
from paperpool.csfcube.evaluation import evaluate, read_published
from paperpool.evaluation.checks import read_checks
from paperpool.evaluation.paired_draws import Paired, Resampling
from paperpool.evaluation.published import scores_beside
from paperpool.evaluation.runs import files_by_ranker
from paperpool.evaluation.stored_runs import read_run
from paperpool.evaluation.tables import write_evaluation
from paperpool.workflow.running.scripts import running

with running(snakemake) as logger:
    inputs = snakemake.input
    params = snakemake.params

    collection = read_collection(Path(inputs.collection[0]).parent)
    scores = read_published(inputs.published, inputs.released_queries, collection)
    paired = Paired(params.baselines, Resampling(**params.resampling))
    runs = {}
    for ranker, files in files_by_ranker(inputs.runs).items():
        runs[ranker] = [read_run(file) for file in files]
    evaluation = evaluate(
        collection,
        runs,
        read_checks(inputs.checks, params.refuses_doubts),
        scores_beside(scores, params.published_names),
        paired,
    )

    searched = {Path(file).stem: read_run(file) for file in inputs.corpus}
    evaluation = evaluation.followed_by(evaluate_corpus(collection, searched, paired))
    write_evaluation(evaluation, snakemake.output)
    for warning in evaluation.warnings:
        logger.warning("%s", warning)
