"""What the stage of SciSearch wrote besides its figures: trainings, predictions, examples."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
from numpy.typing import NDArray

from paperpool.collections.facets import MAX_GRADE, RELEVANT_GRADE
from paperpool.evaluation.csfcube_measures import CUTOFF
from paperpool.io.csv_rows import read_number, read_rows
from paperpool.scisearch.tables import PROBABILITIES


@dataclass(frozen=True)
class Epoch:
    """An epoch on the validation pairs; loss and accuracy are None where nothing was trained."""

    epoch: int
    loss: float | None
    accuracy: float | None
    n_pairs: int
    n_synthetic: int


History = Mapping[str, list[Epoch]]
"""The epochs of each model (as-published, honest-fold1, honest-fold2) of one facet."""


@dataclass(frozen=True)
class Prediction:
    """What pairs of one true grade are predicted: their number, the mean of their probabilities."""

    grade: int
    n_pairs: int
    probabilities: NDArray[np.float64]


@dataclass
class ExampleDocument:
    """A document of Appendix D and its ranks, {(protocol, ranker): (rank, ranked candidates)}.

    A rank is a mean over the ranker's trainings.

    ``before`` and ``after`` are what the paper says that baselines and its own model make of it.
    """

    example: str
    facet: str
    query_id: str
    candidate_id: str
    grade: int
    before: str
    after: str
    ranks: dict[tuple[str, str], tuple[float, int]] = field(default_factory=dict)

    @property
    def is_relevant(self) -> bool:
        """Whether the paper holds it for relevant."""
        return self.after == "true positive"

    @property
    def agrees(self) -> bool:
        """Whether the adjudicated grade is that of what the paper says."""
        return (self.grade >= RELEVANT_GRADE) == self.is_relevant

    def is_right(self, rank: float) -> bool:
        """Tell whether a rank is as it is to be: among the first 20 where it is relevant."""
        return (rank <= CUTOFF) == self.is_relevant


def read_history(path: str | Path) -> History:
    """Read history.csv: {model: its epochs}."""
    history: dict[str, list[Epoch]] = {}
    for row in read_rows(path):
        history.setdefault(row["model"], []).append(
            Epoch(
                int(row["epoch"]),
                read_number(row["validation_loss"]),
                read_number(row["validation_accuracy"]),
                int(row["n_pairs"]),
                int(row["n_synthetic"]),
            )
        )
    return history


def count_scored(path: str | Path, protocol: str) -> int:
    """Return how many pairs of a table of predictions are scored under ``protocol``."""
    return pq.read_table(path, columns=[], filters=[("protocol", "=", protocol)]).num_rows


def read_predictions(paths: Iterable[str | Path], protocol: str) -> list[Prediction]:
    """Return what the pairs of each true grade are predicted under ``protocol``.

    ``paths`` are the tables of a model's facets, taken together; a grade without pairs is left out.
    """
    found: dict[int, list[NDArray[np.float64]]] = {grade: [] for grade in range(MAX_GRADE + 1)}
    columns = ["grade", *PROBABILITIES]
    for path in paths:
        table = pq.read_table(path, columns=columns, filters=[("protocol", "=", protocol)])
        grades = table.column("grade").to_numpy()
        rows = np.column_stack([table.column(name).to_numpy() for name in PROBABILITIES])
        for grade, of_grade in found.items():
            of_grade.append(rows[grades == grade])
    return [
        Prediction(grade, len(rows), rows.mean(axis=0))
        for grade, of_grade in found.items()
        if len(rows := np.concatenate(of_grade or [np.empty((0, len(PROBABILITIES)))]))
    ]


def read_examples(path: str | Path) -> list[ExampleDocument]:
    """Read examples.csv: the documents in its order."""
    documents: dict[tuple[str, str, str], ExampleDocument] = {}
    for row in read_rows(path):
        key = (row["facet"], row["query_id"], row["candidate_id"])
        if key not in documents:
            example = row["example"].replace("-", " ").capitalize()
            claims = (row["before"], row["after"])
            documents[key] = ExampleDocument(example, *key, int(row["grade"]), *claims)
        ranks = documents[key].ranks
        ranks[row["protocol"], row["ranker"]] = (float(row["rank"]), int(row["n_ranked"]))
    return list(documents.values())
