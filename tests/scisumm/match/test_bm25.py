"""BM25 over the sentences of a paper, beside bm25s and worked by hand."""

import numpy as np
import pytest
from bm25s import BM25
from hypothesis import given, settings
from hypothesis import strategies as st

from paperpool.scisumm.match.bm25 import score_bm25, score_terms
from paperpool.search.bm25 import K1, B

from ...made.scisumm_naive import make_paper

terms = st.lists(st.sampled_from("abcdefg"), max_size=8)


def test_a_score_worked_by_hand():
    documents = [["a", "b"], ["a", "a", "c", "c"], ["d"] * 3]
    idf_a, idf_b = np.log(1 + 1.5 / 2.5), np.log(1 + 2.5 / 1.5)
    short, long = 1.2 * (0.25 + 0.75 * 2 / 3), 1.2 * (0.25 + 0.75 * 4 / 3)
    got = score_terms([["a", "b", "b", "z"], []], documents)
    first = idf_a / (1 + short) + 2 * idf_b / (1 + short)
    assert got == pytest.approx(np.array([[first, 2 * idf_a / (2 + long), 0], [0, 0, 0]]))


@given(st.lists(terms, max_size=3), st.lists(terms, min_size=1, max_size=6))
@settings(max_examples=40)
def test_scores_are_those_of_bm25s(queries, documents):
    if not any(documents):
        assert not score_terms(queries, documents).any()
        return
    other = BM25(k1=K1, b=B, method="lucene", dtype="float64")
    other.index(documents, show_progress=False)
    got = score_terms(queries, documents)
    assert got.shape == (len(queries), len(documents))
    for row, query in zip(got, queries, strict=True):
        known = [term for term in query if any(term in document for document in documents)]
        expected = other.get_scores(known) if known else np.zeros(len(documents))
        np.testing.assert_allclose(row, expected, rtol=1e-6, atol=1e-9)


def test_terms_are_stems_and_markers_are_gone():
    paper = make_paper(
        ["The parsers (Koehn, 2004)", "the of"],
        ["Parsing it.", "The Koehn parser", "", "Something else"],
    )
    got = score_bm25([paper])["P"]
    assert (got[0] > 0).tolist() == [False, True, False, False]  # "pars" is not "parser"
    assert not got[1].any()
    assert score_bm25([make_paper(["parser"], ["", "the"])])["P"].tolist() == [[0.0, 0.0]]
    assert score_bm25([make_paper([], ["parser"])])["P"].shape == (0, 1)
