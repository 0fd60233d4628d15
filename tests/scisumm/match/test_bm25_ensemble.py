"""The authors' two searches: their index, their queries and the answer of both."""

from math import log

import numpy as np
import pytest

from paperpool.workflow.scisumm.match.bm25_ensemble import (
    answer,
    find_best_rows,
    mask,
    score_ensemble,
    search,
    split_stems,
    split_words,
)

from ...made.scisumm_naive import make_paper

TEXTS = ["the parser of trees", "a well-known model", "parsing trees and a model", "words"]


def test_words_stems_and_formulas():
    assert split_words("Charniak's v1.5 parsers.2 U.S., and the Rest") == [
        *("charniak", "v1.5", "parsers", "2", "u.s", " ", "rest")
    ]
    assert split_stems("the parser's out-of-date PoS 2nd-best (of)") == [
        *(" ", "parser", "out", "of", "date", "po", "s", "2", "nd", "best", "of")
    ]
    assert split_stems("pre-trained 10-fold", joined=True) == "pretrain pre train 10 fold".split()
    masked = mask("runs in O(n^3) , see f(x = 2) é")
    assert masked.split() == "runs in complexity see function".split()
    masked = mask("is P(w|t) of [a, b] (e.g., a = b)")
    assert masked.split() == "is probability of vector example a b)".split()


def test_pairs_count_for_the_mean_length_and_are_never_met():
    got = search([split_words("model of trees")], map(split_words, TEXTS))
    # terms and gaps: 4, 4, 4 and 1; terms and pairs: 5, 6, 6 and 1
    weight = log(2) / (1 + 1.2 * (0.25 + 0.75 * 4 / (18 / 4)))
    assert got[0] == pytest.approx([weight, weight, 2 * weight, 0])
    [stems] = search([split_stems("parsed")], map(split_stems, TEXTS))
    assert (stems > 0).tolist() == [False, False, True, False]


def test_what_both_found_answers_else_the_single_best():
    words = np.array([[3.0, 2, 1, 0.5, 0.4, 0], [9, 8, 7, 6, 0, 0], [0, 0, 0, 0, 0, 0]])
    stems = np.array([[0.1, 2, 0, 5, 4, 3], [0, 0, 0, 0, 8.9, 0], [0, 0, 0, 0, 0, 0]])
    got = answer(words, stems, np.zeros(6))
    assert (got >= 1).tolist() == [
        [False, True, False, True, False, False],  # four of each, two of them shared
        [True, False, False, False, False, False],
        [False] * 6,
    ]
    assert np.argsort(-got[0])[:3].tolist() == [3, 1, 4]  # by their sum, the others likewise
    # the place is added, where a search found something
    boosted = answer(words[1:2], stems[1:2], np.array([1.0, 1, 1, 1, 1.5, 9]))
    assert np.argmax(boosted) == 4 and boosted[0, 5] == 0


def test_markers_leave_the_citance_alone_and_early_sentences_score_more():
    texts = ["Collins (1999) parses", *["filler"] * 6, "Collins (1999) parses"]
    paper = make_paper(
        ["Collins (1999)", "parses (Collins, 1999; [3])", "Och et al. parses"], texts
    )
    scores = score_ensemble([paper])["P"]
    assert not scores[0].any()
    assert (scores[1:, [0, 7]] >= 1).all() and (scores[1:, 0] > scores[1:, 7]).all()


def test_the_best_of_a_row_are_the_first_of_equal_ones_and_not_nothing():
    scores = np.array([[1.0, 2.0, 1.0, 1.0], [0.0, 0.0, 3.0, 0.0]])
    assert find_best_rows(scores, 2).tolist() == [
        [True, True, False, False],
        [False, False, True, False],
    ]
