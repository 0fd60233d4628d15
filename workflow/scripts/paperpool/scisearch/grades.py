"""How many grades are predicted right, and which are taken for which: accuracy and confusion.

Source: the authors' notebooks, which count the most probable grade of every pair, real or
synthetic, that neither trained nor validated. Honestly the pairs of the fold that is scored count.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from paperpool.collections.facets import FACETS, MAX_GRADE, SLICES
from paperpool.scisearch.names import MODELS
from paperpool.scisearch.tables import ACCURACY_COLUMNS, CONFUSION_COLUMNS, COUNT_COLUMNS

N_GRADES = MAX_GRADE + 1

Counts = NDArray[np.int64]
"""Pairs by true grade and predicted grade, shape (grades, grades)."""

ModelCounts = Mapping[tuple[str, str], Counts]
"""The counts of a training by model and facet."""


def count_grades(grades: ArrayLike, probabilities: NDArray[np.float64]) -> Counts:
    """Return how often each true grade (n,) is taken for which, of probabilities (n, grades).

    The lowest of equally probable grades is predicted.
    """
    counts = np.zeros((N_GRADES, N_GRADES), dtype=np.int64)
    np.add.at(counts, (np.asarray(grades, dtype=np.int64), probabilities.argmax(axis=1)), 1)
    return counts


def tabulate_counts(counts: Mapping[str, Counts]) -> pd.DataFrame:
    """Return the counts of the models of a facet, by name, as a table (``COUNT_COLUMNS``)."""
    rows = [
        (model, grade, predicted, int(n))
        for model, of_model in counts.items()
        for (grade, predicted), n in np.ndenumerate(of_model)
    ]
    return pd.DataFrame(rows, columns=COUNT_COLUMNS)


def read_counts(paths: Sequence[str | Path]) -> dict[tuple[str, str], Counts]:
    """Return the counts of a training by model and facet; ``paths`` has a table per facet."""
    found: dict[tuple[str, str], Counts] = {}
    for facet, path in zip(FACETS, paths, strict=True):
        for model, rows in pd.read_csv(path).groupby("model", sort=False):
            of_model = np.zeros((N_GRADES, N_GRADES), dtype=np.int64)
            of_model[rows["grade"], rows["predicted"]] = rows["n_pairs"]
            found[str(model), facet] = of_model
    return found


def measure_grades(
    trainings: Mapping[str, Sequence[ModelCounts]],
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return accuracy and confusion of every ranker, by protocol and slice, over its trainings.

    ``ACCURACY_COLUMNS``: ``value`` is the mean over trainings and ``sd`` its sample standard
    deviation, ``commonest`` the accuracy of always saying the commonest grade.
    ``CONFUSION_COLUMNS``: ``n_pairs`` is a mean over trainings, ``share`` the part of the pairs of
    a true grade, in the mean over trainings, None where there are no such pairs.
    """
    accuracies, confusions = [], []
    for ranker, of_ranker in trainings.items():
        for protocol in dict.fromkeys(model.protocol for model in MODELS):
            for part in SLICES:
                stack = np.array([_add_up(counts, protocol, part) for counts in of_ranker])
                place = (protocol, ranker, part)
                accuracies.append((*place, *_measure_accuracy(stack)))
                confusions += [(*place, *row) for row in _list_cells(stack)]
    return (
        pd.DataFrame(accuracies, columns=ACCURACY_COLUMNS),
        pd.DataFrame(confusions, columns=CONFUSION_COLUMNS),
    )


def _add_up(counts: ModelCounts, protocol: str, part: str) -> Counts:
    """Return the counts of a protocol's models on a facet, or on all of them."""
    facets = [part] if part in FACETS else FACETS
    wanted = [(m.name, facet) for m in MODELS if m.protocol == protocol for facet in facets]
    found = [counts[key] for key in wanted if key in counts]
    return np.sum([np.zeros((N_GRADES, N_GRADES), dtype=np.int64), *found], axis=0)


def _measure_accuracy(stack: Counts) -> tuple[float | None, float | None, int, float, float | None]:
    """Return value, sd, trainings, pairs and the commonest grade's share, of (trainings, 4, 4)."""
    n_pairs = stack.sum(axis=(1, 2))
    if not n_pairs.all():
        return None, None, len(stack), float(n_pairs.mean()), None
    values = np.trace(stack, axis1=1, axis2=2) / n_pairs
    commonest = stack.sum(axis=2).max(axis=1) / n_pairs
    sd = float(values.std(ddof=1)) if len(values) > 1 else None
    means = (float(values.mean()), float(n_pairs.mean()), float(commonest.mean()))
    return means[0], sd, len(values), means[1], means[2]


def _list_cells(stack: Counts) -> list[tuple[int, int, float, float | None]]:
    """Return (grade, predicted, pairs, share of the grade) of each cell, means over trainings."""
    of_grade = stack.sum(axis=2)
    return [
        (
            grade,
            predicted,
            float(stack[:, grade, predicted].mean()),
            float((stack[:, grade, predicted] / of_grade[:, grade]).mean())
            if of_grade[:, grade].all()
            else None,
        )
        for grade, predicted in np.ndindex(N_GRADES, N_GRADES)
    ]
