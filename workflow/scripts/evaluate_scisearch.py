"""Rank with every re-ranker and the encoders below them, under both protocols, and score them."""

from pathlib import Path

from paperpool.collections.collection import pair_name
from paperpool.collections.csfcube_release import read_collection
from paperpool.evaluation.paired_draws import Resampling
from paperpool.evaluation.published import figures_beside, is_released_collection, read_figures
from paperpool.evaluation.runs import write_run
from paperpool.evaluation.tables import write_evaluation
from paperpool.scisearch.evaluation import evaluate_rerankers, published_names
from paperpool.scisearch.examples import rank_examples, read_documents
from paperpool.scisearch.features import read_features
from paperpool.scisearch.names import PROTOCOLS, ranker_name
from paperpool.scisearch.ranking import rank_untrained, read_predicted_runs
from paperpool.scripts import running
from paperpool.tables import write_csv

with running(snakemake) as logger:
    inputs, output, params = snakemake.input, snakemake.output, snakemake.params
    collection = read_collection(Path(inputs.collection[0]).parent)
    runs = {protocol: {} for protocol in PROTOCOLS}
    groups = {}
    predictions = iter(inputs.predictions)
    for encoder, path in zip(params.encoders, inputs.vectors, strict=True):
        untrained = rank_untrained(collection, read_features(path, params.candidate))
        groups[encoder] = [ranker_name(encoder, loss) for loss in params.losses]
        made = [untrained]
        made += [
            read_predicted_runs([next(predictions) for _ in params.facets]) for _ in params.losses
        ]
        for ranker, of_ranker in zip([encoder, *groups[encoder]], made, strict=True):
            for protocol, run in of_ranker.items():
                runs[protocol][ranker] = run
    for path, (protocol, ranker) in zip(output.runs, params.runs, strict=True):
        write_run(runs[protocol][ranker], path)
    pairs = [pair_name(*pair) for pair in collection.pairs()]
    figures = []
    if is_released_collection(inputs.queries, pairs):
        figures = read_figures(inputs.published)
    published = figures_beside(figures, published_names(params.published, params.losses))
    write_evaluation(
        evaluate_rerankers(collection, runs, groups, published, Resampling(**params.resampling)),
        output.metrics,
        output.per_query,
        output.significance,
    )
    examples = rank_examples(read_documents(inputs.documents), collection, runs)
    if examples.empty:
        logger.info("The collection has none of the documents of SciSearch's appendix D.")
    write_csv(output.examples, examples)
