"""Agreement of annotators with each other, with the adjudicated grades and across facets.

Source: CSFCube, section 4 and Table 2. Per (query, facet) pair the stage ``pre`` compares the two
annotators, ``post`` is the mean of comparing each of them with the adjudicated grades; a facet's
score is the median over its pairs. Details that the paper leaves open:

- Candidates that one side did not grade are left out. With ungraded as grade 0 all but one of the
  paper's 24 scores come out to their digits, so the authors probably did that; leaving out moves
  no score by more than 0.017 (tests/annotation/test_agreement.py measures both).
- ``post`` takes the pairs whose candidates are all settled. In a pair half done only the
  candidates on which annotators agree are settled, and agreement would be perfect.
- The query itself counts if it was judged as a candidate, as in Table 1.
- Undefined measures (rho of a constant list, alpha or kappa of a single grade) are left out of
  mean and median; ``n_queries`` counts the pairs that have it.
- If more than two annotators shared a pair, every two with candidates in common are compared,
  weighted by their number of candidates. Two annotators count alike, as in the paper.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import combinations, product
from statistics import fmean

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from paperpool.collections.collection import Collection, Judgments
from paperpool.collections.schemes import ALL, UNGRADED, Scheme

Grades = NDArray[np.int_]
Comparison = tuple[Grades, Grades]

STAGES = ("pre", "post")

COLUMNS = "facet stage measure value published n_queries".split()


def spearman_rho(first: Grades, second: Grades) -> float:
    """Spearman's rank correlation, ties sharing their mean rank; NaN if a list is constant."""
    if min(len(set(first.tolist())), len(set(second.tolist()))) < 2:
        return math.nan
    ranks = pd.DataFrame({"first": first, "second": second}).rank().to_numpy()
    correlations = np.corrcoef(ranks, rowvar=False)  # scipy.stats is slow to import
    return float(correlations[1, 0])


def krippendorff_alpha(first: Grades, second: Grades, n_grades: int) -> float:
    """Krippendorff's alpha with the ordinal distance; NaN if only one grade was given."""
    return ordinal_alpha(np.column_stack([first, second]).tolist(), n_grades)


def cohen_kappa(first: Grades, second: Grades) -> float:
    """Cohen's kappa, unweighted; NaN if both gave the same single grade."""
    if len(set(first.tolist()) | set(second.tolist())) < 2:
        return math.nan

    # how often they would differ by chance: of each pair of grades, the product of their shares
    grades = np.union1d(first, second)
    counts = [(given[:, None] == grades).sum(axis=0) for given in (second, first)]
    by_chance = np.outer(*counts) / len(first)
    np.fill_diagonal(by_chance, 0)
    return float(1 - (first != second).sum() / by_chance.sum())


def share_equal(first: Grades, second: Grades) -> float:
    """Share of candidates with equal grades."""
    return float((first == second).mean())


MEASURES = ("rho", "alpha", "kappa", "agreement")
"""The names of the measures of Table 2."""

Measures = Mapping[str, Callable[[Grades, Grades], float]]
"""Measures by name; each takes two aligned lists of grades, shape (n,), n >= 1."""


def make_measures(scheme: Scheme) -> Measures:
    """Return the measures of ``MEASURES`` for the grades of ``scheme``."""
    return {
        "rho": spearman_rho,
        "alpha": partial(krippendorff_alpha, n_grades=scheme.n_grades),
        "kappa": cohen_kappa,
        "agreement": share_equal,
    }


def score_judgments(judgments: Judgments, measures: Measures) -> dict[str, dict[str, float]]:
    """Return {stage: {measure: value}} of one (query, facet) pair; NaN if undefined."""
    of_annotators = [np.array(grades, dtype=int) for grades in judgments.annotators.values()]
    with_adjudicated: list[Comparison] = []
    if judgments.is_settled:
        adjudicated = np.array(judgments.adjudicated, dtype=int)
        with_adjudicated = [(grades, adjudicated) for grades in of_annotators]

    alike = len(of_annotators) <= 2
    return {
        "pre": _score_stage(combinations(of_annotators, 2), alike, measures),
        "post": _score_stage(with_adjudicated, alike, measures),
    }


def _score_stage(pairs: Iterable[Comparison], alike: bool, measures: Measures) -> dict[str, float]:
    """Return each measure's mean over pairs of lists of grades, by the candidates that both graded.

    Pairs count ``alike``, or by the number of these candidates.
    """
    shared: list[Comparison] = []
    weights = []
    for first, second in pairs:
        graded = (first != UNGRADED) & (second != UNGRADED)
        if graded.any():
            shared.append((first[graded], second[graded]))
            weights.append(1 if alike else graded.sum())

    scores = {}
    for name, measure in measures.items():
        values = np.array([measure(first, second) for first, second in shared])
        scores[name] = _weighted_mean(values, np.array(weights, dtype=float))
    return scores


def _weighted_mean(values: NDArray[np.float64], weights: NDArray[np.float64]) -> float:
    defined = ~np.isnan(values)
    if not defined.any():
        return math.nan
    return float(np.average(values[defined], weights=weights[defined]))


def measure_agreement(
    judgments: Mapping[tuple[str, str], Judgments],
    scheme: Scheme,
    published: Mapping[tuple[str, str, str], float],
) -> pd.DataFrame:
    """Return the table of ``COLUMNS``: a row per facet, stage and measure, values as fractions.

    Facets and grades are of ``scheme``.

    ``published`` maps (facet, stage, measure) to the paper's score. A facet without a defined value
    has an empty value and ``n_queries`` 0.
    """
    measures = make_measures(scheme)
    rows = []
    for facet in scheme.facet_names:
        scores = []
        for (_, facet_of_pair), of_pair in judgments.items():
            if facet_of_pair == facet:
                scores.append(score_judgments(of_pair, measures))

        for stage in STAGES:
            for measure in MEASURES:
                values = np.array([score[stage][measure] for score in scores], dtype=float)
                values = values[~np.isnan(values)]
                median = float(np.median(values)) if len(values) else None
                printed = published.get((facet, stage, measure))
                rows.append((facet, stage, measure, median, printed, len(values)))
    return pd.DataFrame(rows, columns=COLUMNS)


def ordinal_alpha(units: Iterable[Sequence[int]], n_grades: int) -> float:
    """Return alpha = 1 - observed / expected disagreement, at most 1.

    A unit has the grades (0 to ``n_grades`` - 1) of one candidate; units with fewer than two are
    skipped. NaN if all grades are the same. Source: Krippendorff, "Computing Krippendorff's
    Alpha-Reliability" (2011), section E with the ordinal difference function.
    """
    coincidences = np.zeros((n_grades, n_grades))
    for unit in units:
        if len(unit) > 1:
            counts = np.bincount(unit, minlength=n_grades)
            coincidences += (np.outer(counts, counts) - np.diag(counts)) / (len(unit) - 1)

    totals = coincidences.sum(axis=0)
    middles = np.cumsum(totals) - totals / 2.0  # the two ends of a distance count half
    distances = np.subtract.outer(middles, middles) ** 2
    expected = float(totals @ distances @ totals)
    if not expected:
        return math.nan
    observed = float((coincidences * distances).sum())
    return 1.0 - (totals.sum() - 1.0) * observed / expected


FACET_PAIR_COLUMNS = "facet_a facet_b grade_a grade_b n n_queries".split()


def count_facet_pairs(collection: Collection) -> pd.DataFrame:
    """Return the table of ``FACET_PAIR_COLUMNS``: the candidates of each two facets and two grades.

    ``n`` candidates have ``grade_a`` for ``facet_a`` and ``grade_b`` for ``facet_b`` of one query
    paper; ``n_queries`` papers were judged for both facets. Cells of 0 candidates are included.
    """
    scheme = collection.scheme
    rows = []
    for facet_a, facet_b in combinations(scheme.facet_names, 2):
        n_queries = 0
        cells: Counter[tuple[int, int]] = Counter()
        for query, _ in collection.pairs(facet_a):
            if (query, facet_b) not in collection.judgments:
                continue
            n_queries += 1
            grades_b = collection.judgments[query, facet_b].grades()
            for candidate, grade_a in collection.judgments[query, facet_a].grades().items():
                if candidate in grades_b:
                    cells[grade_a, grades_b[candidate]] += 1

        for grade_a, grade_b in product(range(scheme.n_grades), repeat=2):
            n = cells[grade_a, grade_b]
            rows.append((facet_a, facet_b, grade_a, grade_b, n, n_queries))
    return pd.DataFrame(rows, columns=FACET_PAIR_COLUMNS)


OVERRULED_COLUMNS = (
    "facet value published_low published_high n_overruled n_candidates n_queries".split()
)


def count_overruled(judgments: Judgments) -> tuple[int, int]:
    """Return how many candidates have an adjudicated grade that no annotator gave, and of how many.

    Candidates that fewer than two annotators graded are left out, and pairs not settled whole: on
    the first settled ones no annotator is overruled.
    """
    if not judgments.is_settled:
        return 0, 0
    n_overruled = 0
    n_graded = 0
    columns = zip(*judgments.annotators.values(), strict=True)
    for adjudicated, of_candidate in zip(judgments.adjudicated, columns, strict=False):
        grades = [grade for grade in of_candidate if grade != UNGRADED]
        if len(grades) > 1:
            n_graded += 1
            n_overruled += adjudicated not in grades
    return n_overruled, n_graded


def measure_overruled(
    judgments: Mapping[tuple[str, str], Judgments],
    scheme: Scheme,
    published: Mapping[tuple[str, str], float],
) -> pd.DataFrame:
    """Return the table of ``OVERRULED_COLUMNS``, a row per facet of ``scheme`` and one over all.

    ``value`` is the mean over (query, facet) pairs of the share of their candidates; empty without
    settled pairs of two annotators. ``published`` may have the paper's range over all, as
    (``overruled``, ``low``) and (``overruled``, ``high``).
    """
    rows = []
    for slice_name in scheme.slices:
        n_overruled = 0
        n_graded = 0
        shares = []
        for (_, facet), of_pair in judgments.items():
            if slice_name in (ALL, facet):
                overruled, graded = count_overruled(of_pair)
                n_overruled += overruled
                n_graded += graded
                if graded:
                    shares.append(overruled / graded)

        mean = fmean(shares) if shares else None
        low = None
        high = None
        if slice_name == ALL:
            low = published.get(("overruled", "low"))
            high = published.get(("overruled", "high"))
        rows.append((slice_name, mean, low, high, n_overruled, n_graded, len(shares)))
    return pd.DataFrame(rows, columns=OVERRULED_COLUMNS)
