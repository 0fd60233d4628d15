"""All figures of the extra's tables in the form of scores, so that ``check_figures`` checks them.

A row has the columns that name a score (``evaluation.expected_rows.CELL``), its value and interval.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pandas as pd

from paperpool.evaluation.expected_rows import CELL

COLUMNS = (*CELL, "value", "sd", "ci_low", "ci_high")

Figure = tuple[object, ...]


def list_figures(files: Mapping[str, str | Path]) -> pd.DataFrame:
    """Return the table of COLUMNS of the tables of a run, by the names of their section.

    A name may begin with that of a collection: ``cystic-fibrosis/relations``.
    """
    figures: list[Figure] = []
    for name, path in files.items():
        collection, _, table = name.rpartition("/")
        if table in _ROWS:
            figures += _ROWS[table](pd.read_csv(path, keep_default_na=False), collection)
    return pd.DataFrame(figures, columns=COLUMNS)


def _list_relations(frame: pd.DataFrame, collection: str) -> Iterator[Figure]:
    for row in frame.itertuples():
        split = f"grade-{row.grade:g}"
        cell = (collection, "relations", split, row.neighbours, row.relation, row.measure)
        yield (*cell, row.value, None, row.ci_low, row.ci_high)


def _list_links(frame: pd.DataFrame, collection: str) -> Iterator[Figure]:
    for row in frame.itertuples():
        cell = (collection, "relations", "all", "citations", row.relation, "n_pairs")
        yield (*cell, row.n_pairs, None, None, None)


def _list_candidates(frame: pd.DataFrame, _: str) -> Iterator[Figure]:
    for row in frame.itertuples():
        cell = ("candidates", "judged", f"grade-{row.weight:g}", "people", row.type, "share")
        yield (*cell, row.share, None, row.ci_low, row.ci_high)


def _list_orders(frame: pd.DataFrame, _: str) -> Iterator[Figure]:
    for row in frame.itertuples():
        slice_name = f"{row.benchmark}: {row.metric}"
        cell = (row.collection, "orders", row.by, "all", slice_name, "tau")
        yield (*cell, row.tau, None, row.ci_low, row.ci_high)


def _list_rankers(frame: pd.DataFrame, _: str) -> Iterator[Figure]:
    for row in frame.itertuples():
        slice_name = f"{row.benchmark}: {row.metric}"
        cell = (row.collection, "orders", row.by, row.ranker, slice_name, "favour")
        yield (*cell, row.favour, None, row.ci_low, row.ci_high)


def _list_known(frame: pd.DataFrame, _: str) -> Iterator[Figure]:
    for row in frame.itertuples():
        cell = ("known-citations", "judged", "test", row.candidates, row.slice, "share")
        yield (*cell, row.share, None, row.ci_low, row.ci_high)


def _list_judges(frame: pd.DataFrame, collection: str) -> Iterator[Figure]:
    for row in frame.itertuples():
        cell = (collection, "votes", "all", row.judge, "others")
        yield (*cell, "weighted_kappa", row.weighted_kappa, None, None, None)
        yield (*cell, "alpha_without", row.alpha_without, None, None, None)
        yield (*cell, "bias", row.bias, None, row.ci_low, row.ci_high)


def _list_pairs(frame: pd.DataFrame, collection: str) -> Iterator[Figure]:
    for row in frame.itertuples():
        for measure in ("alpha", "kappa"):
            value = getattr(row, measure)
            if value != "":
                cell = (collection, "votes", "all", row.judge_a, row.judge_b, measure)
                yield (*cell, value, None, None, None)


def _list_judge_orders(frame: pd.DataFrame, collection: str) -> Iterator[Figure]:
    for row in frame.itertuples():
        cell = (collection, "votes", "all", row.judge, row.metric, "tau")
        yield (*cell, row.tau, None, row.ci_low, row.ci_high)


_ROWS = {
    "relations": _list_relations,
    "links": _list_links,
    "candidates": _list_candidates,
    "orders": _list_orders,
    "rankers": _list_rankers,
    "known_citations": _list_known,
    "votes-judges": _list_judges,
    "votes-pairs": _list_pairs,
    "votes-orders": _list_judge_orders,
}
"""The figures of each table."""
