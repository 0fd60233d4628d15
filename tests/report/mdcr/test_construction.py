"""How the benchmark was built, in figures and drawings."""

import pytest

from paperpool.benchmarks.mdcr_strategies import list_types
from paperpool.io.csv_rows import read_records
from paperpool.report.mdcr.construction import (
    GridPoint,
    Model,
    Shortfall,
    count_fillings,
    count_queries,
)

from ...made.mdcr_run import MODELS, write_construction


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
