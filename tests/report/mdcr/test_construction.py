"""How the benchmark was built, in figures and drawings."""

import json

import pytest

from paperpool.benchmarks.mdcr_strategies import list_types
from paperpool.io.csv_rows import read_records
from paperpool.report.mdcr.construction import (
    GridPoint,
    Model,
    Shortfall,
    count_fillings,
    count_queries,
    count_ranks,
)
from paperpool.report.mdcr.neighbourhood import read_neighbourhood

from ...made.mdcr_run import EVIL, GRAPH, MODELS, write_construction, write_provenance


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    return write_construction(tmp_path_factory.mktemp("construction"))


def test_queries_of_the_field_level_are_counted(files):
    assert count_queries(files.queries) == {"test": 2, "val": 1}


def test_types_are_counted_as_filled(files):
    fillings = count_fillings(
        files.provenance, read_records(files.shortfalls, Shortfall), MODELS, 3, 1, 3
    )
    by_type = {filling.type: filling for filling in fillings}
    assert list(by_type) == list(list_types(MODELS))
    graph, positives, famous = (by_type[kind] for kind in ("graph", "true", "most_cited"))
    assert (graph.wanted, graph.found, graph.missing, graph.short) == (9, 5, 4, 2)
    assert (graph.papers, graph.citations) == (5, 5)
    assert (positives.wanted, positives.found, positives.papers) == (3, 3, 1)
    assert (famous.found, famous.papers, famous.citations) == (3, 1, 900)


def test_tables_are_read_as_they_were_written(files):
    assert read_records(files.shortfalls, Shortfall)[0] == Shortfall(
        "test", "Art", "q1", "graph", 3, 2
    )
    assert read_records(files.models, Model)[0] == Model("bm25", 0.2, True)
    tried = GridPoint("dataset", 1.5, 0.75, 0.2222, True)
    assert read_records(files.grid, GridPoint)[1] == tried


def test_ranks_are_counted_by_model(files):
    counts = count_ranks(files.provenance, MODELS)
    assert counts == {"bm25": {2: 3}, "alpha.1": {4: 3}, "c_b-ow": {6: 3}}


def test_the_query_with_most_candidates_is_drawn(files):
    found = read_neighbourhood(files.provenance, files.texts)
    assert found.query_id == "q2" and found.title("q2") == EVIL
    assert found.cited == {"c1": 0.75, "c2": 0.125}
    assert [candidate.paper_id for candidate in found.candidates] == ["g3", "g4", "g5"]
    assert found == read_neighbourhood(files.provenance, files.texts)


def test_a_large_neighbourhood_is_passed_over(files):
    # q1 has 5 papers, q2 has 6
    assert read_neighbourhood(files.provenance, files.texts, max_nodes=5).query_id == "q1"
    assert read_neighbourhood(files.provenance, files.texts, max_nodes=4) is None


def test_a_paper_without_a_title_is_called_by_its_id(files):
    found = read_neighbourhood(files.provenance, files.texts, max_nodes=5)
    assert found.title("c9") == "c9"


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
