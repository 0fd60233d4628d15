"""How many sentences of a ranking are submitted."""

import numpy as np
import pytest

from paperpool.scisumm.choice import LEARNT, MOST_LEARNT, Choice, choice_of, choices_to_try


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        (Choice(2), [True, True, False, False]),
        (Choice(9), [True] * 4),
        (Choice(4, 0.3), [True, True, False, False]),  # what scores 0.3 is in
        (Choice(1, 0.3), [True, False, False, False]),
        (Choice(4, 0.9), [True, False, False, False]),  # the first one always is
    ],
)
def test_the_first_is_submitted_and_others_as_they_are_many_and_good_enough(choice, expected):
    taken = choice.take(np.array([0.5, 0.3, 0.2, -1.0]), np.arange(1, 5))
    assert taken.tolist() == expected


def test_rankers_and_sizes_decide_the_choice():
    assert choice_of("best", "learnt", 2) == LEARNT == Choice(MOST_LEARNT, 1.0)
    assert choice_of("bm25-ensemble", "fixed", 2) == LEARNT
    assert choice_of("best", "fixed", 2) == choice_of("symm", "learnt", 2) == Choice(2)
    assert choices_to_try("fixed", 3) == [Choice(3)]
    assert all(choice.has_floor for choice in choices_to_try("learnt", 3))
