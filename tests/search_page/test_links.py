"""Links between sentences, and the score of a paper by them."""

import numpy as np

from paperpool.rankers.scoring.sentence_cosines import LOWEST_SCORE
from paperpool.search_page.links import link_sentences, mean_of_best
from paperpool.search_page.model import Link

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
