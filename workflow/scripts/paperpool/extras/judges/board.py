"""The board of judges: every judge beside people, and beside every other judge.

A judge's grades enter no release. Two graders are compared by the grades that both gave, and by
what they make of the rankers: every ranker is scored twice by the corrected protocol on the pairs
that both graded, once with either's grades; other candidates are taken out of the rankings.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np
import pandas as pd

from paperpool.collections.collection import Collection
from paperpool.evaluation.csfcube_measures import PROTOCOLS
from paperpool.evaluation.paired_draws import PairedDraws, Resampling
from paperpool.evaluation.resampling import (
    Floats,
    interval_where_defined,
    kendall_taus,
    rank_from_best,
)
from paperpool.evaluation.runs import Run
from paperpool.extras.judges.agreement import (
    ALL,
    NONE,
    Grades,
    Ground,
    Row,
    compare_grades,
    find_sources,
    make_ground,
)
from paperpool.extras.judges.grade_files import Judge
from paperpool.workflow.annotation.agreement import ordinal_alpha

METRICS = ("ndcg%20", "map")

N_TOP = 5
TOP = f"top {N_TOP}"
"""The slice of the first rankers by the grades of the one compared with, and how many they are."""

PEOPLE = "settled grades"
"""People, as a grader that judges are compared with. No judge has a blank in its name."""

ALL_JUDGES = "all judges"
"""The row of the board that compares all judges at once."""

RANKERS = "rankers"
"""The part of the board that compares what two graders make of the rankers."""

SAME_MODEL = "same model"
"""The slice of rankers that share the judge's model."""

BOARD_COLUMNS = "judge against part slice measure value ci_low ci_high n".split()
RANKER_COLUMNS = (
    "judge against metric ranker same_model value value_by_judge rank rank_by_judge "
    "gain ci_low ci_high"
).split()
COUNT_COLUMNS = "judge n_read n_blank n_graded n_people n_both".split()


def score_twice(ground: Ground, against: Grades, judge: Grades, runs: Mapping[str, Run]) -> Floats:
    """Return the scores of ``runs`` by two graders' grades, shape (n,), as of ``Ground``.

    Shape (2, metrics, rankers, pairs); the one compared with is first.
    """
    known = (against != NONE) & (judge != NONE)
    places = np.unique(ground.place[known])
    gains = np.array(ground.scheme.gains)
    sides = (gains[against], gains[judge])
    least = ground.scheme.relevant_gain
    scores = np.zeros((2, len(METRICS), len(runs), len(places)))
    for column, place in enumerate(places):
        judged = np.flatnonzero((ground.place == place) & known)
        rows = {ground.items[i].candidate_id: i for i in judged}
        for row, run in enumerate(runs.values()):
            ranked = [rows[c] for c, _ in run.get(ground.pairs[place], []) if c in rows]
            for side, gained in enumerate(sides):
                for layer, metric in enumerate(METRICS):
                    score = PROTOCOLS["corrected"][metric](gained[ranked], gained[judged], least)
                    scores[side, layer, row, column] = score

    return scores


def compare_rankers(
    scores: Floats, rankers: Sequence[str], same_model: Sequence[str], resampling: Resampling
) -> tuple[list[Row], list[Row]]:
    """Return rows of the board, and rows of the table of rankers from ``metric`` on.

    ``scores`` are those of ``score_twice``.
    ``tau`` compares the orders of the rankers. A ranker's gain is how much more the judge raises it
    than the mean of the others without the judge's model (``same_model``). ``circularity`` is the
    mean gain of those with it, and ``rise`` the mean number of ranks that these win.
    """
    shares = np.isin(rankers, same_model)
    draws = PairedDraws([scores.shape[3]], resampling, (700,))
    confidence = resampling.confidence
    board: list[Row] = []
    rows: list[Row] = []
    for layer, metric in enumerate(METRICS):
        sides = list(scores[:, layer].transpose(0, 2, 1))
        means = [side.mean(axis=0)[None] for side in sides]
        samples = draws.sample(sides)
        top = np.argsort(-means[0][0], kind="stable")[:N_TOP]
        for among, chosen in ((ALL, np.arange(len(shares))), (TOP, top)):
            [tau] = kendall_taus(means[0][:, chosen], means[1][:, chosen])
            sampled = kendall_taus(samples[0][:, chosen], samples[1][:, chosen])
            estimate = interval_where_defined(tau, sampled, confidence)
            board.append((RANKERS, among, f"tau_{metric}", *estimate, len(chosen)))

        gains = _list_gains(sides[1] - sides[0], shares)
        ranks = [rank_from_best(mean)[0] for mean in means]
        estimates = draws.estimate(list(gains.T[:, :, None]))
        for i, (ranker, [gain]) in enumerate(zip(rankers, estimates, strict=True)):
            values = (float(means[0][0, i]), float(means[1][0, i]))
            places = (int(ranks[0][i]), int(ranks[1][i]))
            rows.append((metric, ranker, bool(shares[i]), *values, *places, *gain))

        if shares.any() and not shares.all():
            [[circularity]] = draws.estimate([gains[:, shares].mean(axis=1)[:, None]])
            won = (ranks[0] - ranks[1])[shares].mean()
            sampled = (rank_from_best(samples[0]) - rank_from_best(samples[1]))[:, shares].mean(
                axis=1
            )
            rise = interval_where_defined(won, sampled, confidence)
            for measure, estimate in (("circularity", circularity), ("rise", rise)):
                row = (RANKERS, SAME_MODEL, f"{measure}_{metric}", *estimate, int(shares.sum()))
                board.append(row)
    return board, rows


def _list_gains(raised: Floats, shares: np.ndarray) -> Floats:
    """Return how much more each ranker is raised than the others that do not share the model.

    ``raised`` and the result have the shape (pairs, rankers); NaN for a ranker without such others.
    """
    gains = np.full(raised.shape, np.nan)
    for number in range(len(shares)):
        others = ~shares
        others[number] = False
        if others.any():
            gains[:, number] = raised[:, number] - raised[:, others].mean(axis=1)
    return gains


def make_board(
    collection: Collection,
    runs: Mapping[str, Run],
    judges: Mapping[str, Judge],
    resampling: Resampling,
) -> dict[str, pd.DataFrame]:
    """Return the tables ``counts``, ``board`` and ``rankers``.

    Graders without a common pair have no rows, and without ``runs`` rankers have none. The last row
    of the board is Krippendorff's alpha of all judges, if there are several.
    """
    ground = make_ground(collection)
    sources = find_sources(collection, ground)
    graders = {PEOPLE: ground.grades}
    counts = []
    for name, judge in judges.items():
        graders[name] = ground.align(judge.grades)
        n_both = int((graders[name] != NONE).sum())
        n_graded = len(judge.grades)
        counts.append((name, judge.n_read, judge.n_blank, n_graded, len(ground.items), n_both))

    board: list[Row] = []
    rankers: list[Row] = []
    for against, judge in combinations(graders, 2):
        grades = (graders[against], graders[judge])
        if not ((grades[0] != NONE) & (grades[1] != NONE)).any():
            continue
        of_board = list(compare_grades(ground, *grades, sources, resampling))
        if runs:
            scores = score_twice(ground, *grades, runs)
            same_model = judges[judge].same_model
            compared, of_rankers = compare_rankers(scores, list(runs), same_model, resampling)
            of_board += compared
            rankers += [(judge, against, *row) for row in of_rankers]
        board += [(judge, against, *row) for row in of_board]

    if len(judges) > 1:
        given = np.column_stack(list(graders.values())[1:])
        units = [row[row != NONE] for row in given if (row != NONE).sum() > 1]
        alpha = ordinal_alpha(units, ground.scheme.n_grades)
        board.append((ALL_JUDGES, ALL_JUDGES, ALL, ALL, "alpha", alpha, None, None, len(units)))
    return {
        "counts": pd.DataFrame(counts, columns=COUNT_COLUMNS),
        "board": pd.DataFrame(board, columns=BOARD_COLUMNS),
        "rankers": pd.DataFrame(rankers, columns=RANKER_COLUMNS),
    }
