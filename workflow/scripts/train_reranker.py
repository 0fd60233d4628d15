"""Train the re-rankers of an encoder, loss and facet, and write what they say of every pair."""

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
    facet = snakemake.wildcards.facet
    models = train_facet(
        read_collection(Path(inputs.collection[0]).parent),
        read_features(inputs.vectors, params.candidate, facet),
        snakemake.wildcards.encoder,
        facet,
        TrainingSettings(loss=snakemake.wildcards.loss, **params.settings),
        params.seed,
        params.torch_threads,
    )
    trained = []
    for path, model in zip(output.models, models, strict=True):
        save_reranker(path, model.reranker, model.facts)
        trained.append(model)
    write_csv(output.history, pd.concat([model.history for model in trained]))
    write_predictions(output.predictions, [model.predictions for model in trained])
