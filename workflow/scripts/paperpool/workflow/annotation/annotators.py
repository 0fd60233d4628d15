"""Each annotator's agreement, bias, drift over time, and speed.

An annotator is compared with the other one of each item, and with the settled grades.
"""

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import stdtr

from paperpool.collections.schemes import ALL, Scheme
from paperpool.evaluation.paired_draws import PairedDraws, Resampling
from paperpool.workflow.annotation.adjudication import Settlement
from paperpool.workflow.annotation.agreement import spearman_rho
from paperpool.workflow.annotation.export_rows import Row
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.annotation.tasks import ANNOTATION

Grades = NDArray[np.int_]

COLUMNS = (
    "annotator facet graded seconds against shared rho weighted_kappa bias ci_low ci_high p drift "
    "drift_p"
).split()

AGAINST = ("other", "settled")
"""Whom an annotator is compared with: who graded the item too, and the settled grade."""


def describe_annotators(
    rows: Sequence[Row],
    settlement: Settlement,
    columns: Mapping[str, str],
    rank_correlation: Callable[[Grades, Grades], float],
    scheme: Scheme,
    resampling: Resampling,
) -> pd.DataFrame:
    """Return the table of ``COLUMNS``: a row per annotator, facet (and ``all``) and ``AGAINST``.

    The facets are those of ``scheme``.

    ``columns`` maps an annotator's identity to their column in the release. Of ``graded`` items,
    which two annotators graded, ``seconds`` is the median time and ``shared`` have a grade to
    compare with. ``bias`` is the mean over (query, facet) pairs of the annotator's surplus, with an
    interval and the p-value of a permutation test over pairs. ``drift`` is Spearman's correlation
    of the surplus with the order of judging, ``drift_p`` the p-value of its t approximation, with
    items as independent. Undefined or unknown values are empty.
    """
    by_annotator: dict[str, dict[Item, Row]] = {}
    for row in rows:
        if row.stage == ANNOTATION and row.item in settlement.said:
            by_annotator.setdefault(row.annotator, {})[row.item] = row

    table = []
    for stream, (identity, name) in enumerate(columns.items()):
        judged = by_annotator.get(identity, {})
        for slice_name in scheme.slices:
            chosen = {}
            for item in sorted(judged):
                if slice_name in (ALL, item.facet):
                    chosen[item] = judged[item]
            seconds = [row.seconds for row in chosen.values() if row.seconds is not None]
            median = float(np.median(seconds)) if seconds else None
            known = (name, slice_name, len(chosen), median)

            for against, other in zip(AGAINST, _others(chosen, identity, settlement), strict=True):
                compared = _compare(chosen, other, rank_correlation, resampling, stream)
                table.append((*known, against, len(other), *compared))
    return pd.DataFrame(table, columns=COLUMNS)


def _others(
    judged: Mapping[Item, Row], identity: str, settlement: Settlement
) -> tuple[dict[Item, int], dict[Item, int]]:
    """Return the other annotator's grades of the ``judged`` items, and the settled ones."""
    other = {}
    settled = {}
    for item in judged:
        for annotator, grade in settlement.said[item].items():
            if annotator != identity:
                other[item] = grade
        if item in settlement.gold:
            settled[item] = settlement.gold[item]
    return other, settled


def _compare(
    judged: Mapping[Item, Row],
    other: Mapping[Item, int],
    rank_correlation: Callable[[Grades, Grades], float],
    resampling: Resampling,
    stream: int,
) -> tuple[float | None, ...]:
    """Return the scores of ``COLUMNS`` from ``rho`` on."""
    if not other:
        return (None,) * (len(COLUMNS) - COLUMNS.index("rho"))
    first = np.array([judged[item].grade for item in other], dtype=int)
    second = np.array(list(other.values()), dtype=int)
    agreed = (rank_correlation(first, second), weighted_kappa(first, second))

    # the surplus is tested over pairs, as the grades of a query depend on each other
    names = [f"{item.query_id} {item.facet}" for item in other]
    pairs = pd.Series(first - second).groupby(names).mean()
    draws = PairedDraws([len(pairs)], resampling, (stream,))
    [[bias]] = draws.tests([pairs.to_numpy()[:, None]])

    drift = _drift([judged[item].at for item in other], first - second)
    values = (*agreed, *bias, *drift)
    return tuple(None if value is None or math.isnan(value) else value for value in values)


def weighted_kappa(first: Grades, second: Grades) -> float:
    """Cohen's kappa with quadratic weights of aligned grades; NaN if all are one grade."""
    expected = float(((first[:, None] - second[None, :]) ** 2).mean())
    if not expected:
        return math.nan
    return 1 - float(((first - second) ** 2).mean()) / expected


def _drift(at: Sequence[str | None], differences: Grades) -> tuple[float | None, float | None]:
    """Return Spearman's correlation of differences with the order of times, and its p-value.

    Both are None if a time is unknown, or if all times or all differences are the same.
    """
    times = [time for time in at if time is not None]
    if len(times) < len(at) or min(len(set(times)), len(set(differences.tolist()))) < 2:
        return None, None
    order = np.unique(np.array(times), return_inverse=True)[1]
    rho = spearman_rho(order, differences)

    # by Student's t, as scipy.stats.spearmanr, which is slow to import
    freedom = len(times) - 2
    if not freedom:
        return rho, math.nan
    with np.errstate(divide="ignore"):
        t = rho * np.sqrt(freedom / np.float64((1 + rho) * (1 - rho)))
    return rho, float(2 * stdtr(freedom, -abs(t)))
