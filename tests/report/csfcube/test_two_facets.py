from paperpool.benchmarks.csfcube import BENCHMARK
from paperpool.collections.csfcube_release import QUERIES
from paperpool.collections.schemes import default_scheme
from paperpool.workflow.report.csfcube.two_facets import (
    read_titles,
    read_two_facet_papers,
    two_facet_papers,
)

from ...made.results import TITLES

FACETS = default_scheme().facet_names


def read(results, rankers=("minilm", "bm25")):
    per_query = results.folder / "per_query.parquet"
    return read_two_facet_papers(per_query, FACETS, rankers, BENCHMARK.headline)


def test_only_papers_with_two_facets_are_taken_sorted_by_difference(results):
    panels = read(results)
    assert {ranker: list(papers) for ranker, papers in panels.items()} == {
        "minilm": ["1", "2"],
        "bm25": ["2", "1"],
    }
    assert panels["minilm"]["1"] == {"background": 0.9, "method": 0.4}
    assert list(read(results, ("bm25",))) == ["bm25"]


def test_equal_differences_go_by_id_and_facets_by_their_order(results):
    results.write_per_query(
        {"r": {f"{paper}_{facet}": 0.5 for paper in "cab" for facet in ("result", "method")}}
    )
    papers = read(results, ["r"])["r"]
    assert list(papers) == ["a", "b", "c"] and list(papers["a"]) == ["method", "result"]


def test_untitled_papers_go_by_their_id(results):
    assert read_titles(results.folder / QUERIES)["1"] == TITLES["1"]
    chart = two_facet_papers(read(results), FACETS, {"1": ""})
    assert [row.name for row in chart.panels[0].rows] == ["1", "2"]


def test_of_many_papers_those_with_the_largest_differences_are_drawn():
    papers = {f"p{n:02}": {"method": 0.9 - n / 100, "result": 0.1} for n in range(60)}
    chart = two_facet_papers({"a": papers, "b": dict(reversed(papers.items()))}, FACETS, {})
    for panel in chart.panels:
        assert [row.name for row in panel.rows] == list(papers)[:40]


def test_each_facet_of_a_scheme_has_its_own_look_however_many_there_are():
    facets = [f"facet-{number}" for number in range(30)]
    papers = {"1": {facet: number / 30 for number, facet in enumerate(facets)}}
    chart = two_facet_papers({"r": papers}, facets, {"1": "A paper"})
    [row] = chart.panels[0].rows
    looks = [(mark.style.colour, mark.style.marker) for mark in row.marks[1:]]
    assert len(looks) == len(set(looks)) == 30
