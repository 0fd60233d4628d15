"""The labelling configuration, with and without Label Studio's own validators."""

from xml.etree import ElementTree

import pytest

from paperpool.collections.facets import FACETS, MAX_GRADE
from paperpool.workflow.annotation.guidelines import (
    CANDIDATE,
    CONTROL,
    GRADES,
    GUIDELINES,
    labelling_config,
    parse_choice,
)
from paperpool.workflow.annotation.tasks import make_tasks

from .conftest import make_material


@pytest.fixture
def tree():
    return ElementTree.fromstring(labelling_config())


@pytest.fixture
def task():
    return next(make_tasks(make_material(["c"]), 1))


def test_one_required_single_choice_of_the_four_grades(tree):
    (choices,) = tree.iter("Choices")
    assert choices.get("name") == CONTROL and choices.get("required") == "true"
    assert choices.get("choice") == "single-radio"
    assert [(c.get("alias"), c.get("value")) for c in choices] == [
        ("3", "Near-identical (+3)"),
        ("2", "Similar (+2)"),
        ("1", "Related (+1)"),
        ("0", "Unrelated (0)"),
    ]


def test_only_titles_abstracts_and_the_guideline_are_shown(tree, task):
    shown = {
        value[1:] for node in tree.iter() for value in node.attrib.values() if value[:1] == "$"
    }
    assert shown == {"guide_html", "query_html", "candidate_html"}
    assert shown < set(task["data"])


def test_links_can_be_followed_where_a_task_has_them_alone(tree):
    def clickable(config):
        return {node.get("name"): node.get("clickableLinks") for node in config.iter("HyperText")}

    assert set(clickable(tree).values()) == {None}
    linked = ElementTree.fromstring(labelling_config(links=True))
    assert clickable(linked) == {"guide": None, "query": "true", CANDIDATE: "true"}


def test_an_exported_choice_is_read_by_alias_and_by_name():
    for grade, name in GRADES.items():
        assert parse_choice(str(grade)) == parse_choice(name) == grade
    for other in ("4", "-1", "", " 3", "3.0", "similar (+2)", 3, True, None, ["3"]):
        assert parse_choice(other) is None


def test_each_facet_has_a_definition_of_each_grade():
    assert tuple(GUIDELINES) == FACETS
    assert list(GRADES) == list(range(MAX_GRADE, -1, -1))
    for guideline in GUIDELINES.values():
        assert list(guideline.grades) == list(GRADES)


def test_label_studios_own_validators_accept_configuration_task_and_annotation(task):
    reason = "label-studio-sdk is not installed (2.1.2 needs OpenCV, which needs numpy below 2.3)"
    interface = pytest.importorskip("label_studio_sdk.label_interface", reason=reason)
    checked = interface.LabelInterface(labelling_config())
    checked.validate()
    assert checked.validate_task(task)
    region = {"from_name": CONTROL, "to_name": "candidate", "type": "choices"}
    good = {"result": [{**region, "value": {"choices": ["2"]}}]}
    bad = {"result": [{**region, "value": {"choices": ["9"]}}]}
    assert checked.validate_annotation(good) and not checked.validate_annotation(bad)
