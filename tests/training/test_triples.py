"""Triples: valid positives and negatives, counts of missing ones, reproducible draws."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperpool.errors import UserError
from paperpool.workflow.training.triples import TripleSettings

from ..made.graph import Graph, draw

IDS = [f"{n:02}" for n in range(24)]


@st.composite
def graphs(draw_value):
    """Graphs of up to 24 papers, some without a text, some of them twins."""
    edges = draw_value(
        st.sets(st.tuples(st.sampled_from(IDS), st.sampled_from(IDS)), min_size=20, max_size=90)
    )
    cites = {paper: sorted({b for a, b in edges if a == paper} - {paper}) for paper in IDS}
    pairs = draw_value(st.lists(st.sampled_from(IDS[1::2]), unique=True, max_size=4))
    bare = draw_value(st.lists(st.sampled_from(IDS), unique=True, max_size=6))
    return Graph(cites, bare, [(paper, IDS[IDS.index(paper) - 1]) for paper in sorted(pairs)])


def merged(graph):
    """Return each id's node, the nodes that have a text and whom each node cites."""
    node = {paper: paper for paper in IDS} | {twin: of for twin, of in graph.twins}
    cites = {paper: set() for paper in node.values()}
    for citing, cited in graph.edges:
        if node[citing] != node[cited]:
            cites[node[citing]].add(node[cited])
    papers = {node[paper] for paper in graph.papers if paper not in graph.bare}
    return node, papers, cites


@settings(max_examples=12)
@given(graphs(), st.integers(0, 4))
def test_positives_are_cited_and_negatives_are_not(graph, n_aside):
    node, papers, cites = merged(graph)
    with tempfile.TemporaryDirectory() as name:
        try:
            drawn = draw(graph.write(Path(name) / "corpus"), Path(name) / "out", n_aside=n_aside)
        except UserError as error:
            assert "cites another" in str(error)
            return
        triples, citations = drawn.triples, drawn.citations
    aside = {node[query] for query, _ in citations}
    papers -= aside
    cites = {a: some - aside for a, some in cites.items() if a not in aside}
    per_query = {}
    for *ids, kind in triples:
        assert not set(ids) & set(graph.bare)
        query, positive, negative = (node[paper] for paper in ids)
        assert {query, positive, negative} <= papers
        assert positive in cites[query]
        assert negative != query and negative not in cites[query]
        far = {paper for near in cites[query] for paper in cites.get(near, ())}
        if kind == "hard":
            assert negative in far
        kinds = per_query.setdefault(query, {"hard": [], "easy": [], "positives": []})
        kinds[kind].append(negative)
        kinds["positives"].append(positive)
    citing = {a for a in papers if cites[a] & papers}
    for query in citing:
        kinds = per_query.get(query, {"hard": [], "easy": [], "positives": []})
        cited = cites[query] & papers
        far = {far for near in cites[query] for far in cites.get(near, ())} & papers
        n_hard = min(2, len(far - {query} - cited))
        n_easy = min(3, len(papers - {query} - cited) - n_hard)
        assert (len(kinds["hard"]), len(kinds["easy"])) == (n_hard, n_easy)
        negatives = kinds["hard"] + kinds["easy"]
        assert len(set(negatives)) == len(negatives)
        assert len(set(kinds["positives"])) == min(len(cited), len(negatives))
    n_hard = sum(len(kinds["hard"]) for kinds in per_query.values())
    assert set(per_query) <= citing and drawn.counts["citing_papers_used"] == len(citing)
    assert drawn.counts["missing_hard"] == 2 * len(citing) - n_hard
    assert drawn.counts["missing_easy"] == 3 * len(citing) - (len(triples) - n_hard)


@pytest.fixture
def chain():
    """Paper n cites the next three: hard negatives are those four to six further on."""
    return Graph({f"{n:03}": [f"{n + k:03}" for k in (1, 2, 3)] for n in range(60)})


def test_hard_negatives_by_hand(tmp_path):
    graph = Graph({"a": ["b", "c"], "b": ["c", "d", "a"], "c": ["e"], "x": ["y"]})
    drawn = draw(graph.write(tmp_path / "corpus"), tmp_path / "out")
    hard = {(query, negative) for query, _, negative, kind in drawn.triples if kind == "hard"}
    assert hard == {("a", "d"), ("a", "e"), ("b", "e")}
    assert drawn.counts["missing_hard"] == 4 * 2 - 3
    graph = Graph({"a": ["b"]}, bare=["b"])
    with pytest.raises(UserError, match="no triples"):
        draw(graph.write(tmp_path / "other"), tmp_path / "none")


def test_the_draw_depends_on_the_seed_alone(chain, tmp_path):
    first = draw(chain.write(tmp_path / "a"), tmp_path / "1", n_aside=5).triples
    other = chain.write(tmp_path / "b", order=1)
    again = draw(other, tmp_path / "2", n_aside=5, threads=2, batch_queries=100)
    assert again.triples == first
    for name in ("triples", "texts", "citations", "candidates"):
        same = (tmp_path / folder / f"{name}.parquet" for folder in "12")
        assert len({file.read_bytes() for file in same}) == 1
    assert draw(other, tmp_path / "3", n_aside=5, seed=14).triples != first


def test_no_more_triples_are_drawn_than_asked_for_and_whole_papers_alone(chain, tmp_path):
    corpus = chain.write(tmp_path / "corpus")
    every = draw(corpus, tmp_path / "all")
    some = draw(corpus, tmp_path / "some", TripleSettings(33))
    assert len(some.triples) == 30 and some.counts["citing_papers_used"] == 6
    assert some.triples == every.triples[:30]
    assert every.counts["citing_papers"] == every.counts["citing_papers_used"] == 60
    assert sorted({paper for row in some.triples for paper in row[:3]}) == some.ids("texts")


def test_numbers_and_spread_of_negatives(chain, tmp_path):
    drawn = draw(chain.write(tmp_path / "c"), tmp_path / "out", TripleSettings(9999, 0, 4))
    assert drawn.counts["hard"] == 0 and drawn.counts["easy"] == 4 * 60
    drawn = draw(chain.write(tmp_path / "corpus"), tmp_path / "out")
    easy = [negative for *_, negative, kind in drawn.triples if kind == "easy"]
    assert len(easy) == 180 and len(set(easy)) > 45


def test_what_is_put_aside_has_no_part_and_is_tested_with(chain, tmp_path):
    drawn = draw(chain.write(tmp_path / "corpus"), tmp_path / "out", n_aside=12)
    aside = {query for query, _ in drawn.citations}
    assert len(aside) == 12
    assert drawn.citations == {(a, b) for a, b in chain.edges if a in aside}
    assert not aside & {paper for row in drawn.triples for paper in row[:3]}
    assert drawn.ids("candidates") == chain.papers
    few = draw(chain.write(tmp_path / "c"), tmp_path / "f", n_aside=12, max_candidates=45)
    needed = {paper for edge in few.citations for paper in edge}
    ids = few.ids("candidates")
    assert len(ids) == max(45, len(needed)) and needed <= set(ids)
