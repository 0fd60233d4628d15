"""Two searches and their consensus."""

import numpy as np
import pytest

from paperpool.scisumm.match.bm25 import score_terms
from paperpool.scisumm.match.chosen_ensemble import (
    analyze_in_pairs,
    find_best_rows,
    mask_math,
    score_chosen,
    split_plainly,
)

from ...made.scisumm_naive import make_paper


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("runs in O(n^3) time", "runs in mathcomplexity time"),
        ("the model P(w|t) of words", "the model mathprobability of words"),
        ("where Pr (x, y) is", "where mathprobability is"),
        ("a function f(x = 3) of", "a function mathfunction of"),
        ("we set k = 5 here", "we set mathequation here"),
        ("a parser (see below) of trees", "a parser (see below) of trees"),
        ("the parser (1 + 2 steps)", "the parser (1 + 2 steps)"),
        ("scores [0.1, 0.2] are low", "scores [0.1, 0.2] are low"),
        ("with [a, b] = c", "with mathvector = c"),
    ],
)
def test_math_like_text_is_masked_by_its_kind(text, masked):
    assert " ".join(mask_math(text).split()) == masked


def test_copies_are_of_stems_and_pairs_and_of_plain_words():
    assert analyze_in_pairs("The parsers of trees") == ["parser", "tree", "parser tree"]
    assert analyze_in_pairs("trees") == ["tree"] and analyze_in_pairs("") == []
    assert split_plainly("The parsers of 1999") == ["the", "parsers", "of", "1999"]


def test_the_best_of_a_row_are_the_first_of_equal_ones_and_not_nothing():
    scores = np.array([[1.0, 2.0, 1.0, 1.0], [0.0, 0.0, 3.0, 0.0]])
    assert find_best_rows(scores, 2).tolist() == [
        [True, True, False, False],
        [False, False, True, False],
    ]


def test_what_both_searches_found_comes_first_and_all_else_by_its_sum():
    texts = [f"alpha {'filler ' * i}" for i in range(8)] + ["beta alpha", "alpha beta", "none"]
    got = score_chosen([make_paper(["alpha beta"], texts)])["P"][0]
    terms = [text.split() for text in texts]
    boost = [1.25] * 3 + [1.0] * 8  # the first fifth of eleven
    single = score_terms([["alpha", "beta"]], terms)[0] * boost
    pairs = score_terms([["alpha", "beta", "alpha beta"]], [*map(analyze_in_pairs, texts)])[0]
    pairs *= boost
    best = [set(np.argsort(-row, kind="stable")[:4]) for row in (single, pairs)]
    both = sorted(best[0] & best[1])
    total = single + pairs
    assert 0 < len(both) < 11 and got[-1] == 0
    assert got[both] == pytest.approx(total[both] + total.max())
    others = [i for i in range(11) if i not in both]
    assert got[others] == pytest.approx(total[others])
    assert np.argmax(got) == 9  # the pair is met
    assert not score_chosen([make_paper(["", "emu"], ["alpha", "", "the"])])["P"].any()
    assert score_chosen([make_paper([], ["alpha"])])["P"].shape == (0, 1)
