"""Scores that 32-bit floats cannot tell apart, and those that they can."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import paperpool as pp
from paperpool.evaluation.float_scores import is_beyond, keep_order, read_floats

from ..made.folders import write_beir


@pytest.mark.parametrize(
    "scores",
    [
        [1e300, 1e200, 3.0, -1e200, -1e300],
        [1e-50, 1e-60, 0.0, -1e-60, -1e-50],
        [1e300, 2.0, 1.0, 1e-300, 0.0],
        [2e-39, 1.9999999e-39, 1e-45, 0.0],
    ],
)
def test_scores_beyond_floats_keep_their_order(scores):
    assert is_beyond(scores)
    assert list(np.argsort([-score for score in read_floats(scores)])) == list(range(len(scores)))


def test_scores_within_floats_are_these():
    scores = [float(np.finfo(np.float32).max), 1.0, 1.00000001, 0.0, -1.2e-38, -3.0]
    assert not is_beyond(scores)
    assert list(read_floats(scores)) == [float(np.float32(score)) for score in scores]
    by_id = dict(zip("abcdef", scores, strict=True))
    assert keep_order(by_id) is by_id


def test_scores_that_differ_after_seven_digits_stay_equal_beside_larger_ones():
    first, second, large, same = read_floats([1.0, 1.00000001, 1e300, 1e300])
    assert first == second < large == same


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), max_size=8))
def test_numbers_never_contradict_scores(scores):
    read = read_floats(scores)
    for score, number in zip(scores, read, strict=True):
        for other, number_of_other in zip(scores, read, strict=True):
            if number < number_of_other:
                assert score < other
            if score == other:
                assert number == number_of_other


def test_they_are_told_and_ranked_by_their_order(tmp_path, caplog):
    collection = pp.collection("mine", write_beir(tmp_path)["path"])
    large = {"a": 1e300, "c": 1e200, "e": 1e100, "d": 1.0}
    frames = {}
    for name, scores in (("large", large), ("plain", {"a": 4.0, "c": 3.0, "e": 2.0, "d": 1.0})):
        run = tmp_path / f"{name}.trec"
        rows = [
            f"{query} Q0 {document} 0 {score} x\n"
            for query in ("1", "2", "a")
            for document, score in scores.items()
        ]
        run.write_text("".join(rows))
        scored = pp.evaluate(collection, {name: str(run)}, measures=["AP", "RR", "R@2"])
        frames[name] = scored[["measure", "value", "expected"]]
    assert frames["large"]["value"].tolist() == frames["plain"]["value"].tolist()
    assert frames["large"]["expected"].isna().all()  # no score is equal to another
    [told] = [text for text in caplog.messages if "32-bit" in text]
    assert told.startswith("large: some scores go beyond 32-bit floats")
