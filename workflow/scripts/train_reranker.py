"""Train the re-rankers of an encoder and loss for every facet; write what they say of each pair."""

from pathlib import Path

import pandas as pd

from paperpool.collections.csfcube_release import read_collection
from paperpool.scisearch.facet_training import train_facet
from paperpool.scisearch.features import read_features
from paperpool.scisearch.networks import save_reranker
from paperpool.scisearch.ranking import write_predictions
from paperpool.scisearch.training import TrainingSettings
from paperpool.scripts import running
from paperpool.tables import write_csv

with running(snakemake):
    inputs, output, params = snakemake.input, snakemake.output, snakemake.params
    collection = read_collection(Path(inputs.collection[0]).parent)
    checkpoints = iter(output.models)
    for facet, history, predictions in zip(
        params.facets, output.histories, output.predictions, strict=True
    ):
        trained = list(
            train_facet(
                collection,
                read_features(inputs.vectors, params.candidate, facet),
                snakemake.wildcards.encoder,
                facet,
                TrainingSettings(loss=snakemake.wildcards.loss, **params.settings),
                params.seed,
                params.torch_threads,
            )
        )
        for model in trained:
            save_reranker(next(checkpoints), model.reranker, model.facts)
        write_csv(history, pd.concat([model.history for model in trained]))
        write_predictions(predictions, [model.predictions for model in trained])
