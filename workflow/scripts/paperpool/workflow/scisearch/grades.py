"""Accuracy and confusion of predicted grades.

Source: the authors' notebooks, counting the most probable grade of every pair, real or synthetic,
that neither trained nor validated. Under ``honest`` the pairs of the scored fold count.
"""

from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from paperpool.collections.schemes import ALL, default_scheme
from paperpool.workflow.scisearch.names import MODELS, N_GRADES, PROTOCOLS
from paperpool.workflow.scisearch.tables import ACCURACY_COLUMNS, CONFUSION_COLUMNS, COUNT_COLUMNS

Counts = NDArray[np.int64]
"""Pairs by true grade and predicted grade, shape (grades, grades)."""

ModelCounts = Mapping[tuple[str, str], Counts]
"""The counts of a training by model and facet."""


def count_grades(grades: ArrayLike, probabilities: NDArray[np.float64]) -> Counts:
    """Return the confusion matrix of true grades (n,) and probabilities (n, grades).

    The lowest of equally probable grades is predicted.
    """
    counts = np.zeros((N_GRADES, N_GRADES), dtype=np.int64)
    np.add.at(counts, (np.asarray(grades, dtype=np.int64), probabilities.argmax(axis=1)), 1)
    return counts


def tabulate_counts(counts: Mapping[str, Counts]) -> pd.DataFrame:
    """Return the counts of a facet's models, by name, as a table (``COUNT_COLUMNS``)."""
    rows = []
    for model, of_model in counts.items():
        for (grade, predicted), n in np.ndenumerate(of_model):
            rows.append((model, grade, predicted, int(n)))
    return pd.DataFrame(rows, columns=COUNT_COLUMNS)


def read_counts(paths: Sequence[str | Path]) -> dict[tuple[str, str], Counts]:
    """Read the counts of a training by model and facet; ``paths`` has a table per facet."""
    found: dict[tuple[str, str], Counts] = {}
    for facet, path in zip(default_scheme().facet_names, paths, strict=True):
        for model, rows in pd.read_csv(path).groupby("model", sort=False):
            of_model = np.zeros((N_GRADES, N_GRADES), dtype=np.int64)
            of_model[rows["grade"], rows["predicted"]] = rows["n_pairs"]
            found[str(model), facet] = of_model
    return found


def measure_grades(
    trainings: Mapping[str, Sequence[ModelCounts]],
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return accuracy and confusion of every ranker, by protocol and slice, over its trainings.

    ``ACCURACY_COLUMNS``: ``value`` is the mean over trainings, ``sd`` its sample standard
    deviation, ``commonest`` the accuracy of always predicting the commonest grade.
    ``CONFUSION_COLUMNS``: means over trainings; ``share`` is of the pairs of a true grade, NaN
    without such pairs.
    """
    accuracies = []
    confusions = []
    for ranker, protocol, slice_name in product(trainings, PROTOCOLS, default_scheme().slices):
        place = (protocol, ranker, slice_name)
        stack = np.array([_add_up(counts, protocol, slice_name) for counts in trainings[ranker]])
        of_grade = stack.sum(axis=2)
        n_pairs = stack.sum(axis=(1, 2))
        with np.errstate(invalid="ignore"):  # NaN where there are no pairs
            right = np.trace(stack, axis1=1, axis2=2) / n_pairs
            commonest = of_grade.max(axis=1) / n_pairs
            shares = stack / of_grade[:, :, np.newaxis]

        sd = right.std(ddof=1) if len(right) > 1 else None
        means = (len(stack), n_pairs.mean(), commonest.mean())
        accuracies.append((*place, right.mean(), sd, *means))
        for grade, predicted in np.ndindex(N_GRADES, N_GRADES):
            n = stack[:, grade, predicted].mean()
            share = shares[:, grade, predicted].mean()
            confusions.append((*place, grade, predicted, n, share))
    return (
        pd.DataFrame(accuracies, columns=ACCURACY_COLUMNS),
        pd.DataFrame(confusions, columns=CONFUSION_COLUMNS),
    )


def _add_up(counts: ModelCounts, protocol: str, slice_name: str) -> Counts:
    """Return the sum of a training's counts over the models of a protocol and a slice's facets."""
    facets: Sequence[str] = [slice_name]
    if slice_name == ALL:
        facets = default_scheme().facet_names

    total = np.zeros((N_GRADES, N_GRADES), dtype=np.int64)
    for model in MODELS:
        for facet in facets:
            if model.protocol == protocol and (model.name, facet) in counts:
                total += counts[model.name, facet]
    return total
