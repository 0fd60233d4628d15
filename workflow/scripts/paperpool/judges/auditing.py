"""The audit of model judges: every table, for all judges of a run.

A judge is held against the grades of a collection, which are people's. Its grades enter no table
but these, and no release.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from paperpool.collections.collection import Collection
from paperpool.evaluation.paired_draws import Resampling
from paperpool.evaluation.resampling import Floats, bootstrap_counts
from paperpool.evaluation.runs import Run
from paperpool.judges import agreement, systems
from paperpool.judges.grade_files import Judge
from paperpool.judges.ground import NONE, Ground, make_ground

COUNT_COLUMNS = "n_read n_blank n_graded n_people n_both".split()

COLUMNS = {
    "counts": COUNT_COLUMNS,
    "agreement": agreement.COLUMNS,
    "order": systems.TAU_COLUMNS,
    "rankers": systems.RANKER_COLUMNS,
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

    Without ``runs`` the tables of systems are empty. A judge none of whose pairs people graded has
    its counts alone.
    """
    ground = make_ground(collection)
    found: dict[str, list[pd.DataFrame]] = {name: [] for name in COLUMNS}
    rng = np.random.default_rng([resampling.seed, 650])
    weights = np.zeros((0, 0))
    if ground.pairs:
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
    given = ground.align(judge.grades)
    n_both = int((given != NONE).sum())
    counts = (judge.n_read, judge.n_blank, len(judge.grades), len(ground.items), n_both)
    tables = {"counts": pd.DataFrame([counts], columns=COUNT_COLUMNS)}
    if not n_both:
        return tables
    confidence = resampling.confidence
    sources = agreement.find_sources(collection, ground)
    tables["agreement"] = agreement.compare_grades(ground, given, sources, weights, confidence)
    if runs:
        scored = systems.score_twice(ground, given, runs)
        rng = np.random.default_rng([resampling.seed, 651])
        drawn = bootstrap_counts([scored.n_pairs], resampling.n_bootstrap, rng).astype(float)
        tables["order"] = systems.compare_orders(scored, drawn, confidence)
        tables["rankers"] = systems.compare_rankers(scored, judge.same_model, resampling)
    return tables


def _join(tables: Sequence[pd.DataFrame], columns: Sequence[str]) -> pd.DataFrame:
    wanted = ["judge", *columns]
    return pd.concat(tables)[wanted] if tables else pd.DataFrame(columns=wanted)
