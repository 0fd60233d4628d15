"""Twins: groups of papers that share a title or the start of an abstract."""

from __future__ import annotations

from collections.abc import Callable

import networkx as nx
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from paperpool import tables
from paperpool.corpus.twins import group_twins


def test_finds_groups_over_titles_abstracts_and_shards(
    run_stage: Callable, make_row: Callable
) -> None:
    long = "The same words stand here again and again, as they should. " * 6
    stage = run_stage(
        {
            "a.jsonl": [
                make_row(
                    "5", title="One Title", abstract="An abstract of more than 30 characters."
                ),
                make_row("4", title=None, abstract=None),
                make_row("3", title="", abstract=""),
                make_row("9", title="Alone", abstract=long[:150]),
            ],
            "b.jsonl": [
                make_row("2", title="one title!", abstract=long + "A"),
                make_row("1", title="Another", abstract=long.upper() + "B"),
                make_row("dropped", title="ANOTHER"),
            ],
        },
        filters={"none": {}},
    )
    assert stage.twins == [("1", "5"), ("2", "5"), ("dropped", "5")]


def test_dropped_papers_are_no_twins(run_stage: Callable, make_row: Callable) -> None:
    rows = [make_row("1", year=None, title="T"), make_row("2", title="T"), make_row("3", title="t")]
    assert run_stage({"a": rows}, filters={"mdcr": {}}).twins == [("3", "2")]


@given(st.sets(st.tuples(st.integers(0, 12), st.integers(0, 8))))
def test_groups_are_connected_components(pairs: set[tuple[int, int]]) -> None:
    papers = {p: n for n, p in enumerate(sorted({p for p, _ in pairs}))}
    keys = {k: n for n, k in enumerate(sorted({k for _, k in pairs}))}
    rows = sorted((papers[p], keys[k]) for p, k in pairs)
    members = pa.table(
        {
            "paper": pa.array([p for p, _ in rows], pa.int64()),
            "key_number": pa.array([k for _, k in rows], pa.int64()),
            "paper_id": pa.array([f"id{99 - p}" for p, _ in rows], pa.string()),
        }
    )
    graph = nx.Graph((("paper", p), ("key", k)) for p, k in rows)
    groups = [
        sorted(n for kind, n in group if kind == "paper")
        for group in nx.connected_components(graph)
    ]
    expected = sorted((f"id{99 - p}", f"id{99 - g[0]}") for g in groups for p in g[1:])
    twins = group_twins(members)
    assert twins.schema == tables.TWINS
    assert [tuple(row.values()) for row in twins.to_pylist()] == expected
