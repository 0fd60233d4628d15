"""Agreement of two graders: over all, by grade, by facet, and by the source of a candidate.

A grader is a judge, or people together. A confusion table has the shape (grades, grades): rows are
the grades of the grader who is compared with, columns the judge's.
Measures take a stack of tables, shape (samples, grades, grades), possibly of fractions, so that all
bootstrap samples are measured at once; undefined values are NaN. They equal those of
``annotation.agreement`` and ``annotation.annotators``, of two lists of grades.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paperpool.collections.collection import Collection
from paperpool.collections.schemes import Scheme
from paperpool.evaluation.paired_draws import PairedDraws, Resampling
from paperpool.evaluation.resampling import Floats, interval_where_defined
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.annotation.pool_sources import UNKNOWN, list_sources, read_sources

Grades = NDArray[np.int_]

NONE = -1
"""The grade of a pair that a judge did not grade."""


@dataclass(frozen=True)
class Ground:
    """The pairs with people's grades: sorted; ``place`` is an item's place in ``pairs``.

    Facets and grades are of ``scheme``.
    """

    items: list[Item]
    grades: Grades
    place: Grades
    pairs: list[tuple[str, str]]
    scheme: Scheme

    def align(self, judge_grades: Mapping[Item, int]) -> Grades:
        """Return a judge's grades of the items, shape (n,), ``NONE`` for missing ones."""
        return np.array([judge_grades.get(item, NONE) for item in self.items], dtype=int)


def make_ground(collection: Collection) -> Ground:
    """Return the items graded by people, without the queries themselves."""
    grade_of: dict[Item, int] = {}
    for (query, facet), judgments in collection.judgments.items():
        for candidate, grade in judgments.grades().items():
            if candidate != query:
                grade_of[Item(query, facet, candidate)] = grade
    items = sorted(grade_of)
    grades = np.array([grade_of[item] for item in items], dtype=int)

    pairs = sorted({(item.query_id, item.facet) for item in items})
    places = {pair: number for number, pair in enumerate(pairs)}
    place = np.array([places[item.query_id, item.facet] for item in items], dtype=int)
    return Ground(items, grades, place, pairs, collection.scheme)


def count_confusions(
    against: Grades, judge: Grades, groups: Grades, n_groups: int, n_grades: int
) -> Floats:
    """Return a table for each group, shape (groups, grades, grades), of aligned grades."""
    cells = (groups * n_grades + against) * n_grades + judge
    counts = np.bincount(cells, minlength=n_groups * n_grades * n_grades)
    return counts.reshape(n_groups, n_grades, n_grades).astype(np.float64)


def kappas(tables: Floats) -> Floats:
    """Return Cohen's kappa of each table, unweighted."""
    return _chance_corrected(tables, 1.0 - np.eye(tables.shape[-1]))


def weighted_kappas(tables: Floats) -> Floats:
    """Return Cohen's kappa of each table with quadratic weights."""
    grades = np.arange(tables.shape[-1])
    return _chance_corrected(tables, np.subtract.outer(grades, grades).astype(float) ** 2)


def _chance_corrected(tables: Floats, distances: Floats) -> Floats:
    totals = tables.sum(axis=(1, 2))
    by_chance = np.einsum("sa,sb,ab->s", tables.sum(axis=2), tables.sum(axis=1), distances)
    observed = (tables * distances).sum(axis=(1, 2)) * totals
    with np.errstate(invalid="ignore", divide="ignore"):
        return 1.0 - np.where(by_chance > 0, observed / by_chance, np.nan)


def alphas(tables: Floats) -> Floats:
    """Return Krippendorff's alpha of each table with the ordinal distance."""
    both = tables + tables.transpose(0, 2, 1)
    totals = both.sum(axis=2)
    middles = np.cumsum(totals, axis=1) - totals / 2.0
    distances = (middles[:, :, None] - middles[:, None, :]) ** 2

    expected = np.einsum("sa,sb,sab->s", totals, totals, distances)
    observed = (both * distances).sum(axis=(1, 2))
    with np.errstate(invalid="ignore", divide="ignore"):
        ratio = np.where(expected > 0, observed / expected, np.nan)
        return 1.0 - (totals.sum(axis=1) - 1.0) * ratio


def shares_equal(tables: Floats) -> Floats:
    """Return the share of pairs with equal grades."""
    with np.errstate(invalid="ignore"):
        return np.trace(tables, axis1=1, axis2=2) / tables.sum(axis=(1, 2))


def biases(tables: Floats) -> Floats:
    """Return how much higher the judge's grades are in the mean; negative if they are lower."""
    grades = np.arange(tables.shape[-1])
    higher = np.subtract.outer(grades, grades).T
    with np.errstate(invalid="ignore"):
        return (tables * higher).sum(axis=(1, 2)) / tables.sum(axis=(1, 2))


MEASURES: dict[str, Callable[[Floats], Floats]] = {
    "kappa": kappas,
    "weighted_kappa": weighted_kappas,
    "alpha": alphas,
    "agreement": shares_equal,
    "bias": biases,
}
"""The measures of two graders, by the names of the tables."""

BIAS = {"bias": biases}
"""What is measured of the pairs with one grade: chance has no part in it."""

Row = tuple[Any, ...]
"""Part, slice, measure, value, the ends of its interval, and the number of pairs."""

ALL = "all"
FACET = "facet"
GRADE = "grade"
SOURCE = "source"
"""The parts: everything, a facet, a grade of the one compared with, or a source of the pools."""


def compare_grades(
    ground: Ground,
    against: Grades,
    judge: Grades,
    sources: Mapping[str, np.ndarray],
    resampling: Resampling,
) -> Iterator[Row]:
    """Yield each measure of the grades that both graders gave, shape (n,), by part and slice.

    ``sources`` has for each source whether it found an item, shape (n,). Intervals bootstrap the
    (query, facet) pairs, without undefined samples. Undefined values are None.
    """
    n_pairs = len(ground.pairs)
    n_grades = ground.scheme.n_grades
    draws = PairedDraws([n_pairs], resampling, (650,))
    both = (against != NONE) & (judge != NONE)
    for part, name, chosen in _slices(ground, against, sources):
        known = np.flatnonzero(chosen & both)
        places = ground.place[known]
        tables = count_confusions(against[known], judge[known], places, n_pairs, n_grades)
        [means] = draws.sample([tables.reshape(n_pairs, -1)])
        sampled = n_pairs * means.reshape(-1, n_grades, n_grades)

        measures = BIAS if part == GRADE else MEASURES
        for measure, function in measures.items():
            [value] = function(tables.sum(axis=0)[None])
            estimate = interval_where_defined(value, function(sampled), resampling.confidence)
            yield (part, name, measure, *estimate, len(known))


def _slices(
    ground: Ground, against: Grades, sources: Mapping[str, np.ndarray]
) -> Iterator[tuple[str, str, np.ndarray]]:
    """Yield the part, the name and the mask of each set of items that is measured."""
    yield ALL, ALL, np.ones(len(ground.items), dtype=bool)
    for grade in range(ground.scheme.n_grades):
        yield GRADE, str(grade), against == grade
    facets = np.array([item.facet for item in ground.items])
    for facet in ground.scheme.facet_names:
        yield FACET, facet, facets == facet
    for source, found in sources.items():
        yield SOURCE, source, found


def find_sources(collection: Collection, ground: Ground) -> dict[str, np.ndarray]:
    """Return whether each source found an item, shape (n,), sources without any left out."""
    sources = read_sources(collection)
    found = {}
    for source in (*list_sources(collection), UNKNOWN):
        found[source] = np.zeros(len(ground.items), dtype=bool)

    for number, item in enumerate(ground.items):
        named = sources.get(item.query_id, {}).get(item.candidate_id) or (UNKNOWN,)
        for source in named:
            found[source][number] = True

    return {source: rows for source, rows in found.items() if rows.any()}
