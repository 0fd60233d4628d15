"""Plausible mistakes: each is told, by every door that it can come by; none passes in silence.

The tables of ``made/causes`` have causes, each with what must be said. ``spoil`` changes a real
collection and its run, which ``paperpool score``, Python's interface and the workflow then read.
Other causes call a door themselves. Honest files come by the same doors first, and nothing is said
of them.
"""

import re
from typing import Any

import pytest

from .made.causes import of_files, of_outputs, of_python, of_settings
from .made.causes.cause import API, SCORE, WORKFLOW
from .made.mistakes import Answer, Doors, copy_material, read_cystic_fibrosis, write_material
from .workflow.conftest import Workplace, warmed  # noqa: F401 (a fixture)

CAUSES = [
    *of_files.CAUSES,
    *of_python.CAUSES,
    *of_settings.CAUSES,
    *of_outputs.CAUSES,
]


@pytest.fixture(scope="module")
def material(real_data):
    return read_cystic_fibrosis(real_data("cystic-fibrosis"))


@pytest.fixture
def doors(tmp_path, monkeypatch, capsys, caplog, problems):
    monkeypatch.chdir(tmp_path)
    return Doors(tmp_path, capsys, caplog, problems)


@pytest.fixture(scope="module")
def workflow(material, root, configuration, tmp_path_factory):
    """What the workflow's jobs say of each cause that spoils a collection: one run of them all."""
    place = Workplace(root, tmp_path_factory.mktemp("mistakes"))
    collections: dict[str, Any] = {}
    rankers: dict[str, Any] = dict.fromkeys(configuration["rankers"].keys() - {"bm25"})
    for number, cause in enumerate(list_spoiled(WORKFLOW)):
        spoiled = copy_material(material)
        cause.spoil(spoiled)
        name = f"c{number}"
        settings = write_material(spoiled, place.folder / name)
        collections[name] = settings
        path = str(place.folder / name / "mine.trec")
        rankers[f"mine{number}"] = {"kind": "run", "benchmark": name, "path": path}
    done = place.run(
        "collections",
        "--keep-going",
        "--quiet",
        check=False,
        run="mistakes",
        data={"collections": collections},
        rankers=rankers,
        evaluation={"bootstrap": 100, "permutations": 100},
    )
    assert done.returncode != 0
    logs = place.folder / "results/mistakes/logs"
    answers = {}
    for number, cause in enumerate(list_spoiled(WORKFLOW)):
        files = [*logs.glob(f"*/c{number}.log"), *logs.glob(f"*/c{number}/*.log")]
        said = "".join(file.read_text(encoding="utf-8") for file in files)
        table = place.folder / f"results/mistakes/collections/c{number}/metrics.csv"
        answers[cause.name] = Answer(said, not table.exists())
    return answers


def list_spoiled(door):
    """Return the causes that spoil files which a door reads."""
    return [cause for cause in CAUSES if cause.spoil and not cause.calls and door in cause.doors]


def check(cause, answer):
    assert re.search(cause.said, answer.said, re.DOTALL), answer.said
    assert answer.is_refused == cause.is_refused, answer.said
    assert "Traceback" not in answer.said


@pytest.mark.parametrize("cause", list_spoiled(SCORE), ids=lambda cause: cause.name)
def test_the_command_tells(cause, material, doors):
    spoiled = copy_material(material)
    cause.spoil(spoiled)
    doors.write(spoiled)
    check(cause, doors.score(*spoiled.options))


@pytest.mark.parametrize("cause", list_spoiled(API), ids=lambda cause: cause.name)
def test_python_tells(cause, material, doors):
    spoiled = copy_material(material)
    cause.spoil(spoiled)
    doors.write(spoiled)
    check(cause, doors.python(lambda t: t.pp.evaluate(t.c, {"mine": t.run})))


@pytest.mark.parametrize("cause", list_spoiled(WORKFLOW), ids=lambda cause: cause.name)
def test_the_workflow_tells(cause, workflow):
    check(cause, workflow[cause.name])


CALLS = [(cause, door) for cause in CAUSES for door in cause.calls]


@pytest.mark.parametrize(
    ("cause", "door"), CALLS, ids=[f"{door}: {cause.name}" for cause, door in CALLS]
)
def test_a_call_tells(cause, door, material, doors):
    spoiled = copy_material(material)
    if cause.spoil:
        cause.spoil(spoiled)
    doors.write(spoiled)
    check(cause, cause.calls[door](doors))


def test_nothing_is_said_of_honest_files(material, doors):
    doors.write(material)
    answer = doors.score()
    assert not answer.is_refused and "Warning" not in answer.said and "Note" not in answer.said
    answer = doors.python(lambda t: t.pp.evaluate(t.c, {"mine": t.run}))
    assert (answer.is_refused, answer.said) == (False, "")


def test_the_table_is_long_and_has_each_cause_once():
    names = [cause.name for cause in CAUSES]
    assert len(set(names)) == len(names) and len(names) >= 40
