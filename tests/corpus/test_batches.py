"""Rows are handed on in bounded batches; bad ones are counted and kept, or end the run."""

import gc

import pyarrow.parquet as pq
import pytest

from paperpool.errors import UserError
from paperpool.io import streams, tables
from paperpool.io.bad_rows import BadRow
from paperpool.workflow.corpus.batches import Batch, read_rows

LINES = [b"1", b"", b"two", b"3", b"4", b"long line", b"5", b"six"]


def parse(data):
    """Return the number on a line."""
    if not data.isdigit():
        raise BadRow("wrong_type")
    return (int(data),)


def parse_piece(data):
    """Return the numbers on lines that have nothing else."""
    lines = data.splitlines()
    return [[*map(int, lines)]] if all(line.isdigit() for line in lines) else None


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "shard"
    path.write_bytes(b"\n".join(LINES))
    return path


def read(path, **settings):
    made: list[Batch] = []
    settings = {"max_row_bytes": 5, **settings}
    with tables.writing_table(path.parent / "quarantine", tables.QUARANTINE) as quarantine:
        counts = read_rows(path, "x", parse, made.append, quarantine, **settings)
    return made, counts


def test_rows_come_with_their_lines_and_without_bad_ones(path, monkeypatch):
    monkeypatch.setattr(streams, "BLOCK_BYTES", 3)
    made, counts = read(path)
    assert len(made) > 1
    assert [row for batch in made for row in batch.columns[0]] == [1, 3, 4, 5]
    assert [line for batch in made for line in batch.lines] == [1, 4, 5, 7]
    bad = pq.read_table(path.parent / "quarantine").to_pylist()
    assert [tuple(row.values()) for row in bad] == [
        ("x", 3, "wrong_type", None, "two"),
        ("x", 6, "too_large", None, "long line"),
        ("x", 8, "wrong_type", None, "six"),
    ]
    expected = {"read": 7, "readable": 4, "quarantined": {"wrong_type": 2, "too_large": 1}}
    assert counts == expected


def test_lines_that_can_be_are_parsed_together(path, monkeypatch):
    monkeypatch.setattr(streams, "BLOCK_BYTES", 6)
    path.write_bytes(b"1\n2\n3\n4\nx\n5\n6\n7\n")
    made, _ = read(path, parse_piece=parse_piece)
    assert [list(batch.lines) for batch in made] == [[1, 2, 3], [4, 6], [7, 8]]
    assert [list(batch.columns[0]) for batch in made] == [[1, 2, 3], [4, 5], [6, 7]]
    assert read(path, parse_piece=parse_piece, max_row_bytes=1)[0][0].columns == [(1, 2, 3)]


def test_nothing_is_handed_on_without_rows(path):
    path.write_bytes(b"two\n\n")
    made, counts = read(path)
    assert made == [] and counts["quarantined"] == {"wrong_type": 1}


def test_the_first_bad_row_can_end_it(path):
    with pytest.raises(UserError, match=r"wrong_type(?s:.*)shard x, line 3"):
        read(path, on_bad_row="fail")
    assert [file.name for file in path.parent.iterdir()] == ["shard"]


@pytest.mark.parametrize("was_enabled", [True, False])
def test_the_search_for_cycles_is_left_as_it_was(path, was_enabled):
    (gc.enable if was_enabled else gc.disable)()
    try:
        read(path)
        with pytest.raises(UserError, match="wrong_type"):
            read(path, on_bad_row="fail")
        assert gc.isenabled() is was_enabled
    finally:
        gc.enable()
