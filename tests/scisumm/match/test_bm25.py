"""BM25 over the sentences of a paper, worked by hand; ``index_texts`` is tested with bm25s."""

import numpy as np
import pytest

from paperpool.workflow.scisumm.match.bm25 import score_bm25, score_terms

from ...made.scisumm_naive import make_paper


def test_a_score_worked_by_hand():
    documents = [["a", "b"], ["a", "a", "c", "c"], ["d"] * 3]
    idf_a, idf_b = np.log(1 + 1.5 / 2.5), np.log(1 + 2.5 / 1.5)
    short, long = 1.2 * (0.25 + 0.75 * 2 / 3), 1.2 * (0.25 + 0.75 * 4 / 3)
    got = score_terms([["a", "b", "b", "z"], []], documents)
    first = idf_a / (1 + short) + 2 * idf_b / (1 + short)
    assert got == pytest.approx(np.array([[first, 2 * idf_a / (2 + long), 0], [0, 0, 0]]))


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
