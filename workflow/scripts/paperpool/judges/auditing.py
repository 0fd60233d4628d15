"""The audit of model judges: every table, for all judges of a run.

A judge is held against the grades of a collection, which are people's. Its grades enter no table
but these, and no release.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from paperpool.collections.collection import Collection
from paperpool.evaluation.paired_draws import Resampling
from paperpool.evaluation.resampling import Floats, bootstrap_counts
from paperpool.evaluation.runs import Run
from paperpool.judges.agreement import COLUMNS as AGREEMENT_COLUMNS
from paperpool.judges.agreement import compare_grades, find_sources
from paperpool.judges.faults import SIGNIFICANCE, Finding, find_faults
from paperpool.judges.grade_files import JudgeGrades
from paperpool.judges.ground import NONE, Ground, list_judged, make_ground
from paperpool.judges.systems import (
    NEEDED_COLUMNS,
    RANKER_COLUMNS,
    TAU_COLUMNS,
    compare_orders,
    compare_rankers,
    count_needed,
    score_twice,
)

MOST_GAIN = 0.05
"""How much more a judge may raise a ranker that shares its model than it raises the others."""

ALARM_COLUMNS = "test about effect bound p_holm alarm reason".split()
COUNT_COLUMNS = "n_read n_blank n_graded n_people n_both".split()

COLUMNS = {
    "counts": COUNT_COLUMNS,
    "alarms": ALARM_COLUMNS,
    "agreement": AGREEMENT_COLUMNS,
    "order": TAU_COLUMNS,
    "rankers": RANKER_COLUMNS,
    "needed": NEEDED_COLUMNS,
}
"""The tables of an audit; each has a first column ``judge``."""

Tables = dict[str, pd.DataFrame]


@dataclass(frozen=True)
class Judge:
    """A judge: its grades, and the names of the rankers that share its model."""

    read: JudgeGrades
    same_model: Sequence[str] = ()


def audit_judges(
    collection: Collection,
    runs: Mapping[str, Run],
    judges: Mapping[str, Judge],
    resampling: Resampling,
) -> Tables:
    """Return the tables of ``COLUMNS``, by name.

    Without ``runs`` nothing is told of systems. A judge none of whose pairs people graded has its
    counts alone.
    """
    found: dict[str, list[pd.DataFrame]] = {name: [] for name in COLUMNS}
    if not list_judged(collection):
        counts = [
            (name, j.read.n_read, j.read.n_blank, len(j.read.grades), 0, 0)
            for name, j in judges.items()
        ]
        empty = {name: _join([], columns) for name, columns in COLUMNS.items()}
        return empty | {"counts": pd.DataFrame(counts, columns=["judge", *COUNT_COLUMNS])}
    ground = make_ground(collection, runs)
    rng = np.random.default_rng([resampling.seed, 650])
    weights = bootstrap_counts([len(ground.pairs)], resampling.n_bootstrap, rng).astype(float)
    for name, judge in judges.items():
        tables = _audit(ground, collection, runs, judge, weights, resampling)
        for table, rows in tables.items():
            found[table].append(rows.assign(judge=name))
    return {name: _join(tables, COLUMNS[name]) for name, tables in found.items()}


def _audit(
    ground: Ground,
    collection: Collection,
    runs: Mapping[str, Run],
    judge: Judge,
    weights: Floats,
    resampling: Resampling,
) -> Tables:
    given = ground.align(judge.read.grades)
    n_both = int((given != NONE).sum())
    counts = (judge.read.n_read, judge.read.n_blank, len(judge.read.grades), len(ground.items))
    tables = {"counts": pd.DataFrame([(*counts, n_both)], columns=COUNT_COLUMNS)}
    if not n_both:
        return tables
    confidence = resampling.confidence
    findings = find_faults(ground, given, weights, confidence)
    sources = find_sources(collection, ground)
    tables["agreement"] = compare_grades(ground, given, sources, weights, confidence)
    if runs:
        scored = score_twice(ground, given, runs)
        rng = np.random.default_rng([resampling.seed, 651])
        drawn = bootstrap_counts([scored.n_pairs], resampling.n_bootstrap, rng).astype(float)
        tables["order"] = compare_orders(scored, drawn, confidence)
        tables["rankers"] = compare_rankers(scored, judge.same_model, resampling)
        tables["needed"] = count_needed(scored, confidence)
        findings += find_circularity(tables["rankers"])
    tables["alarms"] = pd.DataFrame(
        [(f.test, f.about, f.effect, f.bound, f.p, bool(f.reason), f.reason) for f in findings],
        columns=ALARM_COLUMNS,
    )
    return tables


def find_circularity(rankers: pd.DataFrame) -> list[Finding]:
    """Return what a judge does for the rankers that share its model, by each measure."""
    findings = []
    for row in rankers[rankers.same_model & rankers.gain.notna()].itertuples():
        is_alarm = row.gain >= MOST_GAIN and row.p_holm <= SIGNIFICANCE
        reason = (
            f"It raises {row.ranker}, which shares its model, by {row.gain:.2f} ({row.metric}) "
            "more than the others."
        )
        about = f"{row.ranker}, {row.metric}"
        effect, p = float(row.gain), float(row.p_holm)
        findings.append(
            Finding("same model", about, effect, MOST_GAIN, p, reason if is_alarm else "")
        )
    return findings


def _join(tables: Sequence[pd.DataFrame], columns: Sequence[str]) -> pd.DataFrame:
    wanted = ["judge", *columns]
    return pd.concat(tables)[wanted] if tables else pd.DataFrame(columns=wanted)
