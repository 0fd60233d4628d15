"""The papers that a query cites."""

import pytest

from paperpool.collections.collection import Pool
from paperpool.io.tables import CITATIONS
from paperpool.pools.corpus_tokens import write_tokens
from paperpool.pools.term_sources import list_cited, rank_cited

from ..made.tables import write_rows
from .conftest import COLUMN, write_texts

LIMITS = {"memory_limit": "200MB", "threads": 1}


@pytest.fixture
def candidates(tmp_path):
    """The candidates of two shards; the papers that begin with an x were left out by the filter."""
    ids = ["q", "r", "twin", "c", "b", "x1", "a"]
    kept = lambda paper_id: not paper_id.startswith("x")  # noqa: E731
    shards = [
        write_texts(tmp_path / "1", dict.fromkeys(ids[:4], ("T", "A")), kept),
        write_texts(
            tmp_path / "2", dict.fromkeys(ids[4:], ("T", "A")) | {"bare": ("T", " ")}, kept
        ),
    ]
    write_tokens(shards, COLUMN, tmp_path / "tokens", tmp_path / "words")
    return tmp_path / "tokens"


def test_every_cited_paper_of_the_corpus_by_id(tmp_path, candidates):
    edges = [("q", "c"), ("q", "a"), ("q", "x1"), ("q", "gone"), ("q", "q"), ("q", "twin")]
    edges.append(("q", "bare"))  # without an abstract
    citations = [
        write_rows(tmp_path / "c1", edges, CITATIONS),
        write_rows(tmp_path / "c2", ["rb", "bq", "ac"], CITATIONS),
    ]
    excluded = {"q": {"q", "twin"}, "r": {"r"}, "a": {"a"}, "b": {"b"}, "c": {"c"}}
    ranked = rank_cited(candidates, citations, excluded, temp_directory=tmp_path, **LIMITS)
    assert ranked == {
        "q": [("a", 1.0), ("c", 1.0)],
        "r": [("b", 1.0)],
        "a": [("c", 1.0)],
        "b": [("q", 1.0)],
        "c": [],
    }


def test_what_released_pools_say_of_citations_counts_too(tmp_path, candidates):
    pools = {
        "q": Pool(("a", "c", "gone", "b"), (("cited", "specter"), ("cited",), ("cited",), ("x",))),
        "r": Pool(("twin",), (("cited",),)),
    }
    known = list_cited(pools)
    assert known.schema == CITATIONS and known.num_rows == 4
    empty = write_rows(tmp_path / "c", ["rb"], CITATIONS)
    excluded = {"q": {"q"}, "r": {"r"}}
    ranked = rank_cited(
        candidates, [empty], excluded, known=known, temp_directory=tmp_path, **LIMITS
    )
    assert ranked == {"q": [("a", 1.0), ("c", 1.0)], "r": [("b", 1.0), ("twin", 1.0)]}


def test_long_lists_are_not_cut(tmp_path):
    ids = [f"p{i}" for i in range(2500)]
    papers = write_texts(tmp_path / "papers", dict.fromkeys(["q", *ids], ("T", "A")))
    citations = write_rows(tmp_path / "citations", [("q", i) for i in ids], CITATIONS)
    ranked = rank_cited(papers, [citations], {"q": {"q"}}, temp_directory=tmp_path, **LIMITS)
    assert [paper for paper, _ in ranked["q"]] == sorted(ids)
