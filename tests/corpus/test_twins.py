"""Twins: groups of papers that share a title or the start of an abstract."""

import tempfile
from pathlib import Path

import networkx as nx
import pyarrow.parquet as pq
from hypothesis import given, settings
from hypothesis import strategies as st

from paperpool.io import tables
from paperpool.io.tables import TWINS
from paperpool.workflow.corpus.database import Database
from paperpool.workflow.corpus.papers import KEYS
from paperpool.workflow.corpus.twins import find_excluded, find_twins, read_same_papers

from ..made.shards import make_row
from ..made.tables import write_rows


def test_finds_groups_over_titles_abstracts_and_shards(run_stage):
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


def test_papers_with_one_mag_id_are_twins(run_stage):
    rows = [
        make_row(str(n), title=f"T{n}", abstract=f"{n} " * 40, mag_id=mag_id)
        for n, mag_id in enumerate(["77", 77, "x77", None, "", "8", ["8"], "-8", 8.0, True, 1])
    ]
    assert run_stage({"a": rows}, filters={"none": {}}).twins == [("1", "0")]


def test_dropped_papers_are_no_twins(run_stage):
    rows = [make_row("1", year=None, title="T"), make_row("2", title="T"), make_row("3", title="t")]
    assert run_stage({"a": rows}, filters={"mdcr": {}}).twins == [("3", "2")]


def write_keys(folder, shards):
    """Write key tables whose papers have the given title, abstract and MAG keys."""
    paths = []
    for number, rows in enumerate(shards):
        keys = [(f"{99 - number}-{100 - line}", line, *of) for line, of in enumerate(rows, 1)]
        paths.append(write_rows(folder / f"{number}.parquet", keys, KEYS))
    return paths


def twins_of(shards):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        limits = {"memory_limit": "200MB", "temp_directory": folder, "threads": 1}
        find_twins(write_keys(folder, shards), folder / "twins.parquet", **limits)
        twins = pq.read_table(folder / "twins.parquet")
    assert twins.schema == tables.TWINS
    return [tuple(row.values()) for row in twins.to_pylist()]


_KEY = st.none() | st.integers(0, 9)


@settings(max_examples=60)
@given(st.lists(st.lists(st.tuples(_KEY, _KEY, _KEY), max_size=8), min_size=1, max_size=3))
def test_groups_are_connected_components(shards):
    graph = nx.Graph()
    for number, rows in enumerate(shards):
        for line, keys in enumerate(rows):
            paper = ("paper", number, line)
            graph.add_node(paper)
            graph.add_edges_from(
                (paper, (kind, key)) for kind, key in enumerate(keys) if key is not None
            )
    groups = [
        sorted(node[1:] for node in group if node[0] == "paper")
        for group in nx.connected_components(graph)
    ]
    names = [[f"{99 - number}-{99 - line}" for number, line in group] for group in groups]
    assert twins_of(shards) == sorted((name, group[0]) for group in names for name in group[1:])


def test_a_long_chain_is_one_group_after_few_rounds(monkeypatch):
    n = 2000  # each paper shares its title with the one before and its abstract with the one after
    rounds = []
    execute = Database.execute
    monkeypatch.setattr(
        Database,
        "execute",
        lambda self, query: (rounds.append("AS moved" in query), execute(self, query)),
    )
    pairs = twins_of([[(i // 2, n + (i + 1) // 2, None) for i in range(n)]])
    assert pairs == sorted((f"99-{99 - i}", "99-99") for i in range(1, n))
    assert sum(rounds) < 30


def test_twins_share_a_name_and_are_excluded_with_their_query(tmp_path):
    rows = [("b", "a"), ("c", "a"), ("y", "x")]
    same = read_same_papers(write_rows(tmp_path / "twins", rows, TWINS))
    assert same == {"a": "a", "b": "a", "c": "a", "x": "x", "y": "x"}
    expected = {"b": {"a", "b", "c"}, "x": {"x", "y"}, "alone": {"alone"}}
    assert find_excluded(["b", "x", "alone"], same) == expected


def test_a_corpus_without_twins(tmp_path):
    assert read_same_papers(write_rows(tmp_path / "twins", [], TWINS)) == {}
    assert find_excluded(["a"], {}) == {"a": {"a"}}
