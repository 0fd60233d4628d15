"""Sections as values, with their parts as HTML."""

import re

import pytest
from markupsafe import Markup

from paperpool.pages.charts.lines import LineChart
from paperpool.pages.fragments import write_section
from paperpool.pages.grid import list_grid
from paperpool.pages.section import Drawing, Fold, Heading, Items, Section, Text, list_problems
from paperpool.workflow.report.pools.section import pool_sizes

from ..made.page_checker import Checker

EVIL = "<script>alert('x')</script> & \x01"


@pytest.fixture
def section():
    table = list_grid(EVIL, EVIL, [(EVIL, 0)], [[EVIL]])
    parts = [
        Text(EVIL, "label"),
        Text(Markup("<em>kept</em>")),
        Drawing(EVIL, pool_sizes({EVIL: 3}), is_wide=True),
        Heading(EVIL, "below"),
        Items([EVIL, "two"], EVIL),
        Fold(EVIL, [table, Text("inside")]),
    ]
    return Section("top", EVIL, parts, "broad")


def test_texts_are_never_markup_and_ids_are_single(section):
    page = write_section(section)
    checker = Checker(page)
    assert "script" not in {tag for tag, _ in checker.tags} and "\x01" not in page
    ids = [attributes["id"] for _, attributes in checker.tags if "id" in attributes]
    assert len(ids) == len(set(ids)) and {"top", "top-heading", "below"} <= set(ids)
    assert "<em>kept</em>" in page
    assert "".join(checker.text).count("<script>alert('x')</script> & ␁") >= 8


def test_a_section_is_its_parts_in_their_order_and_folds_hold_theirs(section):
    page = write_section(section)
    assert write_section(section) == page
    tags = [tag for tag, _ in Checker(page).tags]
    outer = ["section", "h2", "p", "em", "figure", "svg", "h3", "ul", "details", "table"]
    places = [tags.index(tag) for tag in outer]
    assert places == sorted(places)
    fold = re.search(r"<details>(.*)</details>", page, re.S)[1]
    assert fold.count("<caption>") == 1 and "<p>inside</p>" in fold


@pytest.mark.parametrize("chart", [None, LineChart("empty", "Empty", [[]], 1.0)])
def test_a_chart_without_marks_leaves_no_frame(chart):
    page = write_section(Section("top", "Top", [Drawing("Empty", chart)]))
    assert "figure" not in page and "svg" not in page


def test_what_is_wrong_with_a_ranking_is_said_once():
    found = {
        "problems": ["It lacks q1."],
        "doubts": [{"what": "It lacks q1.", "hint": ""}, {"what": "All equal.", "hint": "Look."}],
    }
    problems, doubts = list_problems("mine", found)
    assert problems.title == "mine: 1 problem; its scores may flatter it."
    assert list(problems.items) == ["It lacks q1."] and list(doubts.items) == ["All equal. Look."]
    assert list_problems("mine", {"problems": [], "doubts": []}) == []
