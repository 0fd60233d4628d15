import pytest

from paperpool.collections.csfcube_release import QUERIES
from paperpool.report.csfcube.two_facets import read_titles, read_two_facet_papers

from ...made.results import TITLES


def read(results, rankers=("minilm", "bm25")):
    titles = read_titles(results.folder / QUERIES)
    return read_two_facet_papers(results.folder / "per_query.parquet", titles, rankers)


def test_only_papers_with_two_facets_are_taken_sorted_by_difference(results):
    panels = read(results)
    assert list(panels) == ["minilm", "bm25"]
    assert [paper.paper_id for paper in panels["minilm"]] == ["1", "2"]
    assert [paper.paper_id for paper in panels["bm25"]] == ["2", "1"]
    assert panels["minilm"][0].values == {"background": 0.9, "method": 0.4}
    assert [p.difference for p in panels["bm25"]] == pytest.approx([0.4, 0.05])
    assert panels["minilm"][0].title == TITLES["1"]


def test_equal_differences_go_by_id_and_untitled_papers_by_their_id(results):
    results.write_per_query(
        {"r": {f"{paper}_{facet}": 0.5 for paper in "cab" for facet in ("result", "method")}}
    )
    papers = read_two_facet_papers(results.folder / "per_query.parquet", {"a": ""}, ["r"])["r"]
    assert [paper.paper_id for paper in papers] == ["a", "b", "c"]
    assert papers[0].title == "a"
    assert list(papers[0].values) == ["method", "result"]


def test_rankers_that_are_not_asked_for_are_left_out(results):
    assert list(read(results, ("bm25",))) == ["bm25"]
