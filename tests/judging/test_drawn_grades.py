"""How grades were drawn: files are read, gaps wait, and other probabilities are refused."""

import json
from dataclasses import replace

import numpy as np
import pytest

from paperpool.errors import UserError
from paperpool.judging.drawn_grades import read_drawn_grades

from ..made.judged import hide_all, make_items

TOPICS = {f"q{i}": (f"q{i}", "") for i in range(12)}
HEAD = "query_id,doc_id,grade,batch,draw,probability"


@pytest.fixture
def folder(tmp_path):
    """A folder with two draws from four pairs, and a grade that was there before."""
    rows = ["q0,d0,3,1,1,0.25", "q0,d1,0,1,2,0.3333", "q1,d9,2,,,"]
    (tmp_path / "judgments.csv").write_text("\n".join([HEAD, *rows]) + "\n")
    frame = {"highest_grade": 3, "pairs": {"q0": ["d0", "d1", "d2"], "q2": ["d0"]}}
    (tmp_path / "frame.json").write_text(json.dumps(frame))
    return tmp_path


def add(folder, *rows):
    """Write further rows of judgments."""
    path = folder / "judgments.csv"
    path.write_text(path.read_text() + "\n".join(rows) + "\n")


def test_draws_are_in_their_order_and_mark_the_items(folder):
    found = read_drawn_grades(folder, TOPICS)
    assert list(found.grades.values()) == [3, 0] and found.max_grade == 3
    drawn = found.mark(hide_all(make_items()))
    ids = drawn.items.ids
    assert [ids[row][1] for row in drawn.sample.drawn] == ["d0", "d1"]
    assert drawn.sample.probabilities.tolist() == [0.25, 0.3333]
    assert drawn.is_drawable.sum() == 4 and (~np.isnan(drawn.items.grades)).sum() == 2


def test_a_drawn_pair_that_is_not_judged_in_the_collection_is_named(folder):
    found = read_drawn_grades(folder, TOPICS)
    whole = make_items()
    others = replace(whole, candidates=tuple(f"{name} of others" for name in whole.candidates))
    with pytest.raises(UserError, match=r"2 of 2 drawn pairs are not .* judgments: q0 d0, q0 d1"):
        found.mark(others)


def test_grades_after_a_gap_wait(folder):
    add(folder, "q0,d2,1,1,4,0.5")
    found = read_drawn_grades(folder, TOPICS)
    assert len(found.grades) == 2 and found.waiting == {(("q0", ""), "d2")}
    assert found.mark(make_items()).items.known.sum() == len(make_items().grades) - 2


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("q0,d2,1,1,3,high", "probability of a draw is from 0 to 1, not 'high'"),
        ("q0,d2,1,1,3,", "probability of a draw is from 0 to 1"),
        ("q0,d2,7,1,3,0.5", "'7' is no grade from 0 to 3"),
        ("q0,d2,nan,1,3,0.5", "is no grade from 0 to 3"),
        ("q0,d2,1,1,2,0.5", "each once"),
        ("q5,d2,1,1,3,0.5", "frame.json does not have this pair, which was drawn: q5, d2"),
        ("q0,d1,1,1,3,0.5", "drawn before .*judgments.csv, line 3.*: q0, d1"),
        ("q0,d2,1,1,3,0.5,1", "The row has 7 cells, 6 columns"),
        ("q0,d2,1_0,1,3,0.5", "'1_0' is no grade"),
    ],
)
def test_rows_that_do_not_fit_are_named(folder, row, said):
    add(folder, row)
    with pytest.raises(UserError, match=said) as error:
        read_drawn_grades(folder, TOPICS)
    assert "judgments.csv, line 5" in str(error.value)


def test_grades_without_known_probabilities_are_refused(folder):
    highest = [f'{{"highest_grade": {grade}, "pairs": {{}}}}' for grade in ('"inf"', "true", "-1")]
    highest.append('{"highest_grade": 3, "relevant": 0, "pairs": {}}')
    highest.append('{"highest_grade": 3, "relevant": 4, "pairs": {}}')
    for frame in (*highest, '{"pairs": {}}', '{"highest_grade": 3, "pairs": {"q0": "d0"}}'):
        (folder / "frame.json").write_text(frame)
        with pytest.raises(UserError, match="no frame of draws"):
            read_drawn_grades(folder, TOPICS)
    (folder / "frame.json").write_text('{"highest_grade": 3, "pairs": {"q0": ["d0"], "q99": []}}')
    with pytest.raises(UserError, match="1 of 2 queries are not in the collection: q99"):
        read_drawn_grades(folder, TOPICS)
    (folder / "judgments.csv").unlink()
    with pytest.raises(UserError, match="How people's grades were drawn is not known"):
        read_drawn_grades(folder, TOPICS)


def test_the_probability_of_being_drawn_at_all_is_none_of_a_draw(folder):
    pairs = [f"d{i}" for i in range(1000)]
    (folder / "frame.json").write_text(json.dumps({"highest_grade": 3, "pairs": {"q0": pairs}}))
    with pytest.raises(UserError, match="not those of draws from 1,000 pairs: they stand for 4"):
        read_drawn_grades(folder, TOPICS)
