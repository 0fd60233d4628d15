"""One person under two names, or two under one, is an error that names both places."""

import json

import pytest

from paperpool.collections.schemes import default_scheme
from paperpool.errors import UserError
from paperpool.workflow.annotation.exports import read_exports
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.annotation.people import People

from .test_exports import annotation, task

ITEMS = [Item("q", "method", f"c{i}") for i in range(4)]


@pytest.mark.parametrize(
    "other",
    ["Ann Lee", "ann  lee", "ann\u200b lee", "\uff41nn lee", "ann\u00a0lee"],
)
def test_names_that_look_alike_are_doubted_once(other):
    people = People()
    assert people.add("ann lee", None, "line 2") is None
    problem = people.add(other, None, "line 3")
    assert "may be one person" in problem.what and "(line 2)" in problem.what
    assert problem.where == "line 3" and "differ" in problem.hint
    assert people.add(other, None, "line 4") is None


@pytest.mark.parametrize("other", ["01", "1.0", "1.00", " 1"])
def test_numbers_that_a_spreadsheet_rewrote_are_doubted(other):
    people = People()
    people.add("1", None, "line 2")
    assert people.add(other, None, "line 3")


def test_other_people_are_themselves():
    people = People()
    users = ("1", "2", "10", "0", "100", "ann", "anne", "e", "1.5")
    assert not any(people.add(user, None, "x") or people.add(user, None, "y") for user in users)


@pytest.mark.parametrize(
    ("users", "said"),
    [
        (({"id": 1, "email": "a@x"}, {"id": 1, "email": "b@x"}), "User 1 has two emails: a@x"),
        (({"id": 1, "email": "a@x"}, {"id": 2, "email": "A@x"}), "One email has two users, 1"),
        (({"id": 1, "email": "a@x"}, {"id": None, "email": "a@x"}), "has two users, 1"),
        (({"email": "a@x"}, {"email": "A@x "}), "may be one person"),
        (({"id": 1, "email": "a@x"}, 1), None),
        (({"id": 1, "email": "a@x"}, {"id": 1, "email": ""}), None),
        (({"id": 1, "email": "a@x"}, {"id": 2, "email": "b@x"}), None),
    ],
)
def test_users_and_emails_belong_together(tmp_path, users, said):
    tasks = []
    for number, item in enumerate(ITEMS):
        tasks.append(task(annotation(users[number % 2]), item=item))
    path = tmp_path / "export.json"
    path.write_text(json.dumps(tasks))
    if said is None:
        assert len(read_exports([path], ITEMS, default_scheme()).rows) == 4
        return
    with pytest.raises(UserError) as error:
        read_exports([path], ITEMS, default_scheme())
    (problem,) = error.value.problems
    assert said in problem.what and "task 1" in problem.what and "task 2" in problem.where
