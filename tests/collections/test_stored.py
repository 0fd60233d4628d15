"""Collections as our own tables are read back as they were stored."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from paperpool.collections.collection import STORED_FILES
from paperpool.collections.found import assemble
from paperpool.collections.readers.registry import make_reader
from paperpool.collections.stored import read_stored, store_collection
from paperpool.errors import UserError

from ..made.folders import TOPICS, write_beir, write_faceted, write_mteb, write_trec


def write_unjudged(folder):
    """Write a folder with unjudged candidates, and judged papers that are no candidates."""
    return write_mteb(folder, {topic: ["e", "b"] for topic in TOPICS})


def write_relevant(folder):
    """Write a faceted folder with a grade of 2."""
    return write_faceted(folder, grade=2)


@pytest.mark.parametrize(
    "write", [write_beir, write_mteb, write_unjudged, write_trec, write_relevant]
)
def test_a_collection_is_read_back_as_it_was(tmp_path, write):
    collection = assemble(make_reader(write(tmp_path / "its")).read(), "test", 2, 30)
    for name in ("ours", "again"):
        store_collection(collection, tmp_path / name)
    read = read_stored(tmp_path / "ours")
    assert read == collection
    assert read.topic_names() == collection.topic_names()
    for name in STORED_FILES:
        assert (tmp_path / "ours" / name).read_bytes() == (tmp_path / "again" / name).read_bytes()


@pytest.mark.parametrize(
    ("file", "column", "values", "what"),
    [
        ("topics.parquet", "topic_id", ["x"], "It lacks topics that grades.parquet has: q\\."),
        ("papers.parquet", "labels", [["method"], None], "differ in number"),
        ("papers.parquet", "labels", [["method"], []], "differ in number"),
    ],
)
def test_tables_that_do_not_go_together_are_refused(tmp_path, file, column, values, what):
    collection = assemble(make_reader(write_faceted(tmp_path / "its")).read(), "test", 1, 9)
    store_collection(collection, tmp_path)
    table = pq.read_table(tmp_path / file)
    whole = table.column(column).to_pylist()
    place = table.column_names.index(column)
    changed = pa.array([*values, *whole[len(values) :]], table.schema.field(column).type)
    pq.write_table(table.set_column(place, table.schema.field(column), changed), tmp_path / file)
    with pytest.raises(UserError, match=what) as raised:
        read_stored(tmp_path)
    assert raised.value.problems[0].where == str(tmp_path / file)
