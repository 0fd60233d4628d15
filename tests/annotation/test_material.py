"""Material from a collection and from a pools table: whole, and what cannot be graded is named."""

import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperpool.collections.collection import Paper, Pool, Query
from paperpool.collections.csfcube_release import read_collection
from paperpool.collections.schemes import default_scheme
from paperpool.errors import UserError
from paperpool.io.tables import PAPERS, POOLS, SENTENCES
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.annotation.material import (
    collection_material,
    gather_material,
    pooled_material,
    read_material,
)
from paperpool.workflow.annotation.tasks import make_tasks
from paperpool.workflow.annotation.texts import read_papers
from paperpool.workflow.pools.label_sheet import write_label_sheet
from paperpool.workflow.pools.pool_queries import PoolQuery
from paperpool.workflow.pools.queries import write_queries

from ..made.schemes import bare_scheme, two_facets_scheme
from ..made.tables import write_rows


def paper(paper_id, labels=("background", "method")):
    return Paper(paper_id, f"On {paper_id}", tuple(f"A {name}." for name in labels), labels)


TEXTS = {i: paper(i) for i in ("q", "a", "b")}
SCHEME = default_scheme()
ONE_POOL = [("q", "b", ["cited"], "cited", 1)]
DRAWN = {"q": Pool(("b", "q", "gone", "a"), (("cited",), (), ("specter",), ("abs_tfidf",)))}


def test_the_query_itself_and_candidates_without_a_text_are_no_items():
    material = gather_material([Query("q", "method")], DRAWN, TEXTS, SCHEME)
    assert material.items() == [Item("q", "method", "b"), Item("q", "method", "a")]
    assert material.pools["q"] == Pool(("b", "a"), (("cited",), ("abs_tfidf",)))
    assert material.without_text == {"q": ("gone",)}
    assert list(material.papers) == ["q", "b", "a"]


def test_what_is_missing_is_said(caplog):
    material = gather_material([Query("q", "result")], DRAWN, TEXTS, SCHEME)
    material.warn(logging.getLogger("paperpool"))
    assert "1 candidates without a text: gone" in caplog.text
    assert "no sentence of their facet: q_result" in caplog.text


def test_every_mistake_in_the_queries_is_named():
    pairs = (("q", "method"), ("q", "method"), ("q", "colour"), ("x", "result"))
    queries = [Query(*pair) for pair in pairs]
    pools = {**DRAWN, "empty": Pool(("gone",), ((),))}
    with pytest.raises(UserError) as error:
        gather_material([*queries, Query("empty", "result")], pools, TEXTS, SCHEME)
    text = str(error.value)
    for part in ("twice: q_method", "none of background, method, result: q_colour", "no pool: x"):
        assert part in text
    assert "no text: x, empty" in text and "no candidate with a text: empty" in text
    with pytest.raises(UserError, match=r"No \(query, facet\) pair"):
        gather_material([], DRAWN, TEXTS, SCHEME)


def write_papers(path, *rows):
    """Write papers as a table of the corpus: id, title, abstract and year."""
    names = ("paper_id", "title", "abstract", "year")
    return write_rows(path, [dict(zip(names, row, strict=True)) for row in rows], PAPERS)


def test_pools_and_corpus_give_the_same_material_as_a_collection(tmp_path):
    rows = [("q", "a", ["specter"], "specter", 2), ("q", "b", ["cited"], "cited", 1)]
    pools = write_rows(tmp_path / "pools.parquet", rows, POOLS)
    papers = ("b", "Of b", "One sentence. Another one.", 2001), ("z", None, None, None)
    corpus = [write_papers(tmp_path / "papers.parquet", *papers)]
    labelled = {"q": paper("q"), "a": paper("a")}
    query = Query("q", "method", 1999, "t")
    material = pooled_material(pools, corpus, [query], labelled, SCHEME)
    assert material.pools == {"q": Pool(("b", "a"), (("cited",), ("specter",)))}
    texts = ("One sentence.", "Another one.")
    assert material.papers["b"] == Paper("b", "Of b", texts, ("other", "other"), 2001)
    assert material.papers["a"] == labelled["a"]
    assert read_papers(corpus, {"z"}) == {}


def test_sentences_that_were_labelled_stand_for_those_of_the_corpus(tmp_path):
    pools = write_rows(tmp_path / "pools.parquet", ONE_POOL, POOLS)
    papers = ("b", "Of b", "One. Two.", 2001), ("q", "Of q", "One.", 2002)
    corpus = write_papers(tmp_path / "papers.parquet", *papers)
    rows = [("b", 0, "One.", "result"), ("b", 1, "Two.", "other"), ("z", 0, "No.", "method")]
    path = tmp_path / "sentences.parquet"
    write_rows(path, [(*row, 0.5) for row in rows], SENTENCES)
    given = pools, [corpus], [Query("q", "method", 2002, "Of q")], {}, SCHEME, [path]
    material = pooled_material(*given)
    assert material.papers == {
        "b": Paper("b", "Of b", ("One.", "Two."), ("result", "other"), 2001),
        "q": Paper("q", "Of q", ("One.",), ("other",), 2002),
    }
    assert material.unlabelled() == ["q_method"]
    write_rows(path, [("q", 0, "One.", "method", 0.5)], SENTENCES)
    assert pooled_material(*given).unlabelled() == []


def test_corrected_labels_are_those_of_the_queries_in_tasks(tmp_path):
    pools = write_rows(tmp_path / "pools.parquet", ONE_POOL, POOLS)
    papers = ("b", "B", "One. Two.", 2001), ("q", "Q", "One. Two.", 2002)
    corpus = write_papers(tmp_path / "papers.parquet", *papers)
    write_queries([PoolQuery("q", ("method",))], tmp_path / "queries.csv")
    given = SCHEME, [], pools, tmp_path / "queries.csv", [corpus]
    before = read_material(*given)
    sheet = tmp_path / "sheet.csv"
    write_label_sheet(before.query_papers().values(), sheet)
    assert read_material(*given, labels=sheet) == before and before.unlabelled() == ["q_method"]
    sheet.write_text(sheet.read_text().replace("q,1,Two.,other,", "q,1,Two.,other,method"))
    after = read_material(*given, labels=sheet)
    assert after.unlabelled() == [] and after.papers["q"].labels == ("other", "method")
    assert after.papers["b"] == before.papers["b"]
    assert "<b>Two.</b>" in next(make_tasks(after, 13))["data"]["query_html"]
    sheet.write_text(sheet.read_text() + "b,0,One.,other,method\n")
    with pytest.raises(UserError, match="Paper b is no query paper"):
        read_material(*given, labels=sheet)


@given(
    st.lists(st.sampled_from("abcdefq"), unique=True, min_size=2),
    st.sets(st.sampled_from("abcdef")),
)
def test_every_candidate_is_an_item_or_named(candidates, absent):
    pools = {"q": Pool(tuple(candidates), tuple(() for _ in candidates))}
    papers = {i: paper(i) for i in "abcdefq" if i not in absent}
    wanted = set(candidates) - {"q"}
    if not wanted - absent:
        with pytest.raises(UserError, match="no candidate with a text: q"):
            gather_material([Query("q", "method")], pools, papers, SCHEME)
        return
    material = gather_material([Query("q", "method")], pools, papers, SCHEME)
    items = {item.candidate_id for item in material.items()}
    assert items == wanted - absent
    assert set(material.without_text.get("q", ())) == wanted & absent


def test_the_releases_pools_lack_two_texts_each_and_one_holds_its_own_query(real_data):
    collection = read_collection(real_data("csfcube"))
    material = collection_material(collection)
    assert len(material.queries) == 50
    assert len(material.without_text) == 34
    assert {frozenset(ids) for ids in material.without_text.values()} == {
        frozenset({"41022419", "5111924"})
    }
    judged = {
        Item(*pair, candidate)
        for pair in collection.pairs()
        for candidate in collection.rankable(*pair)
    }
    assert set(material.items()) == judged and len(material.items()) == len(judged)


def test_facets_are_those_of_the_scheme():
    scheme = two_facets_scheme()
    queries = [Query("q", "claim"), Query("q", "method")]
    with pytest.raises(UserError, match="a facet that is none of claim, evidence: q_method"):
        gather_material(queries, DRAWN, TEXTS, scheme)
    papers = {i: paper(i, ("aside", "data")) for i in TEXTS}
    claims = gather_material(queries[:1], DRAWN, papers, scheme)
    assert claims.unlabelled() == ["q_claim"]
    whole = gather_material(queries[:1], DRAWN, papers, bare_scheme())
    assert whole.unlabelled() == []
