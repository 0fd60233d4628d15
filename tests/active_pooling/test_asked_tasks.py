"""Exports hold only what the batches asked for: every task that does not fit is listed."""

import json

import pytest

from paperpool.active_pooling.asked_tasks import check_asked
from paperpool.annotation.material import Item
from paperpool.annotation.tasks import ADJUDICATION, ANNOTATION
from paperpool.errors import UserError

KEY = "5f0c"
ASKED = {Item("q1", "method", "c1"): 1, Item("q1", "method", "c2"): 2}


def make_task(candidate="c1", stage=ANNOTATION, n_annotations=1, **changed):
    data = {"query_id": "q1", "facet": "method", "candidate_id": candidate, "stage": stage}
    if stage == ANNOTATION:
        data |= {"batch": {"c1": "1", "c2": "2"}.get(candidate, "1"), "batch_key": KEY}
    return {"id": 7, "annotations": [{}] * n_annotations, "data": data | changed}


@pytest.fixture
def check(tmp_path):
    def check(*exports):
        paths = [tmp_path / f"{number}.json" for number in range(len(exports))]
        for path, tasks in zip(paths, exports, strict=True):
            path.write_text(json.dumps(tasks))
        check_asked(paths, ASKED, KEY)

    return check


def test_what_was_asked_for_fits_once_in_each_stage(check):
    adjudicated = [make_task(candidate, ADJUDICATION) for candidate in ("c1", "c2")]
    check([make_task("c1")], [make_task("c2")], adjudicated)


def test_a_task_without_annotations_says_nothing(check):
    check([make_task("c3", n_annotations=0), make_task("c1", n_annotations=0), make_task("c1")])


@pytest.mark.parametrize(
    ("task", "what"),
    [
        (make_task("c3"), "No batch asked for this pair: query q1, method, candidate c3."),
        (make_task("c3", ADJUDICATION), "No batch asked for this pair"),
        (make_task("c2", batch="1"), "Batch 2 asked for this, not '1'"),
        (make_task("c1", batch=1), "Batch 1 asked for this, not 1"),
        (make_task("c1", batch_key="other"), "of another run's (batch_key 'other')"),
        (make_task("c1", batch_key=None), "A task of no batch"),
    ],
)
def test_a_task_that_does_not_fit_is_told_with_its_place(check, task, what):
    with pytest.raises(UserError) as raised:
        check([make_task("c1", n_annotations=0)], [make_task("c1", ADJUDICATION), task])
    told = str(raised.value)
    assert what in told and "1.json, task 2 (id 7)" in told and "task 1" not in told


def test_one_pair_in_two_files_names_both_places(check):
    with pytest.raises(UserError) as raised:
        check([make_task("c1")], [make_task("c2"), make_task("c1")])
    told = str(raised.value)
    assert "Two tasks for one pair: query q1, method, candidate c1" in told
    assert "0.json, task 1 (id 7))" in told and "1.json, task 2 (id 7)" in told


def test_all_that_do_not_fit_are_told_at_once(check):
    with pytest.raises(UserError) as raised:
        check([make_task("c3"), make_task("c1", batch_key="other")], [make_task("c4")])
    told = str(raised.value)
    assert all(place in told for place in ("0.json, task 1", "0.json, task 2", "1.json, task 1"))
