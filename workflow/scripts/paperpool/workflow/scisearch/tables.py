"""The schemas and columns of the re-ranker's tables."""

import pyarrow as pa

from paperpool.workflow.scisearch.names import N_GRADES

VECTORS = pa.schema(
    [
        ("paper_id", pa.string()),
        ("facet", pa.string()),
        ("source", pa.string()),
        ("vector", pa.list_(pa.float32())),
    ]
)
"""The vector of a paper's sentences of a facet, or of its whole abstract (source)."""

PROBABILITIES = tuple(f"p{grade}" for grade in range(N_GRADES))

PREDICTIONS = pa.schema(
    [
        ("protocol", pa.string()),
        ("fold", pa.int32()),
        ("query_id", pa.string()),
        ("facet", pa.string()),
        ("candidate_id", pa.string()),
        ("grade", pa.int32()),
        *((name, pa.float64()) for name in PROBABILITIES),
        ("expected", pa.float64()),
        ("rank", pa.int32()),
    ]
)
"""Predictions for pairs: the scored ``fold`` (null as published), the true ``grade``, the mean
predicted grade (``expected``), and ranks from 1 for each query."""

HISTORY_COLUMNS = (
    "model epoch train_loss train_accuracy validation_loss validation_accuracy n_pairs n_synthetic"
).split()
"""An epoch of a training; training loss and accuracy are means over pairs, each before its batch
was learnt from. An untrained model has one row, of epoch 0."""

EXAMPLE_COLUMNS = (
    "example facet query_id candidate_id grade before after protocol ranker rank n_ranked sd n_runs"
).split()
"""``rank`` is a mean over a ranker's ``n_runs`` trainings, ``sd`` its standard deviation."""

COUNT_COLUMNS = "model grade predicted n_pairs".split()

ACCURACY_COLUMNS = "protocol ranker slice value sd n_runs n_pairs commonest".split()
CONFUSION_COLUMNS = "protocol ranker slice grade predicted n_pairs share".split()

CHOICE_COLUMNS = "protocol ranker training facet fold encoder loss metric value".split()
"""The member that ranks a facet for a training and scored fold (empty as published), and the
``value`` that decided. An untrained encoder has no loss."""
