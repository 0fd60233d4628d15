"""Graph neighbours: the overlap coefficient by hand, ties, turns, and all against plain loops."""

import pyarrow.parquet as pq
import pytest

from paperpool.io.tables import MDCR_CITED, MDCR_GRAPH, MDCR_QUERIES
from paperpool.mdcr import graph
from paperpool.mdcr.graph import find_graph_candidates

from ..made import mdcr_plain as plain
from ..made.mdcr_corpus import MadeCorpus, make_paper
from ..made.mdcr_stages import Drawn, loaded
from ..made.tables import write_rows


def find(folder, citations, negatives, years=None, twins=None, kept=lambda i: True):
    """Return (candidate, via, overlap, position) of the query q of 2018."""
    ids = {i for edge in citations for i in edge if not i.startswith("outside")}
    papers = {
        i: make_paper(i, (years or {}).get(i, 2018), ["Art"], in_mdcr=kept(i)) for i in sorted(ids)
    }
    corpus = MadeCorpus(papers, sorted(citations), twins or {}).write(folder / "corpus")
    cited = [(a, b, b in papers and kept(b)) for a, b in citations if a == "q"]
    rows = [("field", "test", "Art", "q", 2018), ("dataset", "test", None, "q", 2018)]
    write_rows(folder / "queries", rows, MDCR_QUERIES)
    write_rows(folder / "cited", cited, MDCR_CITED)
    names = {name: folder / name for name in ("queries", "cited")}
    with loaded(corpus, Drawn(twins=corpus.twins, **names), folder / "tmp") as database:
        n = find_graph_candidates(database, negatives, folder / "graph")
    table = pq.read_table(folder / "graph")
    assert table.schema.equals(MDCR_GRAPH) and len(table) == n
    return [tuple(row.values())[1:] for row in table.to_pylist()]


def edges(text):
    """Return the edges of "q>a q>b a>c"."""
    return [tuple(edge.split(">")) for edge in text.split()]


def test_the_coefficient_by_hand(tmp_path):
    # O(q) = {a, b, outside}. N(a) = {q, b, n1, outside}: 2 of 3. N(b) = {q, a, n2}: 1 of 3.
    # N(outside) = {q, a}: 1 of 2.
    found = find(tmp_path, edges("q>a q>b q>outside a>b n1>a a>outside b>n2"), 10)
    assert found == [("n1", "a", pytest.approx(2 / 3), 1), ("n2", "b", pytest.approx(1 / 3), 2)]


@pytest.mark.parametrize("first_turn", [1, 2, 1000])
def test_turns_change_nothing(small, tmp_path, monkeypatch, first_turn):
    monkeypatch.setattr(graph, "_FIRST_TURN", first_turn)
    with loaded(
        small.written, small.drawn, tmp_path / "tmp", small.settings.seed, threads=2
    ) as database:
        find_graph_candidates(database, small.settings.benchmark.negatives, tmp_path / "graph")
    assert (tmp_path / "graph").read_bytes() == small.built.contents()["graph.parquet"]


def test_all_candidates_of_every_query_as_in_plain_loops(small, tmp_path):
    negatives = 200
    with loaded(small.written, small.drawn, tmp_path / "tmp", small.settings.seed) as database:
        find_graph_candidates(database, negatives, tmp_path / "graph")
    found = {}
    for row in pq.read_table(tmp_path / "graph").to_pylist():
        of_query = found.setdefault(row["query_id"], [])
        of_query.append((row["candidate_id"], row["via_id"], row["overlap"]))
        assert row["position"] == len(of_query)
    queries = [row["query_id"] for row in small.drawn.field_queries()]
    expected = {
        q: plain.graph_candidates(small.corpus, q, negatives, small.settings.seed) for q in queries
    }
    assert found == {query: of_query for query, of_query in expected.items() if of_query}
    assert len({overlap for of_query in found.values() for *_, overlap in of_query}) > 20
