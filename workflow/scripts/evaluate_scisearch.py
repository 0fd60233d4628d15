"""Rank with every re-ranker and the encoders below them, under both protocols, and score them."""

from pathlib import Path

from paperpool.collections.collection import pair_name
from paperpool.collections.csfcube_release import read_collection
from paperpool.evaluation.paired_draws import Resampling
from paperpool.evaluation.published import figures_beside, is_released_collection, read_figures
from paperpool.evaluation.runs import run_names, write_run
from paperpool.evaluation.tables import write_evaluation
from paperpool.scisearch.ensembles import make_ensembles
from paperpool.scisearch.evaluation import evaluate_rerankers, published_names
from paperpool.scisearch.examples import rank_examples, read_documents
from paperpool.scisearch.features import read_features
from paperpool.scisearch.grades import measure_grades
from paperpool.scisearch.names import PROTOCOLS, ranker_groups
from paperpool.scisearch.outcomes import read_outcomes, untrained_outcome
from paperpool.scripts import running
from paperpool.tables import write_csv

with running(snakemake) as logger:
    inputs, output, params = snakemake.input, snakemake.output, snakemake.params
    collection = read_collection(Path(inputs.collection[0]).parent)
    groups = ranker_groups(params.encoders, params.losses)
    trained = read_outcomes(
        [ranker for encoder in params.encoders for ranker in groups[encoder]],
        *(params.seeds, inputs.predictions, inputs.counts, inputs.choices),
    )
    outcomes = {}
    for encoder, path in zip(params.encoders, inputs.vectors, strict=True):
        features = read_features(path, params.candidate)
        outcomes[encoder] = [untrained_outcome(collection, features, bool(inputs.choices))]
        outcomes |= {ranker: trained[ranker] for ranker in groups[encoder]}
    ensembles, choices = make_ensembles(collection, outcomes, params.encoders, params.losses)
    outcomes |= ensembles
    runs = {
        protocol: {
            ranker: [outcome.runs[protocol] for outcome in of_ranker]
            for ranker, of_ranker in outcomes.items()
        }
        for protocol in PROTOCOLS
    }
    named = {
        (protocol, name): run
        for protocol, of_protocol in runs.items()
        for ranker, of_ranker in of_protocol.items()
        for name, run in zip(run_names(ranker, len(of_ranker)), of_ranker, strict=True)
    }
    for path, (protocol, name) in zip(output.runs, params.runs, strict=True):
        write_run(named[protocol, name], path)
    pairs = [pair_name(*pair) for pair in collection.pairs()]
    figures = []
    if is_released_collection(inputs.queries, pairs):
        figures = read_figures(inputs.published)
    write_evaluation(
        evaluate_rerankers(
            collection,
            runs,
            groups,
            figures_beside(figures, published_names(params.published, params.losses)),
            Resampling(**params.resampling),
        ),
        output.metrics,
        output.per_query,
        output.significance,
    )
    accuracy, confusion = measure_grades(
        {
            ranker: [outcome.counts for outcome in of_ranker]
            for ranker, of_ranker in outcomes.items()
            if of_ranker[0].counts is not None
        }
    )
    write_csv(output.accuracy, accuracy)
    write_csv(output.confusion, confusion)
    write_csv(output.choices, choices)
    examples = rank_examples(read_documents(inputs.documents), collection, runs)
    if examples.empty:
        logger.info("The collection has none of the documents of SciSearch's appendix D.")
    write_csv(output.examples, examples)
