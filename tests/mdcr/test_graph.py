"""Graph neighbours against plain loops, whatever the turns."""

import pyarrow.parquet as pq
import pytest

from paperpool.io.tables import MDCR_GRAPH
from paperpool.workflow.mdcr import graph
from paperpool.workflow.mdcr.graph import find_graph_candidates

from ..made import mdcr_plain as plain
from ..made.mdcr_stages import loaded


@pytest.mark.parametrize("first_turn", [1, 2, 1000])
def test_turns_change_nothing(small, tmp_path, monkeypatch, first_turn):
    monkeypatch.setattr(graph, "FIRST_TURN", first_turn)
    with loaded(
        small.written, small.drawn, tmp_path / "tmp", small.settings.seed, threads=2
    ) as database:
        n_wanted = small.settings.benchmark.negatives
        find_graph_candidates(database, *small.drawn.neighbours(), n_wanted, tmp_path / "graph")
    assert (tmp_path / "graph").read_bytes() == small.built.contents()["graph.parquet"]


def test_all_candidates_of_every_query_as_in_plain_loops(small, tmp_path):
    negatives = 200
    with loaded(small.written, small.drawn, tmp_path / "tmp", small.settings.seed) as database:
        found = small.drawn.neighbours()
        n = find_graph_candidates(database, *found, negatives, tmp_path / "graph")
    table = pq.read_table(tmp_path / "graph")
    assert table.schema.equals(MDCR_GRAPH) and len(table) == n
    found = {}
    for row in table.to_pylist():
        of_query = found.setdefault(row["query_id"], [])
        of_query.append((row["candidate_id"], row["via_id"], row["overlap"]))
        assert row["position"] == len(of_query)
    queries = [row["query_id"] for row in small.drawn.field_queries()]
    expected = {
        q: plain.graph_candidates(small.corpus, q, negatives, small.settings.seed) for q in queries
    }
    assert found == {query: of_query for query, of_query in expected.items() if of_query}
    assert len({overlap for of_query in found.values() for *_, overlap in of_query}) > 20
