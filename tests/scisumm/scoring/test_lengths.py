from dataclasses import replace

import pytest

from paperpool.errors import UserError
from paperpool.scisumm.scoring.evaluation import Judged, Submission
from paperpool.scisumm.scoring.evaluator import length_table

from ...made.scisumm_plain_rows import gold, submitted

TEXTS = {("P1", 1): "a", ("P1", 2): "a b c", ("P1", 3): "a b c d e"}


def measure(rows, annotated):
    judged = Judged(annotated, {"mine": Submission(rows, {})}, TEXTS)
    return length_table({"train": replace(judged, gold=[]), "test": judged})


def test_lengths_are_means_over_choices():
    rows = [submitted("", sids=[2, 3]), submitted("", citance=2, sids=[3])]
    annotated = [gold("", sids=[1, 99]), gold("", sids=[2])]
    table = measure(rows, annotated)
    assert table.to_numpy().tolist() == [
        ["train", "mine", 13 / 3, 3],
        ["train", "(all sentences)", 3.0, 3],
        ["test", "mine", 13 / 3, 3],
        ["test", "(all sentences)", 3.0, 3],
        ["test", "(gold)", 2.0, 2],
    ]


def test_a_chosen_sentence_that_the_paper_lacks_is_an_error():
    with pytest.raises(UserError, match="chose sentence 9, which paper P1 lacks"):
        measure([submitted("", sids=[9])], [])
