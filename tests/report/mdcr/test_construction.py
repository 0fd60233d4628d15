"""How the benchmark was built, in figures and drawings."""

import pytest

from paperpool.io.csv_rows import read_rows
from paperpool.workflow.report.mdcr.construction import count_fillings, count_queries

from ...made.mdcr_run import MODELS, write_construction


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    return write_construction(tmp_path_factory.mktemp("construction"))


def test_queries_of_the_field_level_are_counted(files):
    assert count_queries(files.queries) == {"test": 2, "val": 1}


def test_types_are_counted_as_filled(files):
    rows = count_fillings(files, read_rows(files.shortfalls), MODELS, 3)
    types = ["graph neighbours", *MODELS, "most cited", "random"]
    assert [row["title"] for row in rows] == ["cited papers", *types]
    by_type = {row["title"]: list(row.values())[2:] for row in rows}
    # wanted, found, missing, short, papers, citations
    assert by_type["graph neighbours"] == [9, 5, 4, 2, 5, 5]
    assert by_type["cited papers"] == [3, 3, 0, 0, 1, 8]
    assert by_type["most cited"] == [9, 3, 6, 0, 1, 900]
