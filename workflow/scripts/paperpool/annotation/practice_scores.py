"""How annotators did in the practice round: agreement with the settled grades, and who passed."""

from __future__ import annotations

import logging
import math
from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from paperpool.annotation.agreement import krippendorff_alpha, spearman_rho
from paperpool.annotation.annotators import weighted_kappa
from paperpool.annotation.exports import Row
from paperpool.annotation.material import Item
from paperpool.annotation.practice import Settled
from paperpool.collections.facets import FACETS, SLICES
from paperpool.io.spreadsheets import defuse

MEASURES = {"rho": spearman_rho, "alpha": krippendorff_alpha, "weighted_kappa": weighted_kappa}
"""The measures; each takes two aligned lists of grades, shape (n,), n >= 1."""

COLUMNS = ["annotator", "facet", "asked", "pairs", *MEASURES, "threshold", "passed"]

PAIR_COLUMNS = (
    "annotator query_id facet candidate_id grade settled why query_title candidate_title"
).split()

YES, NO = "yes", "no"

_ROUNDING = 1e-9  # a correlation of 1 may come out as the number below it

_LOG = logging.getLogger("paperpool")


def group_grades(rows: Sequence[Row]) -> dict[str, dict[Item, int]]:
    """Return the grades of each annotator by item, annotators sorted."""
    grades: dict[str, dict[Item, int]] = {}
    for row in sorted(rows, key=lambda row: (row.annotator, row.item)):
        grades.setdefault(row.annotator, {})[row.item] = row.grade
    return grades


def score_practice(
    grades: Mapping[str, Mapping[Item, int]], settled: Sequence[Settled], threshold: float
) -> pd.DataFrame:
    """Return the table of ``COLUMNS``: a row for each annotator, facet (and ``all``).

    Of ``asked`` pairs the annotator graded ``pairs``, all queries together. Who graded all and has
    a rho of at least ``threshold`` over all of them ``passed``; of single facets, which have few
    pairs, nothing is decided. What is undefined is empty: with equal grades for all nobody passes.
    """
    table = []
    for annotator, own in grades.items():
        for slice_name in SLICES:
            facets = FACETS if slice_name == "all" else (slice_name,)
            asked = [pair for pair in settled if pair.item.facet in facets]
            graded = [pair for pair in asked if pair.item in own]
            first = np.array([own[pair.item] for pair in graded], dtype=int)
            second = np.array([pair.grade for pair in graded], dtype=int)
            values = [
                measure(first, second) if graded else math.nan for measure in MEASURES.values()
            ]
            passed = None
            if slice_name == "all":
                passed = (
                    YES if len(graded) == len(asked) and values[0] >= threshold - _ROUNDING else NO
                )
            shown = [None if math.isnan(value) else value for value in values]
            table.append(
                (annotator, slice_name, len(asked), len(graded), *shown, threshold, passed)
            )
    return pd.DataFrame(table, columns=COLUMNS)


def list_differences(
    grades: Mapping[str, Mapping[Item, int]], settled: Sequence[Settled]
) -> pd.DataFrame:
    """Return the table of ``PAIR_COLUMNS``: where each annotator differs, the furthest first.

    Texts are safe in a spreadsheet.
    """
    table = []
    for annotator, own in grades.items():
        differing = [pair for pair in settled if own.get(pair.item, pair.grade) != pair.grade]
        differing.sort(key=lambda pair: (-abs(own[pair.item] - pair.grade), pair.item))
        table += [
            (
                defuse(annotator),
                *pair.item,
                own[pair.item],
                pair.grade,
                *map(defuse, (pair.why, pair.query_title, pair.candidate_title)),
            )
            for pair in differing
        ]
    return pd.DataFrame(table, columns=PAIR_COLUMNS)


def tell_results(scores: pd.DataFrame) -> None:
    """Log how each annotator did, as a warning of whoever did not pass."""
    for row in scores[scores.facet == "all"].itertuples():
        rho = "undefined" if pd.isna(row.rho) else f"{row.rho:.2f}"
        _LOG.log(
            logging.INFO if row.passed == YES else logging.WARNING,
            "Practice, annotator %s: %d of %d pairs graded, rho %s (%s is asked): %s.",
            row.annotator,
            row.pairs,
            row.asked,
            rho,
            row.threshold,
            "passed" if row.passed == YES else "not passed, see practice_pairs.csv",
        )
