"""The labelling configuration, with and without Label Studio's own validators."""

from xml.etree import ElementTree

import pytest
import yaml

from paperpool.collections.schemes import default_scheme, parse_scheme
from paperpool.workflow.annotation.guidelines import (
    CANDIDATE,
    CONTROL,
    labelling_config,
    parse_choice,
)
from paperpool.workflow.annotation.tasks import make_tasks

from ..made.schemes import TWO_FACETS, two_facets_scheme
from .conftest import make_material


@pytest.fixture
def tree():
    return ElementTree.fromstring(labelling_config(default_scheme().grade_names))


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
    linked = ElementTree.fromstring(labelling_config(default_scheme().grade_names, links=True))
    assert clickable(linked) == {"guide": None, "query": "true", CANDIDATE: "true"}


def test_an_exported_choice_is_read_by_alias_and_by_name():
    scheme = default_scheme()
    for grade, name in scheme.grade_names.items():
        assert parse_choice(str(grade), scheme) == parse_choice(name, scheme) == grade
    for other in ("4", "-1", "", " 3", "3.0", "similar (+2)", 3, True, None, ["3"]):
        assert parse_choice(other, scheme) is None


def test_a_number_is_the_grade_whatever_grades_are_called():
    names = {"name": "0"}, {"name": "1"}, {"name": "5"}
    read = yaml.safe_load(TWO_FACETS) | {"grades": [names[1], names[0], names[2]]}
    scheme = parse_scheme(read, "odd.yaml")
    assert [parse_choice(choice, scheme) for choice in ("0", "1", "2", "5")] == [0, 1, 2, 2]


def test_only_grades_of_one_digit_have_a_key():
    grades = [{"name": f"Grade {number}"} for number in range(12)]
    scheme = parse_scheme(yaml.safe_load(TWO_FACETS) | {"grades": grades}, "many.yaml")
    choices = list(ElementTree.fromstring(labelling_config(scheme.grade_names)).iter("Choice"))
    assert [choice.get("alias") for choice in choices] == [str(n) for n in range(11, -1, -1)]
    keys = {choice.get("hotkey") for choice in choices}
    assert keys == {None, *map(str, range(10))}


def test_another_scheme_has_its_own_grades():
    scheme = two_facets_scheme()
    choices = list(ElementTree.fromstring(labelling_config(scheme.grade_names)).iter("Choice"))
    found = [(choice.get("alias"), choice.get("value"), choice.get("hotkey")) for choice in choices]
    assert found == [("1", "Alike", "1"), ("0", "Unlike", "0")]
    assert parse_choice("Alike", scheme) == parse_choice("1", scheme) == 1
    assert parse_choice("2", scheme) is None and parse_choice("Similar (+2)", scheme) is None


def test_label_studios_own_validators_accept_configuration_task_and_annotation(task):
    reason = "label-studio-sdk is not installed (2.1.2 needs OpenCV, which needs numpy below 2.3)"
    interface = pytest.importorskip("label_studio_sdk.label_interface", reason=reason)
    checked = interface.LabelInterface(labelling_config(default_scheme().grade_names))
    checked.validate()
    assert checked.validate_task(task)
    region = {"from_name": CONTROL, "to_name": "candidate", "type": "choices"}
    good = {"result": [{**region, "value": {"choices": ["2"]}}]}
    bad = {"result": [{**region, "value": {"choices": ["9"]}}]}
    assert checked.validate_annotation(good) and not checked.validate_annotation(bad)
