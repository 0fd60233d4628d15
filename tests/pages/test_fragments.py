"""Sections of the report as files, and the page that they are put together to."""

import pytest

from paperpool.benchmarks.csfcube import BENCHMARK
from paperpool.pages.fragments import Fragment, read_fragments, write_fragments
from paperpool.pages.headline import make_headline_card
from paperpool.pages.scores import Score
from paperpool.workflow.report.page import build_page

from ..made.one_section import make_run


@pytest.fixture
def run(tmp_path):
    return make_run(tmp_path)


def test_fragments_are_read_as_they_were_written(tmp_path):
    cell = ("official", "test", "bm25", "all", "ndcg%20")
    scores = [Score(*cell, 0.1 + 0.2, None, 1, 0.25, 1 / 3, 50, 0.5)]
    card = make_headline_card(BENCHMARK, scores, "b")
    made = {
        "b": Fragment("<p>ö &amp; b</p>", [("b", "B")], "b made", {"more": "<html>"}, [card]),
        "a": Fragment("", []),
    }
    write_fragments(tmp_path / "sections.json", made)
    found = read_fragments(tmp_path / "sections.json")
    assert found == made and list(found) == ["b", "a"]
    assert found["b"].cards[0].compared[0].difference == scores[0].value - 0.5


def test_sections_stand_in_their_order_with_their_links_and_clauses(run):
    sections = {
        "later": Fragment("<p id='later'>later</p>", [("later", "Later"), ("x", "<X>")], "one"),
        "corpus": None,
        "mdcr": None,
        "first": Fragment("<p id='first'>first</p>", [("first", "First")]),
        "last": Fragment("<p id='last'>last</p>", [], "two"),
    }
    page = build_page(run, sections)
    assert "one; two." in page
    places = [page.index(f"<p id='{name}'>") for name in ("later", "first", "last")]
    assert places == sorted(places)
    inner = '<ul><li><a href="#x">&lt;X&gt;</a></li></ul>'
    assert f'<li><a href="#later">Later</a>{inner}</li>' in page
    assert '<section id="corpus"' in page and "This section was left out" in page
    assert "mdcr" not in page  # it is named where it was made alone


def test_a_run_without_sections_says_so(run):
    page = build_page(run, {"csfcube": None})
    assert "Nothing was scored in this run." in page
    assert "set <code>data.csfcube</code> to make it" in page
