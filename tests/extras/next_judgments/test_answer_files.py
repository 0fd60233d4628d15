"""Answers are read whole: none is dropped in silence, and what cannot be read is named."""

import json

import pytest

from paperpool.errors import UserError
from paperpool.extras.next_judgments.answer_files import read_answers
from paperpool.judging.asking import Request

from ...annotation.test_exports import annotation

ITEMS = [((f"q{i}", ""), f"d{i}") for i in range(4)]
NAMES = {3: "Near", 2: "Similar", 1: "Related", 0: "Unrelated"}


@pytest.fixture
def read(tmp_path):
    """Return a function: the answers in a file, tasks of Label Studio or rows of CSV."""

    def run(content, grade_names=NAMES):
        path = tmp_path / ("a.json" if isinstance(content, list) else "a.csv")
        rows = f"query_id,doc_id,grade\n{content}\n"
        path.write_text(json.dumps(content) if isinstance(content, list) else rows)
        requests = [Request(item, 1, 0.1) for item in ITEMS]
        names = {topic: topic[0] for topic, _ in ITEMS}
        return read_answers([str(path)], requests, names, 3, grade_names)

    return run


def task(*annotations, query="q1", document="d1"):
    data = {"query_id": query, "doc_id": document}
    return {"id": 5, "data": data, "annotations": list(annotations)}


SKIPPED = annotation(1, was_cancelled=True)
EMPTY = annotation(1, result=[])


def problems_of(read, content):
    with pytest.raises(UserError) as error:
        read(content)
    assert all(problem.where and problem.hint for problem in error.value.problems)
    return error.value.problems


def test_answers_without_a_grade_are_counted(read):
    found = read([task(SKIPPED, annotation(2)), task(EMPTY, query="q2", document="d2")])
    assert (found.grades, found.n_blank) == ({ITEMS[1]: 2}, 2)
    found = read("q1,d1,2\nq2,d2,\nq3,d3, ")
    assert (found.grades, found.n_blank) == ({ITEMS[1]: 2}, 2)


@pytest.mark.parametrize("content", [[], [task()], [task(SKIPPED, EMPTY)], "q1,d1,\n"])
def test_a_file_without_a_grade_is_an_error(read, content):
    (problem,) = problems_of(read, content)
    assert problem.what.startswith("The file holds no grade")


def chosen(*choices):
    return annotation(result=[{"from_name": "grade", "value": {"choices": choices}}])


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        ("x", "no object"),
        (annotation(result=5), "without a list of results"),
        (annotation(was_cancelled="false"), "was_cancelled is 'false'"),
        (annotation(result=[{"from_name": "rating"}]), "without the control 'grade'"),
        (chosen("1", "2"), "not exactly one grade"),
        (chosen(), "not exactly one grade"),
        (annotation(None, model_version="m"), "without its annotator"),
        (chosen("2.5"), "'2.5' is no grade"),
        (chosen("0_1"), "'0_1' is no grade"),
        (chosen("٣"), "'٣' is no grade"),
        (chosen("-1"), "'-1' is no grade"),
        (chosen("nan"), "'nan' is no grade"),
    ],
)
def test_an_annotation_that_cannot_be_read_is_named(read, bad, said):
    (problem,) = problems_of(read, [task(annotation(2), bad)])
    assert said in problem.what and "task 1 (id 5), annotation 2" in problem.where


def test_a_number_is_the_grade_of_that_number(read):
    names = {3: "4", 2: "3", 1: "2", 0: "1"}
    assert read([task(chosen("1"))], names).grades == {ITEMS[1]: 1}
    assert read([task(chosen("Near"))]).grades == {ITEMS[1]: 3}


def test_ids_that_are_spelled_otherwise_are_told(read):
    difference, *others = problems_of(read, "q1,oa:d1,2\nq2,oa:d2,0")
    assert difference.hint.endswith("but for the prefix 'oa:'.") and len(others) == 2
    (problem,) = problems_of(read, [{"data": {"query_id": "q1"}, "annotations": [annotation()]}])
    assert problem.what == "A task without doc_id in its data."
