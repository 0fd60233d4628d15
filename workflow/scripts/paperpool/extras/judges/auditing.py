"""The audit of model judges: every table, for all judges of a run.

A judge's grades are compared with people's, and enter no release. Every system is scored twice by
the corrected protocol on the pairs that both graded, once with either's grades; other candidates
are taken out of the rankings.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from paperpool.collections.collection import Collection
from paperpool.evaluation.csfcube_measures import PROTOCOLS
from paperpool.evaluation.paired_draws import PairedDraws, Resampling
from paperpool.evaluation.resampling import (
    Floats,
    bootstrap_counts,
    holm,
    interval_where_defined,
    kendall_taus,
    rank_from_best,
)
from paperpool.evaluation.runs import Run
from paperpool.extras.judges import agreement
from paperpool.extras.judges.agreement import NONE, Grades, Ground, make_ground
from paperpool.extras.judges.grade_files import Judge

MEASURES = ("ndcg%20", "map")

N_TOP = 5
"""How many systems are the top ones, by people's grades."""

TAU_COLUMNS = "metric among tau ci_low ci_high n_systems".split()
RANKER_COLUMNS = (
    "metric ranker same_model value value_by_judge rank rank_by_judge gain ci_low ci_high p p_holm"
).split()


@dataclass(frozen=True)
class TwiceScored:
    """The systems' scores with people's and with the judge's grades, (measures, systems, pairs)."""

    systems: list[str]
    by_people: Floats
    by_judge: Floats

    @property
    def n_pairs(self) -> int:
        """How many (query, facet) pairs there are."""
        return self.by_people.shape[2]


def score_twice(ground: Ground, judge: Grades, runs: Mapping[str, Run]) -> TwiceScored:
    """Score ``runs`` with both sides' grades; ``judge`` has the shape (n,), as of ``Ground``."""
    known = judge != NONE
    groups = []
    for number in range(len(ground.pairs)):
        group = np.flatnonzero((ground.place == number) & known)
        if len(group):
            groups.append(group)

    gains = np.array(ground.scheme.gains)
    least = ground.scheme.relevant_gain
    scores = np.zeros((2, len(MEASURES), len(runs), len(groups)))
    for column, group in enumerate(groups):
        places = {ground.items[i].candidate_id: i for i in group}
        first = ground.items[group[0]]
        pair = (first.query_id, first.facet)

        for row, run in enumerate(runs.values()):
            ranked = [places[c] for c, _ in run.get(pair, []) if c in places]
            for side, grades in enumerate((ground.grades, judge)):
                ranked_gains = gains[grades[ranked]]
                judged_gains = gains[grades[group]]
                for layer, name in enumerate(MEASURES):
                    measure = PROTOCOLS["corrected"][name]
                    scores[side, layer, row, column] = measure(ranked_gains, judged_gains, least)

    return TwiceScored(list(runs), scores[0], scores[1])


def compare_orders(scored: TwiceScored, weights: Floats, confidence: float) -> pd.DataFrame:
    """Return ``TAU_COLUMNS``; ``weights`` count bootstrapped pairs, (samples, pairs)."""
    rows = []
    for layer, measure in enumerate(MEASURES):
        people = scored.by_people[layer]
        judge = scored.by_judge[layer]
        top = np.argsort(-people.mean(axis=1), kind="stable")[:N_TOP]

        for among, chosen in (("all", np.arange(len(people))), (f"top {N_TOP}", top)):
            results = (None, None, None)
            if len(chosen) > 1:
                [tau] = kendall_taus(
                    people[chosen].mean(axis=1)[None], judge[chosen].mean(axis=1)[None]
                )
                sampled = kendall_taus(weights @ people[chosen].T, weights @ judge[chosen].T)
                results = interval_where_defined(tau, sampled, confidence)
            rows.append((measure, among, *results, len(chosen)))

    return pd.DataFrame(rows, columns=TAU_COLUMNS)


def compare_rankers(
    scored: TwiceScored, same_model: Sequence[str], resampling: Resampling
) -> pd.DataFrame:
    """Return the table of ``RANKER_COLUMNS``: each system by people's grades and by the judge's.

    ``gain`` is how much more the judge's grades raise a system than the mean of the others without
    the judge's model (``same_model``). The p-values are of permutation tests over the pairs, Holm's
    over the systems of a measure.
    """
    n = len(scored.systems)
    shares = np.array([system in same_model for system in scored.systems], dtype=bool)
    draws = PairedDraws([scored.n_pairs], resampling, (700,))
    rows = []
    for layer, measure in enumerate(MEASURES):
        people = scored.by_people[layer]
        judge = scored.by_judge[layer]
        raised = judge - people
        values = people.mean(axis=1)
        by_judge = judge.mean(axis=1)
        ranks = rank_from_best(values)
        ranks_by_judge = rank_from_best(by_judge)

        # a system without others to compare it with is not tested
        gains = {}
        for number in range(n):
            others = raised[_others(number, shares)]
            if len(others):
                gains[number] = (raised[number] - others.mean(axis=0))[:, None]
        tests = [test for [test] in draws.tests(list(gains.values()))]
        corrected = holm([test[3] for test in tests])
        results: dict[int, tuple] = {}
        for number, test, p_holm in zip(gains, tests, corrected, strict=True):
            results[number] = (*test, p_holm)

        for i, name in enumerate(scored.systems):
            cells = (float(values[i]), float(by_judge[i]), int(ranks[i]), int(ranks_by_judge[i]))
            tested = results.get(i, (None,) * 5)
            rows.append((measure, name, bool(shares[i]), *cells, *tested))
    return pd.DataFrame(rows, columns=RANKER_COLUMNS)


def _others(number: int, shares: np.ndarray) -> np.ndarray:
    """Return whom a system is compared with: the others that do not share the judge's model."""
    others = ~shares
    others[number] = False
    return np.flatnonzero(others)


COUNT_COLUMNS = "n_read n_blank n_graded n_people n_both".split()

COLUMNS = {
    "counts": COUNT_COLUMNS,
    "agreement": agreement.COLUMNS,
    "order": TAU_COLUMNS,
    "rankers": RANKER_COLUMNS,
}
"""The tables of an audit; each has a first column ``judge``."""

Tables = dict[str, pd.DataFrame]


def audit_judges(
    collection: Collection,
    runs: Mapping[str, Run],
    judges: Mapping[str, Judge],
    resampling: Resampling,
) -> Tables:
    """Return the tables of ``COLUMNS``, by name.

    Without ``runs`` the tables of systems are empty, and without pairs graded by people all but the
    counts.
    """
    ground = make_ground(collection)
    found: dict[str, list[pd.DataFrame]] = {name: [] for name in COLUMNS}
    rng = np.random.default_rng([resampling.seed, 650])
    weights = np.zeros((0, 0))
    if ground.pairs:
        weights = bootstrap_counts([len(ground.pairs)], resampling.n_bootstrap, rng).astype(float)
    sources = agreement.find_sources(collection, ground)
    confidence = resampling.confidence

    for name, judge in judges.items():
        grades = ground.align(judge.grades)
        n_both = int((grades != NONE).sum())
        counts = (judge.n_read, judge.n_blank, len(judge.grades), len(ground.items), n_both)
        tables = {"counts": pd.DataFrame([counts], columns=COUNT_COLUMNS)}
        if n_both:
            compared = agreement.compare_grades(ground, grades, sources, weights, confidence)
            tables["agreement"] = compared
        if n_both and runs:
            scored = score_twice(ground, grades, runs)
            rng = np.random.default_rng([resampling.seed, 651])
            drawn = bootstrap_counts([scored.n_pairs], resampling.n_bootstrap, rng).astype(float)
            tables["order"] = compare_orders(scored, drawn, confidence)
            tables["rankers"] = compare_rankers(scored, judge.same_model, resampling)
        for table, rows in tables.items():
            found[table].append(rows.assign(judge=name))

    joined = {}
    for table, frames in found.items():
        columns = ["judge", *COLUMNS[table]]
        joined[table] = pd.DataFrame(columns=columns)
        if frames:
            joined[table] = pd.concat(frames)[columns]
    return joined
