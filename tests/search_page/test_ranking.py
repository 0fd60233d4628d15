"""Orders, beside plain sorting and ``rankers.fusion``."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from paperpool.evaluation.runs import rank_scores
from paperpool.extras.search_page.model import Link
from paperpool.extras.search_page.ranking import fuse, link_sentences, mean_of_best, order_rows
from paperpool.rankers.scoring.fusing import fuse_runs
from paperpool.rankers.scoring.sentence_cosines import LOWEST_SCORE

few = st.sampled_from([0.0, 0.5, 1.0, -1.0])


@st.composite
def scored(draw):
    """Two scores for each of some papers, with many ties, and some of the papers' rows."""
    n = draw(st.integers(1, 12))
    scores = [np.array(draw(st.lists(few, min_size=n, max_size=n))) for _ in range(2)]
    rows = draw(st.sets(st.integers(0, n - 1), min_size=1))
    return *scores, np.array(sorted(rows))


def name(row):
    return f"{row:02}"


@given(scored(), st.integers(1, 12))
def test_orders_are_by_score_then_row(made, n):
    scores, _, rows = made
    expected = [i for i, _ in rank_scores((name(row), scores[row]) for row in rows)]
    assert [name(row) for row in order_rows(scores, rows, n)] == expected[:n]


@given(scored())
def test_fusion_is_that_of_runs(made):
    *both, rows = made
    key = "q", "method"
    runs = [{key: rank_scores((name(row), scores[row]) for row in rows)} for scores in both]
    fused = fuse(*both, rows)
    expected = dict(fuse_runs(runs, "rrf")[key])
    assert {name(row): fused[row] for row in rows} == expected
    assert not fused[np.setdiff1d(np.arange(len(fused)), rows)].any()


COSINES = np.array([[0.2, 0.5, 0.5], [0.9, 0.1, 0.0], [-0.1, 0.0, -0.2]])


def test_each_chosen_sentence_is_linked_to_its_nearest():
    assert link_sentences(COSINES, (1, 3, 4)) == (Link(3, 0, 0.9), Link(1, 1, 0.5))


def test_equally_near_pairs_are_in_the_examples_order():
    assert link_sentences(np.full((2, 2), 0.5), (5, 2)) == (Link(2, 0, 0.5), Link(5, 0, 0.5))


def test_without_sentences_there_is_no_link_and_the_lowest_score():
    assert link_sentences(np.zeros((2, 0)), (0, 1)) == ()
    assert mean_of_best(np.zeros((2, 0))) == LOWEST_SCORE


def test_the_score_is_the_mean_of_the_best():
    assert mean_of_best(COSINES) == np.mean([0.5, 0.9, 0.0])
