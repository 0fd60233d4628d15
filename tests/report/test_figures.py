import xml.etree.ElementTree as ET

import pytest

from paperpool.pages.scores import Score
from paperpool.report.csfcube.facet_bars_figure import draw_facet_bars
from paperpool.report.csfcube.two_facets_figure import draw_two_facet_papers

FIGURES = ("funnel", "facet-bars", "intervals", "facets")


def texts(figure):
    return [element.text for element in ET.fromstring(figure).iter() if element.text]


def test_figures_are_the_same_every_time(finished, figures):
    assert finished.figures() == figures


@pytest.mark.parametrize("name", FIGURES)
def test_figures_are_described_and_hold_nothing_of_the_page(figures, name):
    root = ET.fromstring(figures[name])
    assert root.get("role") == "img" and root.get("aria-label")
    assert not list(root.iter("{http://www.w3.org/2000/svg}style"))
    assert "#0100" not in figures[name]


def test_ids_of_figures_on_one_page_are_distinct(figures):
    ids = [
        element.get("id")
        for figure in figures.values()
        for element in ET.fromstring(figure).iter()
        if element.get("id")
    ]
    assert len(ids) == len(set(ids)) > len(FIGURES)


def test_the_funnel_has_its_counts_and_no_empty_step(figures):
    found = texts(figures["funnel"])
    for text in ("1,031", "−499", "short abstract", "117", "48.4%"):
        assert text in found
    assert "no title" not in found


def test_the_intervals_have_their_figures(figures):
    found = texts(figures["intervals"])
    assert "bm25 (baseline)" in found
    assert any("60.00" in text and "[55.00, 65.00]" in text for text in found)
    assert "published: 46.06" in found


def test_the_bars_have_a_panel_per_facet_and_a_row_per_ranker_in_its_group(figures):
    found = texts(figures["facet-bars"])
    for text in ("Background", "Method", "Result", "Term-level", "Abstract-level"):
        assert found.count(text) == 1
    assert found.count("40.00") == found.count("60.00") == 3
    assert "minilm, method: 60.00 [55.00, 65.00]" in found
    assert "Sentence-level" not in found and "published" not in found


def test_the_bars_show_published_figures_and_leave_a_missing_facet_empty():
    scores = [
        Score("official", "test", "a", "method", "ndcg%20", 0.5, None, 1, 0.4, 0.6, 9, 0.45),
        Score("official", "dev", "a", "result", "ndcg%20", 0.9, None, 1, 0.8, 1.0, 9, None),
        Score("corrected", "test", "b", "method", "ndcg%20", 0.7, None, 1, 0.6, 0.8, 9, None),
    ]
    found = texts(draw_facet_bars(scores, {"G": ["a"], "H": ["b"]}, 0.9))
    assert "a, method: 50.00 [40.00, 60.00], published 45.00" in found
    assert {"published", "90% interval"} <= set(found)
    assert not {"b", "H", "90.00", "70.00"} & set(found)


def test_titles_are_tooltips_and_are_escaped(figures):
    found = texts(figures["facets"])
    assert "First <script>alert('title')</script> $paper — method: 40.00" in found
    assert "<script>" not in figures["facets"]


def test_a_collection_without_such_papers_still_has_a_figure():
    for panels in ({"bm25": []}, {}):
        assert ET.fromstring(draw_two_facet_papers(panels)).get("aria-label")
