"""Templates are filled with facts: a missing one is an error, and a cell keeps its place."""

import pytest
from jinja2 import UndefinedError

from paperpool.workflow.export.csfcube_export import csfcube_sheet
from paperpool.workflow.export.others import others_sheet
from paperpool.workflow.export.sheets import GENERATED, OWN
from paperpool.workflow.export.templates import make_table, render, render_block


def test_a_cell_stays_in_its_column():
    assert make_table(["a"], [["x | y\nz"]]) == "| a |\n| --- |\n| x \\| y z |"


def test_a_fact_that_is_missing_is_an_error():
    with pytest.raises(UndefinedError, match="origin"):
        render_block("csfcube.md.jinja", "title")
    with pytest.raises(UndefinedError, match="pools"):
        render("making.md.jinja")


def test_texts_are_neither_escaped_nor_filled_twice():
    title = "Mine & <b>{{ name }}</b>"
    assert csfcube_sheet(OWN, {}, title).title == title


def test_name_title_and_summary_are_those_of_the_origin():
    sheet = csfcube_sheet(GENERATED, {}, "Mine")
    assert (sheet.name, sheet.title) == (
        "csfcube-demo",
        "A generated collection in the style of CSFCube",
    )
    assert sheet.summary.endswith("say nothing about a ranker.")
    theirs = others_sheet("theirs", "beir", False, {})
    assert (theirs.name, theirs.title) == ("theirs", "theirs, read from beir")
    assert "somebody else's" in theirs.summary and "invented" not in theirs.summary
