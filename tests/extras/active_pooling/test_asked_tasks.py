"""Exports hold only what the batches asked for: every task that does not fit is listed."""

from dataclasses import replace

import pytest

from paperpool.errors import UserError
from paperpool.extras.active_pooling.asked_tasks import check_tasks
from paperpool.workflow.annotation.export_rows import GivenTask
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.annotation.tasks import ADJUDICATION, ANNOTATION

KEY = "5f0c"
ASKED = {Item("q1", "method", "c1"): 1, Item("q1", "method", "c2"): 2}


def make_task(candidate="c1", stage=ANNOTATION, **changed):
    marks = {"batch": {"c1": "1", "c2": "2"}.get(candidate, "1"), "batch_key": KEY}
    data = (marks if stage == ANNOTATION else {}) | changed
    return GivenTask(stage, Item("q1", "method", candidate), data, "here")


def check(*tasks):
    check_tasks([replace(task, where=f"task {n}") for n, task in enumerate(tasks)], ASKED, KEY)


def test_what_was_asked_for_fits_once_in_each_stage():
    check(*(make_task(c, stage) for stage in (ANNOTATION, ADJUDICATION) for c in ("c1", "c2")))


@pytest.mark.parametrize(
    ("task", "what"),
    [
        (make_task("c3"), "No batch asked for this pair: query q1, method, candidate c3."),
        (make_task("c3", ADJUDICATION), "No batch asked for this pair"),
        (make_task("c2", batch="1"), "Requested in batch 2, not '1'"),
        (make_task("c1", batch=1), "Requested in batch 1, not 1"),
        (make_task("c1", batch_key="other"), "of another run (batch_key 'other')"),
        (make_task("c1", batch_key=None), "A task without a batch"),
    ],
)
def test_a_task_that_does_not_fit_is_told_with_its_place(task, what):
    with pytest.raises(UserError) as raised:
        check(make_task("c1", ADJUDICATION), task)
    [problem] = raised.value.problems
    assert what in problem.what and problem.where == "task 1" and problem.hint


def test_every_second_task_of_a_pair_and_all_that_do_not_fit_are_told_at_once():
    odd = [make_task("c1", batch_key="other"), make_task("c4")]
    with pytest.raises(UserError) as raised:
        check(make_task("c3"), make_task("c2"), make_task("c2"), *odd)
    places = [problem.where for problem in raised.value.problems]
    assert places == ["task 0", "task 2", "task 3", "task 4"]
    what = "Two tasks for one pair: query q1, method, candidate c2 (task 1)."
    assert raised.value.problems[1].what == what
    with pytest.raises(UserError, match="Two tasks for one pair"):
        check_tasks([make_task(), replace(make_task(), where="there")])
