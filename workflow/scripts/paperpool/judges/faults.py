"""What a judge goes by besides the papers' relevance, and when that is an alarm.

Three questions, each with a bound on how large an effect may be and a test that it is no accident:

- Does it grade higher or lower than people? (``bias``; its standard error counts a query and facet
  as one observation.)
- Does it go by a clue: the candidate's length, words in common, the place that a ranker gives?
  Among the candidates of one query and facet to which people gave the same grade an honest judge's
  grades have nothing to do with the clue. Their correlation within these strata is the effect; the
  test is that of all permutations of the judge's grades within strata, by its normal limit (Mantel
  and Haenszel's way of stratifying; Strasser and Weber 1999 for the moments).
- Does it agree with people at all? (``kappa``, whose interval must reach a bound.)

The p-values of all tests of a judge are corrected together (Holm). The bounds lie above what
CSFCube's single annotators have against the adjudicated grades: docs/annotation.md has the figures.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy.stats import norm

from paperpool.evaluation.resampling import holm, interval_where_defined
from paperpool.judges.confusions import N_GRADES, count_confusions, kappas
from paperpool.judges.ground import LENGTH, NONE, SHORTNESS, Floats, Grades, Ground

MOST_BIAS = 0.2
"""In grades, of 0 to 3."""

MOST_BY_TEXT = 0.16
MOST_BY_RANKER = 0.35
"""Correlations with a clue, among what people graded alike."""

LEAST_KAPPA = 0.2
"""Below it agreement is slight (Landis and Koch 1977)."""

SIGNIFICANCE = 0.01


@dataclass(frozen=True)
class Finding:
    """One question asked of a judge: ``effect`` beside its ``bound``, and the p-value of its test.

    ``p`` is corrected for the number of questions; None where the test is an interval. ``reason``
    is a sentence where there is an alarm, else empty.
    """

    test: str
    about: str
    effect: float | None
    bound: float
    p: float | None
    reason: str


def find_faults(ground: Ground, judge: Grades, weights: Floats, confidence: float) -> list[Finding]:
    """Return all that is asked of a judge's grades, shape (n,) as ``Ground.align`` gives them.

    ``weights`` say how often each bootstrap sample has each pair, shape (samples, pairs).
    """
    known = np.flatnonzero(judge != NONE)
    if not len(known):
        return []
    people, given, place = ground.grades[known], judge[known], ground.place[known]
    tests = [("bias", "", *_test_bias(given - people, place), MOST_BIAS)]
    strata = place * N_GRADES + people
    for name, clue in ground.clues.items():
        kind = name if name in (LENGTH, SHORTNESS) else "overlap"
        tests.append((kind, name, *correlate_within(given, clue[known], strata), MOST_BY_TEXT))
    for name, clue in ground.rankers.items():
        tests.append(
            ("ranker", name, *correlate_within(given, clue[known], strata), MOST_BY_RANKER)
        )
    corrected = holm([p for _, _, _, p, _ in tests])
    findings = [_find_agreement(ground, known, judge, weights, confidence)]
    for (test, about, effect, _, bound), p in zip(tests, corrected, strict=True):
        reached = abs(effect) if test == "bias" else effect
        is_alarm = reached >= bound and p <= SIGNIFICANCE
        reason = _explain(test, about, effect) if is_alarm else ""
        findings.append(Finding(test, about, effect, bound, p, reason))
    return findings


def list_alarms(findings: list[Finding]) -> Iterator[Finding]:
    """Yield the findings that are alarms."""
    return (finding for finding in findings if finding.reason)


def correlate_within(given: Grades, clue: Floats, strata: Grades) -> tuple[float, float]:
    """Return the correlation of two aligned lists within strata, and its one-sided p-value.

    Both are 0 and 1 where nothing varies.
    """
    n = np.bincount(strata)
    first, second = (_centre(values.astype(float), strata, n) for values in (given, clue))
    squares = [np.bincount(strata, values**2) for values in (first, second)]
    together, size = float(first @ second), math.sqrt(squares[0].sum() * squares[1].sum())
    variance = float((squares[0] * squares[1] / np.maximum(n - 1, 1)).sum())
    if variance <= 0:
        return 0.0, 1.0
    return together / size, float(norm.sf(together / math.sqrt(variance)))


def _centre(values: Floats, strata: Grades, n: Grades) -> Floats:
    return values - (np.bincount(strata, values) / np.maximum(n, 1))[strata]


def _test_bias(differences: Grades, place: Grades) -> tuple[float, float]:
    """Return the mean difference and its two-sided p-value; all of one size are beyond doubt."""
    mean = float(differences.mean())
    of_pairs = np.bincount(place, differences - mean)
    n_pairs = len(np.unique(place))
    if n_pairs < 2:
        return mean, 1.0
    error = math.sqrt((of_pairs**2).sum() * n_pairs / (n_pairs - 1)) / len(differences)
    if error < 1e-12:
        return mean, float(mean == 0)
    return mean, float(2 * norm.sf(abs(mean) / error))


def _find_agreement(
    ground: Ground, known: Grades, judge: Grades, weights: Floats, confidence: float
) -> Finding:
    tables = count_confusions(
        ground.grades[known], judge[known], ground.place[known], len(ground.pairs)
    )
    [kappa] = kappas(tables.sum(axis=0)[None])
    sampled = kappas(np.einsum("sp,pab->sab", weights, tables, optimize=True))
    value, _, high = interval_where_defined(kappa, sampled, confidence)
    is_alarm = high is not None and high < LEAST_KAPPA
    reason = f"It hardly agrees with people: kappa {kappa:.2f}." if is_alarm else ""
    return Finding("agreement", "", value, LEAST_KAPPA, None, reason)


def _explain(test: str, about: str, effect: float) -> str:
    if test == "bias":
        side = "higher" if effect > 0 else "lower"
        return f"It grades {abs(effect):.2f} {side} than people."
    gone_by = {
        LENGTH: "the candidate's length (long ones get more)",
        SHORTNESS: "the candidate's length (short ones get more)",
        "ranker": f"where {about} ranks the candidate",
        "overlap": f"words in common ({about})",
    }[test]
    return f"Where people give one grade, it goes by {gone_by}: correlation {effect:.2f}."
