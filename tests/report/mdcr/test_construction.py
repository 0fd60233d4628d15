"""How the benchmark was built, in figures and drawings."""

import json
import re
import xml.etree.ElementTree as ET

import pytest

from paperpool.benchmarks.mdcr_strategies import list_types
from paperpool.pages.heat_map_figure import HeatMap, draw_heat_map
from paperpool.pages.scores import Score
from paperpool.report.mdcr.construction import (
    GridPoint,
    Model,
    Shortfall,
    count_fillings,
    count_queries,
    count_ranks,
    read_as,
    read_grid,
)
from paperpool.report.mdcr.model_ranks_figure import draw_model_ranks
from paperpool.report.mdcr.neighbourhood import read_neighbourhood
from paperpool.report.mdcr.neighbourhood_figure import draw_neighbourhood
from paperpool.report.mdcr.pool_size_lines_figure import draw_pool_size_lines, spread_labels
from paperpool.report.mdcr.strategies_figure import draw_strategies

from ...made.mdcr_run import EVIL, GRAPH, MODELS, write_construction, write_provenance


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    return write_construction(tmp_path_factory.mktemp("construction"))


def titles(figure):
    return [e.text for e in ET.fromstring(figure).iter() if e.tag.endswith("title")]


def shown(figure):
    return [e.text for e in ET.fromstring(figure).iter() if e.tag.endswith("text")]


def test_queries_of_the_field_level_are_counted(files):
    assert count_queries(files.queries) == {"test": 2, "val": 1}


def test_types_are_counted_as_filled(files):
    fillings = count_fillings(
        files.provenance, read_as(Shortfall, files.shortfalls), MODELS, 3, 1, 3
    )
    by_type = {filling.type: filling for filling in fillings}
    assert list(by_type) == list(list_types(MODELS))
    graph, positives, famous = (by_type[kind] for kind in ("graph", "true", "most_cited"))
    assert (graph.wanted, graph.found, graph.missing, graph.short) == (9, 5, 4, 2)
    assert (graph.papers, graph.citations) == (5, 5)
    assert (positives.wanted, positives.found, positives.papers) == (3, 3, 1)
    assert (famous.found, famous.papers, famous.citations) == (3, 1, 900)
    figure = draw_strategies(fillings, {"test": 2, "val": 1})
    assert "graph neighbours: 5 of 9 found" in titles(figure)
    assert "graph neighbours: 4 missing, 2 queries with too few" in titles(figure)
    assert "cited papers: 3 of 3 found" in titles(figure)
    assert {"Graph", "Models", "Most cited", "Random", "5 of 9", "55.6%"} <= set(shown(figure))


def test_tables_are_read_as_they_were_written(files):
    assert read_as(Shortfall, files.shortfalls)[0] == Shortfall("test", "Art", "q1", "graph", 3, 2)
    assert read_as(Model, files.models)[0] == Model("bm25", 0.2, True)
    assert read_grid(files.grid)["dataset"][1] == GridPoint("dataset", 1.5, 0.75, 0.2222, True)


def test_ranks_are_counted_by_model(files):
    counts = count_ranks(files.provenance, MODELS)
    assert counts == {"bm25": {2: 3}, "alpha.1": {4: 3}, "c_b-ow": {6: 3}}
    found = titles(draw_model_ranks(counts, 7))
    assert len(found) == 3 * 7 and "alpha.1, rank 4: 3 negatives" in found
    assert "alpha.1, rank 5: 0 negatives" in found


@pytest.mark.parametrize(("top", "width"), [(7, 1), (33, 2), (200, 10)])
def test_bins_of_one_width_hold_every_rank_once(top, width):
    found = titles(draw_model_ranks({"m": dict.fromkeys(range(1, top + 1), 2)}, top))
    numbers = [list(map(int, re.findall(r"\d+", text))) for text in found]
    bars = [(found[0], found[-2], found[-1]) for found in numbers]
    assert all(n == 2 * (last - first + 1) for first, last, n in bars)
    assert {last - first + 1 for first, last, _ in bars[:-1]} == {width}
    ranks = [rank for first, last, _ in bars for rank in range(first, last + 1)]
    assert ranks == list(range(1, top + 1))


def test_a_heat_map_has_a_cell_per_figure_and_names_the_marked():
    shown_map = HeatMap(
        ["a", "<b>"], ["x", "y"], {("a", "x"): 0.25, ("<b>", "y"): 1.0}, frozenset({("a", "x")})
    )
    figure = draw_heat_map(shown_map, "map", "MAP", "its own")
    assert sorted(titles(figure)) == ["<b>, y: 100.00", "a, x: 25.00 (its own)"]
    assert "<b>" in shown(figure) and "<b>" not in figure
    assert figure == draw_heat_map(shown_map, "map", "MAP", "its own")
    same = HeatMap(["a"], ["x"], {("a", "x"): 0.5})
    assert titles(draw_heat_map(same, "map", "MAP")) == ["a, x: 50.00"]


def score(ranker, size, value, sd=0.01):
    return Score("official", "test", ranker, size, "map", value, sd, 3, None, None, 9, None)


def test_lines_have_a_point_per_size_with_its_deviation():
    scores = [score(r, s, v) for r in ("a", "b") for s, v in (("20000", 0.2), ("500", 0.4))]
    figure = draw_pool_size_lines(scores)
    assert "a, 500 papers: 40.00 ± 1.00" in titles(figure)
    assert len(titles(figure)) == 4
    assert {"500", "20,000", "a", "b"} <= set(shown(figure))
    alone = draw_pool_size_lines([score("a", "500", 0.4, None)])
    assert titles(alone) == ["a, 500 papers: 40.00"]


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ([0.5, 0.5], [0.5, 0.7]),
        ([1.0, 0.95], [1.0, 0.8]),
        ([0.1, 0.9], [0.1, 0.9]),
        ([], []),
    ],
)
def test_labels_keep_their_distance(places, expected):
    assert spread_labels(places, 0.2) == pytest.approx(expected)


def test_the_query_with_most_candidates_is_drawn(files):
    found = read_neighbourhood(files.provenance, files.texts)
    assert found.query_id == "q2" and found.title("q2") == EVIL
    assert found.cited == {"c1": 0.75, "c2": 0.125}
    assert set(found.places) == {"q2", "c1", "c2", "g3", "g4", "g5"}
    assert found == read_neighbourhood(files.provenance, files.texts)


def test_the_drawing_has_a_node_per_paper_and_escapes_titles(files):
    found = read_neighbourhood(files.provenance, files.texts)
    figure = draw_neighbourhood(found)
    assert sorted(titles(figure)) == [
        "candidate 1: Graph candidate 3",
        "candidate 2: Graph candidate 4",
        "candidate 3: Graph candidate 5",
        "cited, A: Cited one (overlap 0.750)",
        "cited, B: Cited <b>two</b> (overlap 0.125)",
        f"query: {EVIL}",
    ]
    assert "<script" not in figure and "<b>" not in figure
    assert {"A", "B", "1", "2", "3"} <= set(shown(figure))
    assert figure == draw_neighbourhood(found)
    assert "B, Cited <b>two</b> (overlap 0.125), with candidates 3." in ET.fromstring(figure).get(
        "aria-label"
    )


def test_a_large_neighbourhood_is_passed_over(files):
    # q1 has 5 papers, q2 has 6
    assert read_neighbourhood(files.provenance, files.texts, max_nodes=5).query_id == "q1"
    assert read_neighbourhood(files.provenance, files.texts, max_nodes=4) is None


def test_a_paper_without_a_title_is_called_by_its_id(files):
    found = read_neighbourhood(files.provenance, files.texts, max_nodes=5)
    assert found.title("c9") == "c9"
    assert "cited, B: c9 (overlap 0.250)" in titles(draw_neighbourhood(found))


def test_ties_go_to_the_lowest_id_and_titles_count(tmp_path):
    graph = {
        query: [("g1", "c1", 0.5), ("g2", via, 0.5)] for query, via in (("q1", "c9"), ("q2", "c2"))
    }
    write_provenance(tmp_path / "p.parquet", graph)
    lines = [json.dumps({"paper_id": i, "title": i, "abstract": ""}) for i in ("c1", "c2")]
    (tmp_path / "t.jsonl").write_text("\n".join(lines) + "\n")
    assert read_neighbourhood(tmp_path / "p.parquet", tmp_path / "t.jsonl").query_id == "q2"
    write_provenance(tmp_path / "p.parquet", dict.fromkeys(("q1", "q2"), GRAPH["q1"]))
    assert read_neighbourhood(tmp_path / "p.parquet", tmp_path / "t.jsonl").query_id == "q1"


def test_without_graph_candidates_nothing_is_drawn(tmp_path, files):
    write_provenance(tmp_path / "p.parquet", {})
    assert read_neighbourhood(tmp_path / "p.parquet", files.texts) is None
