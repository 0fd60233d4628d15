"""Practice needs settled grades, and its exports the pairs that they are of."""

import pytest

from paperpool.config.annotation_checks import find_annotation_problems


@pytest.fixture
def corpus(tmp_path):
    """A corpus alone, which has no settled grades."""
    for name in ("m_0.gz", "practice.json", "pairs.yaml"):
        (tmp_path / name).touch()
    return {"s2orc": [str(tmp_path / "m_0.gz")]}


def test_a_number_of_pairs_needs_a_collection(problems, corpus, tmp_path):
    (problem,) = problems({"data": corpus, "annotation": {"practice": {"pairs": 30}}})
    assert problem.where == "annotation.practice.pairs" and "data.csfcube" in problem.what
    pairs = str(tmp_path / "pairs.yaml")
    assert problems({"data": corpus, "annotation": {"practice": {"pairs": pairs}}}) == []
    assert problems({"annotation": {"practice": {"pairs": 30}}}) == []  # the demo has one


def test_exports_need_the_pairs(problems, corpus, tmp_path):
    practice = {"exports": [str(tmp_path / "practice.json")]}
    (problem,) = problems({"data": corpus, "annotation": {"practice": practice}})
    assert problem.where == "annotation.practice.pairs"
    assert problem.what == "Practice has nothing to be compared with."
    practice["pairs"] = str(tmp_path / "pairs.yaml")
    assert problems({"data": corpus, "annotation": {"practice": practice}}) == []


def test_a_mistaken_encoder_does_not_change_how_a_demo_is_judged_in_silence(problems):
    (problem,) = problems({"annotation": {"encoder": "minlm"}})
    assert problem.where == "annotation.encoder" and "minlm" in problem.what


def test_of_a_section_that_the_schema_refuses_nothing_more_is_said():
    assert list(find_annotation_problems({"annotation": "none"}, {("annotation",)})) == []
