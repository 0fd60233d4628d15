"""Parquet parts of OpenAlex: the rows of JSON lines, by the columns that are needed."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from paperpool.workflow.corpus.openalex_parquet import is_parquet, read_excerpts, read_works
from paperpool.workflow.corpus.openalex_works import parse_work

from ..made.shards import encode
from ..made.works import make_table, make_work, write_part

TOPIC = {
    "display_name": "Corals",
    "subfield": {"display_name": "Ecology"},
    "field": {"display_name": "Biology"},
}

WORKS = [
    make_work(n, is_retracted=n == 3, language="en", topics=[TOPIC] * (n % 2)) for n in range(1, 8)
]


def read_rows(path, fields="concepts"):
    """Return the columns and the lines of all batches of a part without bad rows."""
    columns, lines = [], []
    for batch in read_works(path, fields):
        assert not batch.bad and batch.tail is None
        columns += zip(*batch.columns, strict=True)
        lines += batch.lines
    return columns, lines


@pytest.mark.parametrize("fields", ["concepts", "topics"])
def test_rows_are_those_of_json_lines_over_row_groups_and_an_index_that_is_a_map(tmp_path, fields):
    part = tmp_path / "updated_date=2026-01-01" / "part_0000.parquet"
    part.parent.mkdir()
    table = make_table(WORKS)
    at = table.column_names.index("abstract_inverted_index")
    index = [list(work["abstract_inverted_index"].items()) for work in WORKS]
    kind = pa.map_(pa.string(), pa.list_(pa.int32()))
    pq.write_table(
        table.set_column(at, "abstract_inverted_index", pa.array(index, kind)),
        part,
        row_group_size=3,
    )
    parsed = [parse_work(encode(work), fields) for work in WORKS]
    assert (parsed[0].language, parsed[0].sources) == ("en", ["A venue"])
    assert parsed[0].topics == ["Corals", "Ecology"]
    expected = list(map(tuple, parsed))
    assert read_rows(part, fields) == (expected, [*range(1, len(WORKS) + 1)])


def test_excerpts_are_the_rows_of_lines_as_json(tmp_path):
    path = write_part(tmp_path / "a.parquet", WORKS)
    found = dict(read_excerpts(path, {2, 6}))
    assert list(found) == [2, 6] and b'"https://openalex.org/W6"' in found[6]
    assert is_parquet(path)
    assert not is_parquet(write_part(tmp_path / "a.gz", WORKS))


def test_a_part_cut_short_gives_no_row_and_its_tail(tmp_path):
    path = write_part(tmp_path / "a.parquet", WORKS)
    path.write_bytes(path.read_bytes()[:-9])
    [batch] = read_works(path, "concepts")
    assert batch.bad == [(1, "truncated", "", None)] and "Parquet data is damaged" in batch.tail.why
