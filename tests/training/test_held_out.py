"""The collection's papers are held out under every id, and the check proves it."""

from dataclasses import replace

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from paperpool.collections.collection import Collection, Judgments, Paper, Pool
from paperpool.collections.csfcube_release import read_collection
from paperpool.errors import UserError
from paperpool.io import tables
from paperpool.workflow.training.held_out import check_triples, find_held_out

from ..made.graph import Graph, RealGraph, draw
from ..made.tables import write_rows


@pytest.fixture
def collection():
    """Query q with the pool c and d; d was judged, and only e's text is known beside q's."""
    papers = {
        name: Paper(name, f"Title {name}", (f"Abstract of {name}.",), ("background",))
        for name in ("q", "e")
    }
    judgments = {("q", "method"): Judgments(("d",), (1,), {})}
    return Collection(papers, {"q": Pool(("c", "d"), ((), ()))}, judgments, {})


def test_queries_pools_and_all_their_twins_are_held_out(collection, tmp_path):
    rows = [("c2", "c"), ("x2", "x"), ("d", "first"), ("d3", "first")]
    twins = write_rows(tmp_path / "twins.parquet", rows, tables.TWINS)
    held_out = find_held_out([collection], twins)
    assert held_out.ids == {"q", "e", "c", "d", "c2", "first", "d3"}


def test_public_ids_and_queries_are_held_out_with_their_twins(collection, tmp_path):
    stated = {"doi": "10.1/A", "arxiv_id": "1706.03762v3", "year": "2017"}
    papers = collection.papers | {"e": replace(collection.papers["e"], metadata=stated)}
    rows = [
        {"paper_id": "by-doi", "doi": "10.1/a"},
        {"paper_id": "by-arxiv", "arxiv_id": "1706.03762"},
        {"paper_id": "other", "doi": "10.1/b", "arxiv_id": "1706.03763"},
    ]
    corpus = write_rows(tmp_path / "papers.parquet", rows, tables.PAPERS)
    queries = write_rows(tmp_path / "q.parquet", [{"query_id": "mdcr"}], tables.MDCR_QUERIES)
    pairs = [("twin", "by-doi"), ("mdcr", "copy")]
    twins = write_rows(tmp_path / "twins.parquet", pairs, tables.TWINS)
    held_out = find_held_out([replace(collection, papers=papers)], twins, [corpus], [queries])
    found = {"by-doi", "by-arxiv", "twin", "mdcr", "copy"}
    assert held_out.ids == {"q", "e", "c", "d"} | found


@pytest.mark.parametrize(
    ("paper", "found"),
    [
        (("q", None, None), True),
        (("new", "TITLE: Q!", "Another abstract."), True),
        (("new", "Another", "abstract of e"), True),
        (("new", "Another", "Another abstract."), False),
        (("new", None, None), False),
        (("new", "", ""), False),
    ],
)
def test_a_paper_is_found_by_its_id_and_by_its_text(collection, tmp_path, paper, found):
    held_out = find_held_out([collection], write_rows(tmp_path / "twins.parquet", [], tables.TWINS))
    assert held_out.find(*paper) is found


CITES = {
    **{f"n{i}": [f"n{i + 1}", f"n{i + 2}", "q", "c2"] for i in range(12)},
    "q": ["n1", "n2", "far"],
    "copy": ["n3", "n4"],
    "copy2": ["n5"],
}
"""Everything cites the query and a twin of a candidate; ``copy`` has the title of paper e."""


@pytest.fixture
def leaky(tmp_path):
    """A corpus full of held-out papers."""
    twins = [("c2", "c"), ("copy2", "copy")]
    return Graph(CITES, twins=twins, titles={"copy": "title E."}).write(tmp_path / "corpus")


def test_nothing_held_out_is_drawn_and_its_citations_are_not_followed(leaky, collection, tmp_path):
    held_out = find_held_out([collection], leaky.twins)
    drawn = draw(leaky, tmp_path / "out", held_out=held_out, n_aside=2)
    texts, candidates = drawn.file("texts"), drawn.file("candidates")
    counts = check_triples(drawn.file("triples"), [texts, candidates], held_out)
    assert counts["triples"] == len(drawn.triples) > 20
    named = {paper for row in drawn.triples for paper in row[:3]} | set(drawn.ids("candidates"))
    assert not named & {"q", "c", "c2", "copy", "copy2"}
    hard = {negative for *_, negative, kind in drawn.triples if kind == "hard"}
    assert hard and "far" not in hard  # q alone cites it


def test_the_check_finds_a_leak_in_each_role_and_in_the_texts(leaky, collection, tmp_path):
    held_out = find_held_out([collection], leaky.twins)
    drawn = draw(leaky, tmp_path / "out", held_out=held_out)
    good = pq.read_table(drawn.file("triples"))
    for role in ("query_id", "positive_id", "negative_id"):
        ids = ["c2", *good[role].to_pylist()[1:]]
        bad = good.set_column(good.column_names.index(role), role, pa.array(ids))
        tables.write_table(tmp_path / "bad.parquet", bad)
        with pytest.raises(UserError, match=r"1 papers of the test collection.*: c2\."):
            check_triples(tmp_path / "bad.parquet", [drawn.file("texts")], held_out)
    rows = [*pq.read_table(drawn.file("texts")).to_pylist()]
    rows[0] |= {"title": "Title   e"}
    texts = write_rows(tmp_path / "texts.parquet", rows, tables.PAPER_TEXTS)
    with pytest.raises(UserError, match="1 papers of the test collection"):
        check_triples(drawn.file("triples"), [texts], held_out)
    less = write_rows(tmp_path / "less.parquet", rows[1:], tables.PAPER_TEXTS)
    with pytest.raises(UserError, match="1 papers of the triples have no text"):
        check_triples(drawn.file("triples"), [less], held_out)


def test_real_copies_of_the_collection_under_other_ids_are_held_out(
    real_graph, real_data, tmp_path
):
    collection = read_collection(real_data("csfcube"))
    held_out = find_held_out([collection], write_rows(tmp_path / "twins.parquet", [], tables.TWINS))
    copies = {
        paper
        for paper, row in real_graph.items()
        if held_out.find(paper, row["title"], row["abstract"])
    }
    assert len(copies) == 134 and not copies & held_out.ids
    graph = RealGraph(real_graph)
    drawn = draw(graph.write(tmp_path / "corpus"), tmp_path / "out", held_out=held_out, n_aside=200)
    assert check_triples(
        drawn.file("triples"), [drawn.file("texts"), drawn.file("candidates")], held_out
    )["triples"] == len(drawn.triples)
    assert len(drawn.triples) > 2500 and drawn.counts["missing_easy"] == 0
    cites = {paper: set(row["outbound_citations"]) for paper, row in real_graph.items()}
    assert all(p in cites[q] and n not in cites[q] for q, p, n, _ in drawn.triples)
    named = {paper for row in drawn.triples for paper in row[:3]} | set(drawn.ids("candidates"))
    assert not named & copies
    open_graph = draw(graph.write(tmp_path / "again"), tmp_path / "open", n_aside=200)
    leaked = {paper for row in open_graph.triples for paper in row[:3]} & copies
    assert len(leaked) > 50  # what would have been learnt from
