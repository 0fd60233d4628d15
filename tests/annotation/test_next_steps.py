"""What waits for people: how much work, which file, and which key takes the answer."""

import json
from types import SimpleNamespace

import pytest

from paperpool.workflow.annotation.next_steps import count_tasks, describe_work, list_next_steps
from paperpool.workflow.annotation.tasks import write_tasks


@pytest.mark.parametrize(
    ("work", "said"),
    [
        ((840, 2, 30), "840 tasks × 2, about 14 hours at 30 s"),
        ((219, 1, 30), "219 tasks, about 1.8 hours at 30 s"),
        ((12_000, 2, 7.5), "12,000 tasks × 2, about 50 hours at 7.5 s"),
        ((10, 2, 30), "10 tasks × 2, about 10 minutes at 30 s"),
        ((2_000_000, 2, 3600), "2,000,000 tasks × 2, about 4,000,000 hours at 3600 s"),
        ((1, 1, 1), "1 task, about 1 minute at 1 s"),
    ],
)
def test_hours_are_added_up(work, said):
    assert describe_work(*work) == said


def test_tasks_are_counted_as_they_are_written(tmp_path):
    for n in (0, 1, 3):
        write_tasks([{"data": {}}] * n, tmp_path / "tasks.json")
        assert count_tasks(tmp_path / "tasks.json") == n


@pytest.fixture
def say(tmp_path):
    """Return a function: the next steps of a folder with 840 tasks and the ``still_open`` ones."""
    write_tasks([{"data": {}}] * 840, tmp_path / "tasks.json")

    def run(*made, still_open=None, exports=("e",)):
        summary = {"tasks": {"open": still_open or {}}}
        (tmp_path / "import.json").write_text(json.dumps(summary))
        settings = SimpleNamespace(seconds_per_task=30, exports=list(exports))
        files = {str(tmp_path / file) for file in made}
        found = list_next_steps(str(tmp_path), files, settings)
        return [sentence.replace(str(tmp_path), "A") for sentence in found]

    return run


def test_before_any_export_the_tasks_wait(say):
    assert say("tasks.json", exports=()) == [
        "840 tasks × 2, about 14 hours at 30 s: A/tasks.json (Label Studio; other tools: "
        "tasks.csv). Name the grades in annotation.exports."
    ]
    assert say("import.json", exports=()) == say("tasks.json") == say() == []


def test_pairs_to_adjudicate_are_said_last(say):
    reasons = {"annotated_by_more_than_two": 1, "annotated_once": 3, "not_adjudicated": 219}
    reasons["adjudicated_twice"] = 2
    more, twice, fewer, last = say("import.json", still_open=reasons | {"not_annotated": 4})
    assert more.startswith("1 task with grades of more than two annotators: A/incomplete.csv.")
    assert twice == "2 pairs adjudicated twice: A/incomplete.csv. Leave one of the two out."
    assert fewer == "7 tasks without two grades, 11 grades missing: A/incomplete.csv."
    assert last == (
        "219 pairs to adjudicate, about 1.8 hours at 30 s: A/adjudication_tasks.json (other tools: "
        "adjudication_tasks.csv). Add the grades to annotation.exports."
    )


def test_a_collection_that_is_complete_is_named(say):
    said = say("import.json", "tasks.json")
    assert said == ["Every task is settled: A/release is the collection, for data.csfcube."]
