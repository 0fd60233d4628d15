"""Rank with every re-ranker and the encoders below them, under both protocols, and score them."""

from pathlib import Path

from paperpool.collections.csfcube_release import read_collection
from paperpool.csfcube.evaluation import read_published
from paperpool.evaluation.paired_draws import Resampling
from paperpool.evaluation.published import scores_beside
from paperpool.evaluation.stored_runs import write_run
from paperpool.evaluation.tables import write_evaluation
from paperpool.workflow.running.scripts import running
from paperpool.workflow.scisearch.evaluation import evaluate, published_names
from paperpool.workflow.scisearch.examples import read_documents
from paperpool.workflow.scisearch.names import ranker_groups
from paperpool.workflow.scisearch.outcomes import gather_outcomes, read_outcomes

with running(snakemake) as logger:
    inputs = snakemake.input
    output = snakemake.output

    params = snakemake.params

    collection = read_collection(Path(inputs.collection[0]).parent)
    groups = ranker_groups(params.encoders, params.losses)
    rerankers = []
    for encoder in params.encoders:
        rerankers += groups[encoder]
    trained = read_outcomes(
        rerankers, params.seeds, inputs.predictions, inputs.confusions, inputs.choices
    )
    vectors = dict(zip(params.encoders, inputs.vectors, strict=True))
    choosing = bool(inputs.choices)
    outcomes = gather_outcomes(collection, trained, groups, vectors, params.candidate, choosing)

    scores = read_published(inputs.published, inputs.released_queries, collection)
    evaluation, runs = evaluate(
        collection,
        outcomes,
        params.encoders,
        params.losses,
        scores_beside(scores, published_names(params.published, params.losses)),
        Resampling(**params.resampling),
        read_documents(inputs.documents),
    )
    for path, name in zip(output.runs, params.runs, strict=True):
        write_run(runs[tuple(name)], path)
    write_evaluation(evaluation, output)
    if evaluation.others["examples"].empty:
        logger.info("The collection has none of the documents of SciSearch's appendix D.")
