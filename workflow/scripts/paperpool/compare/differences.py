"""Scores of paired rankers and their differences, over a collection and per query.

Source: ``paperpool.csfcube.evaluation`` for scores, intervals and tests, A's ranker as the
baseline; Holm's correction is over the pairs.
"""

from dataclasses import dataclass

import pandas as pd

from paperpool.collections.collection import Collection
from paperpool.compare.rankers import Pairs
from paperpool.compare.scores import CELL
from paperpool.csfcube.evaluation import evaluate_runs
from paperpool.evaluation.paired_draws import Resampling
from paperpool.evaluation.tables import correct

_VALUES = ("value_a", "value_b", "difference")
_TESTS = ("ci_low", "ci_high", "p", "p_holm", "n_queries")

DIFFERENCE_COLUMNS = [*CELL, "ranker_a", "ranker_b", *_VALUES, *_TESTS]
QUERY_COLUMNS = [*CELL, "ranker_a", "ranker_b", "query_id", *_VALUES]


@dataclass(frozen=True)
class Differences:
    """Scores of pairs: DIFFERENCE_COLUMNS, and QUERY_COLUMNS for each query.

    Values are fractions; a difference is B minus A; ``confidence`` is the intervals' coverage.
    """

    table: pd.DataFrame
    queries: pd.DataFrame
    confidence: float


def compare_rankings(collection: Collection, pairs: Pairs, resampling: Resampling) -> Differences:
    """Compare each pair, at least one, by every score of ``evaluate_runs``.

    Rows keep the order of ``pairs``, then of the evaluation; queries that moved most come first.
    """
    tables, queries = [], []
    for (name_a, name_b), (run_a, run_b) in pairs.items():
        evaluation = evaluate_runs(collection, {"a": run_a, "b": run_b}, {}, ["a"], resampling)
        names = {"ranker_a": name_a, "ranker_b": name_b}
        tests = evaluation.significance.drop(columns="p_holm")
        tables.append(_side_by_side(evaluation.metrics, CELL).merge(tests).assign(**names))
        values = _side_by_side(evaluation.per_query, [*CELL, "query_id"])
        queries.append(values.assign(difference=values.value_b - values.value_a, **names))
    moved = pd.concat(queries).sort_values(
        "difference", key=lambda d: -d.abs(), kind="stable", ignore_index=True
    )
    table = correct(pd.concat(tables, ignore_index=True))
    return Differences(table[DIFFERENCE_COLUMNS], moved[QUERY_COLUMNS], resampling.confidence)


def _side_by_side(values: pd.DataFrame, keys: list[str]) -> pd.DataFrame:
    """Return ``value_a`` and ``value_b`` by ``keys``, in the order of ``values``."""
    a, b = (values.loc[values.ranker == name, [*keys, "value"]] for name in ("a", "b"))
    return a.merge(b, on=keys, suffixes=("_a", "_b"), validate="one_to_one")
