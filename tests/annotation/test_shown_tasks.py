"""Grades that moved in the scheme are an error; other guidelines and texts are listed."""

import json
from dataclasses import replace

import pytest

from paperpool.collections.schemes import GradeLevel, default_scheme
from paperpool.errors import UserError
from paperpool.workflow.annotation.exports import read_exports
from paperpool.workflow.annotation.tasks import ANNOTATION, make_task

from .conftest import make_material
from .test_exports import annotation


@pytest.fixture
def material():
    return make_material(("c1", "c2", "c3"))


@pytest.fixture
def read(material, tmp_path):
    """Return a function: what is read of the tasks after a change, under a scheme."""

    def run(change=None, scheme=None, stage=ANNOTATION):
        tasks = []
        for item in material.items():
            written = make_task(item, material, stage)
            if change:
                change(written["data"])
            tasks.append(written | {"annotations": [annotation(1), annotation(2)]})
        tasks[-1]["annotations"] = []
        path = tmp_path / "export.json"
        path.write_text(json.dumps(tasks))
        now = replace(material, scheme=scheme or material.scheme)
        return read_exports(
            [path],
            material.items(),
            now.scheme,
            write=lambda item: make_task(item, now, ANNOTATION),
        )

    return run


def change_grades(*names):
    """Return the default scheme with grades of these names, the lowest first."""
    levels = [GradeLevel(number, name, "", number) for number, name in enumerate(names)]
    facets = []
    for facet in default_scheme().facets:
        facets.append(replace(facet, grades=dict.fromkeys(reversed(range(len(names))), "")))
    return replace(default_scheme(), name="mine", grades=tuple(levels), facets=tuple(facets))


NAMES = [level.name for level in default_scheme().grades]


def test_tasks_as_they_were_written_are_no_change(read):
    found = read()
    assert len(found.rows) == 4 and found.changed == {}


@pytest.mark.parametrize(
    "names",
    [[NAMES[0], "Barely", *NAMES[1:]], ["Spam", *NAMES], NAMES[::-1], NAMES[1:]],
    ids=["inserted", "below", "reversed", "lowest gone"],
)
def test_a_grade_at_another_number_is_an_error(read, names):
    with pytest.raises(UserError) as error:
        read(scheme=change_grades(*names))
    problem = error.value.problems[0]
    assert problem.what.startswith("The task shows grade ") and "task 1" in problem.where
    assert "scheme of the time" in problem.hint


def test_a_grade_above_or_of_another_name_changes_the_guidelines(read):
    for names in ([*NAMES, "Same"], ["None", *NAMES[1:]]):
        found = read(scheme=change_grades(*names))
        assert [len(places) for places in found.changed.values()] == [2]
        assert "guidelines" in found.changed and len(found.rows) == 4


@pytest.mark.parametrize(
    ("key", "kind"),
    [("guide_html", "guidelines"), ("query_html", "texts"), ("candidate_html", "texts")],
)
def test_edited_tasks_are_listed_if_they_are_annotated(read, key, kind):
    found = read(lambda data: data.update({key: "<p>other</p>"}))
    assert len(found.rows) == 4
    places = found.changed.pop(kind)
    assert len(places) == 2 and "task 1" in places[0] and not found.changed


def test_what_an_export_does_not_have_and_what_stands_around_is_no_change(read):
    def shorten(data):
        del data["query_html"], data["candidate_html"], data["guide_html"]

    def surround(data):
        data["guide_html"] = f"<p>They gave <b>Spam</b></p>{data['guide_html']}"

    assert read(shorten).changed == {} and read(surround).changed == {}
