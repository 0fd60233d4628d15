import xml.etree.ElementTree as ET

import pytest

from paperpool.report.svg import drawing, write_svg
from paperpool.report.two_facets_figure import plot_two_facet_papers

FIGURES = ("funnel.svg", "intervals.svg", "facets.svg")


def texts(path):
    return [element.text for element in ET.parse(path).iter() if element.text]


@pytest.mark.parametrize("name", FIGURES)
def test_figures_are_the_same_every_time(results, name):
    first = (results.folder / name).read_bytes()
    results.draw()
    assert (results.folder / name).read_bytes() == first


@pytest.mark.parametrize("name", FIGURES)
def test_figures_are_described_and_hold_nothing_of_the_page(results, name):
    root = ET.parse(results.folder / name).getroot()
    assert root.get("role") == "img" and root.get("aria-label")
    assert not list(root.iter("{http://www.w3.org/2000/svg}style"))
    assert "#0100" not in (results.folder / name).read_text()


def test_ids_of_figures_on_one_page_are_distinct(results):
    ids = [
        element.get("id")
        for name in FIGURES
        for element in ET.parse(results.folder / name).iter()
        if element.get("id")
    ]
    assert len(ids) == len(set(ids))


def test_the_funnel_has_its_counts_and_no_empty_step(results):
    found = texts(results.folder / "funnel.svg")
    for text in ("1,031", "−499", "short abstract", "117", "48.4%"):
        assert text in found
    assert "no title" not in found


def test_the_intervals_have_their_figures(results):
    found = texts(results.folder / "intervals.svg")
    assert "bm25 (baseline)" in found
    assert any("60.00" in text and "[55.00, 65.00]" in text for text in found)
    assert "published: 46.06" in found


def test_titles_are_tooltips_and_are_escaped(results):
    found = texts(results.folder / "facets.svg")
    assert "First <script>alert('title')</script> $paper — method: 40.00" in found
    assert "<script>" not in (results.folder / "facets.svg").read_text()


def test_a_collection_without_such_papers_still_has_a_figure(tmp_path):
    for panels in ({"bm25": []}, {}):
        plot_two_facet_papers(panels, tmp_path / "empty.svg")
        ET.parse(tmp_path / "empty.svg")


def test_text_that_xml_cannot_hold_is_made_visible(tmp_path):
    with drawing(2, 1) as figure:
        axes = figure.add_subplot()
        axes.plot([0], [0], "o", gid="mark")
        write_svg(figure, tmp_path / "x.svg", "x", "a\x01b", {"mark": "c\x00\ufffed"})
    assert "c␀\ufffdd" in texts(tmp_path / "x.svg")
