"""Rankings of sentences: order, ties, and the file."""

import numpy as np
import pytest

from paperpool.scisumm.choice import Choice
from paperpool.scisumm.corpus import Paper
from paperpool.scisumm.rankings import (
    choose_sentences,
    rank_sentences,
    read_ranking,
    read_scores,
    write_rankings,
)
from paperpool.scisumm.tables import RANKING

PAPERS = [
    Paper("train", "A", (0, 1, 7, 3), ("", "", "", ""), (("A:1", ""), ("A:2", ""))),
    Paper("test", "B", (5,), ("",), (("B:1", ""),)),
    Paper("test", "C", (5, 6), ("", ""), ()),
]
SCORES = {
    "A": np.array([[1.0, 2.0, 2.0, 2.0], [0.0, -0.0, -1.0, 0.5]]),
    "B": np.array([[3.0]]),
    "C": np.zeros((0, 2)),
}


def test_all_sentences_are_ranked_and_of_equal_ones_the_smaller_sid_is_first():
    table = rank_sentences(PAPERS, SCORES)
    assert table.schema == RANKING
    rows = [tuple(row.values()) for row in table.to_pylist()]
    assert rows == [
        ("train", "A:1", 1, 2.0, 1),
        ("train", "A:1", 3, 2.0, 2),
        ("train", "A:1", 7, 2.0, 3),
        ("train", "A:1", 0, 1.0, 4),
        ("train", "A:2", 3, 0.5, 1),
        ("train", "A:2", 0, 0.0, 2),
        ("train", "A:2", 1, 0.0, 3),
        ("train", "A:2", 7, -1.0, 4),
        ("test", "B:1", 5, 3.0, 1),
    ]
    assert "-0.0" not in repr(rows)


def test_what_is_written_is_read_and_written_again_is_the_same_file(tmp_path):
    one, two = tmp_path / "one.parquet", tmp_path / "two.parquet"
    for path in (one, two):
        write_rankings(path, PAPERS, SCORES)
    assert one.read_bytes() == two.read_bytes()
    assert read_scores(one) == {
        "A:1": [(1, 2.0), (3, 2.0), (7, 2.0), (0, 1.0)],
        "A:2": [(3, 0.5), (0, 0.0), (1, 0.0), (7, -1.0)],
        "B:1": [(5, 3.0)],
    }
    assert read_ranking(one) == rank_sentences(PAPERS, SCORES)


def test_the_first_sentences_above_a_floor_are_chosen():
    table = rank_sentences(PAPERS, SCORES)
    for order in (range(table.num_rows), reversed(range(table.num_rows))):
        top = choose_sentences(table.take(list(order)), Choice(2))
        assert top == {"A:1": (1, 3), "A:2": (3, 0), "B:1": (5,)}
    table = rank_sentences(PAPERS, SCORES)
    chosen = choose_sentences(table, Choice(3, 1.5))
    assert chosen == {"A:1": (1, 3, 7), "A:2": (3,), "B:1": (5,)}
    assert rank_sentences([], {}).num_rows == 0


@pytest.mark.parametrize("wrong", [np.zeros((2, 3)), np.full((2, 4), np.nan)])
def test_scores_of_another_shape_or_none_are_refused(wrong):
    with pytest.raises(ValueError, match="A: "):
        rank_sentences(PAPERS, {**SCORES, "A": wrong})
