"""Whom a paper cites, by the corpus or by the pools."""

from paperpool.extras.search_page.citations import Citations, store_citations
from paperpool.extras.search_page.run_files import find_run

from ..made.search_run import make_collection


def test_citations_come_from_every_table(made_results, tmp_path):
    store_citations(find_run("made", made_results).citations, tmp_path)
    citations = Citations(tmp_path, make_collection())
    assert citations.cited({"q1"}) == {"a2", "x9"}
    assert citations.cited({"a3", "a4"}) == {"a1", "a2"}
    assert citations.cited({"q2"}) == set()  # the corpus knows: the pools are not asked
    assert citations.cited(set()) == set()


def test_without_a_corpus_pools_tell():
    citations = Citations(None, make_collection())
    assert citations.cited({"q1"}) == {"c1"}
    assert citations.cited({"q2", "other"}) == {"a6"}
    assert Citations(None, None).cited({"q1"}) == set()
