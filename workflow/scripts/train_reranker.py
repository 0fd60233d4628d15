"""Train the re-rankers of an encoder and loss for every facet; write what they say of each pair."""

from pathlib import Path

import pandas as pd

from paperpool.collections.csfcube_release import read_collection
from paperpool.forecasts import Forecast
from paperpool.io.tables import write_csv
from paperpool.workflow.running.scripts import running
from paperpool.workflow.running.spared_imports import spare_compiler
from paperpool.workflow.scisearch.choosing import judge_unseen
from paperpool.workflow.scisearch.facet_training import FacetTraining, train_facet
from paperpool.workflow.scisearch.features import read_features
from paperpool.workflow.scisearch.grades import tabulate_counts
from paperpool.workflow.scisearch.names import MODELS
from paperpool.workflow.scisearch.networks import save_reranker
from paperpool.workflow.scisearch.ranking import write_predictions
from paperpool.workflow.scisearch.training import TrainingSettings

with running(snakemake):
    spare_compiler()
    inputs = snakemake.input
    output = snakemake.output
    params = snakemake.params

    collection = read_collection(Path(inputs.collection[0]).parent)
    [vectors] = inputs.vectors
    checkpoints = iter(output.models)
    choices = iter(output.choices)
    forecast = Forecast(
        f"Training the re-rankers {snakemake.wildcards.reranker}",
        len(params.facets) * len(MODELS),
        "`sections` without scisearch leaves them out.",
    )
    for facet, history, counts, predictions in zip(
        params.facets, output.histories, output.confusions, output.predictions, strict=True
    ):
        training = FacetTraining(
            collection,
            read_features(vectors, params.candidate, facet),
            params.encoder,
            facet,
            TrainingSettings(**params.settings),
            params.seed,
            params.torch_threads,
            params.number,
        )
        trained = []
        for model in train_facet(training):
            trained.append(model)
            forecast.step()
            save_reranker(next(checkpoints), model.reranker, model.facts)
        write_csv(history, pd.concat([model.history for model in trained]))
        write_csv(counts, tabulate_counts({model.model.name: model.counts for model in trained}))
        write_predictions(predictions, [model.predictions for model in trained])
        if output.choices:
            write_predictions(next(choices), list(judge_unseen(training)))
