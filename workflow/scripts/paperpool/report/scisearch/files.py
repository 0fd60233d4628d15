"""The files of the stage of SciSearch besides its scores: trainings and predictions."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from paperpool.collections.facets import MAX_GRADE
from paperpool.io.csv_rows import read_records
from paperpool.io.parquet_files import read_table
from paperpool.scisearch.tables import PROBABILITIES


@dataclass(frozen=True)
class Epoch:
    """An epoch on the validation pairs; without training it has neither loss nor accuracy."""

    model: str
    epoch: int
    validation_loss: float | None
    validation_accuracy: float | None
    n_pairs: int
    n_synthetic: int


History = Mapping[str, list[Epoch]]
"""The epochs of each model (as-published, honest-fold1, honest-fold2) of one facet."""


@dataclass(frozen=True)
class Prediction:
    """The predictions of pairs of one true grade: their number, the mean of their probabilities."""

    grade: int
    n_pairs: int
    probabilities: NDArray[np.float64]


def read_history(path: str | Path) -> History:
    """Read history.csv: {model: its epochs}."""
    history: dict[str, list[Epoch]] = {}
    for epoch in read_records(path, Epoch):
        history.setdefault(epoch.model, []).append(epoch)
    return history


def count_scored(path: str | Path, protocol: str) -> int:
    """Return how many pairs of a table of predictions are scored under ``protocol``."""
    return read_table(path, columns=[], filters=[("protocol", "=", protocol)]).num_rows


def read_predictions(paths: Iterable[str | Path], protocol: str) -> list[Prediction]:
    """Return the predictions of the pairs of each true grade under ``protocol``.

    ``paths`` are the tables of a model's facets, taken together; a grade without pairs is left out.
    """
    found: dict[int, list[NDArray[np.float64]]] = {grade: [] for grade in range(MAX_GRADE + 1)}
    columns = ["grade", *PROBABILITIES]
    for path in paths:
        table = read_table(path, columns=columns, filters=[("protocol", "=", protocol)])
        grades = table.column("grade").to_numpy()
        rows = np.column_stack([table.column(name).to_numpy() for name in PROBABILITIES])
        for grade, of_grade in found.items():
            of_grade.append(rows[grades == grade])
    return [
        Prediction(grade, len(rows), rows.mean(axis=0))
        for grade, of_grade in found.items()
        if len(rows := np.concatenate(of_grade or [np.empty((0, len(PROBABILITIES)))]))
    ]
