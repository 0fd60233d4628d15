"""How far the judges of a collection agree, and which of them is an outlier.

The measures are those of annotators (``annotation.agreement``, ``annotation.annotators``):
Krippendorff's alpha with the ordinal distance, Cohen's kappa, kappa with quadratic weights, and
bias with a permutation test. Only documents are known that any judge voted for: agreement that all
others are not relevant is not among them, so that kappa and alpha are low.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from paperpool.evaluation.paired_draws import PairedDraws, Resampling
from paperpool.io.tables import COLLECTION_VOTES, read_table
from paperpool.workflow.annotation.agreement import cohen_kappa, ordinal_alpha, share_equal
from paperpool.workflow.annotation.annotators import weighted_kappa

Grades = NDArray[np.int_]

PAIR_COLUMNS = "judge_a judge_b alpha kappa weighted_kappa agreement n".split()
"""A row for each two judges, then one of all judges, with their alpha alone."""

JUDGE_COLUMNS = (
    "judge n mean weighted_kappa alpha_without bias ci_low ci_high p is_outlier"
).split()
"""``n`` documents have a vote above 0. ``weighted_kappa`` is the mean over the other judges,
``alpha_without`` the alpha of these alone. ``bias`` is the mean over topics of the judge's surplus
over the mean of the others."""

ALL = "all"


@dataclass(frozen=True)
class Votes:
    """The votes of a collection: judges, topics, the topic (by its place) and document of each row.

    ``grades`` has the shape (documents of topics, judges).
    """

    judges: list[str]
    topics: list[str]
    places: Grades
    documents: list[str]
    grades: Grades


def read_votes(path: str) -> Votes:
    """Return the votes of a table of COLLECTION_VOTES: each judge has voted on every row."""
    frame = read_table(path, COLLECTION_VOTES).to_pandas()
    judges = list(dict.fromkeys(frame["judge"]))
    table = frame.pivot(index=["topic_id", "candidate_id"], columns="judge", values="vote")
    topics = sorted({str(topic) for topic, _ in table.index})
    numbers = {topic: number for number, topic in enumerate(topics)}
    return Votes(
        judges,
        topics,
        np.array([numbers[topic] for topic, _ in table.index], dtype=int),
        [str(document) for _, document in table.index],
        table[judges].to_numpy(dtype=int),
    )


def compare_pairs(votes: Votes) -> pd.DataFrame:
    """Return the table of PAIR_COLUMNS; undefined values are empty."""
    n_grades = int(votes.grades.max(initial=0)) + 1
    n_rows = len(votes.grades)
    rows: list[tuple[object, ...]] = []
    for a, b in combinations(range(len(votes.judges)), 2):
        first = votes.grades[:, a]
        second = votes.grades[:, b]
        alpha = ordinal_alpha(votes.grades[:, [a, b]].tolist(), n_grades)
        kappas = (cohen_kappa(first, second), weighted_kappa(first, second))
        equal = share_equal(first, second)
        rows.append((votes.judges[a], votes.judges[b], alpha, *kappas, equal, n_rows))
    alpha = ordinal_alpha(votes.grades.tolist(), n_grades)
    rows.append((ALL, ALL, alpha, None, None, None, n_rows))
    return pd.DataFrame(rows, columns=PAIR_COLUMNS)


def describe_judges(votes: Votes, resampling: Resampling) -> pd.DataFrame:
    """Return the table of JUDGE_COLUMNS.

    The outlier is the judge with the lowest mean weighted kappa, if the others agree better
    without; there may be none.
    """
    n_grades = int(votes.grades.max(initial=0)) + 1
    alpha = ordinal_alpha(votes.grades.tolist(), n_grades)
    described = []
    for number, judge in enumerate(votes.judges):
        others = [other for other in range(len(votes.judges)) if other != number]
        own_grades = votes.grades[:, number]
        kappas = [weighted_kappa(own_grades, votes.grades[:, other]) for other in others]
        without = ordinal_alpha(votes.grades[:, others].tolist(), n_grades)
        surplus = own_grades - votes.grades[:, others].mean(axis=1)
        bias = _estimate_bias(surplus, votes.places, resampling, number)
        n_voted = int((own_grades > 0).sum())
        mean = float(own_grades.mean())
        described.append((judge, n_voted, mean, _mean(kappas), without, *bias))

    outlier = find_outlier([row[3] for row in described], [row[4] for row in described], alpha)
    rows = []
    for number, row in enumerate(described):
        rows.append((*row, number == outlier))
    return pd.DataFrame(rows, columns=JUDGE_COLUMNS)


def find_outlier(
    kappas: Sequence[float], alphas_without: Sequence[float], alpha: float
) -> int | None:
    """Return the place of the judge who agrees least, if the others agree better without."""
    if not kappas or any(math.isnan(kappa) for kappa in kappas):
        return None
    lowest = int(np.argmin(kappas))
    return lowest if alphas_without[lowest] > alpha else None


def _estimate_bias(
    surplus: NDArray[np.float64], places: Grades, resampling: Resampling, stream: int
) -> tuple[float | None, ...]:
    """Return the mean of topics' mean surplus, its interval, and the p-value over topics."""
    means = pd.Series(surplus).groupby(places).mean().to_numpy()
    draws = PairedDraws([len(means)], resampling, (940, stream))
    [[test]] = draws.tests([means[:, None]])
    return test


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values))
