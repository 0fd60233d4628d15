"""Rows are handed on in bounded batches; bad ones are counted and kept, or end the run."""

from __future__ import annotations

import gc
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from paperpool.corpus import batches
from paperpool.corpus.batches import Batch, read_rows
from paperpool.errors import UserError
from paperpool.files import read_json
from paperpool.json_rows import BadRow

LINES = [b"1", b"", b"two", b"3", b"4", b"long line", b"5", b"six"]


def parse(data: bytes) -> int:
    """Return the number on a line."""
    if not data.isdigit():
        raise BadRow("wrong_type")
    return int(data)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "shard"
    path.write_bytes(b"\n".join(LINES))
    return path


def read(path: Path, **settings) -> list[Batch[int]]:
    made: list[Batch[int]] = []
    files = {name: path.parent / name for name in ("quarantine", "summary")}
    read_rows(path, "x", parse, made.append, max_row_bytes=5, **files, **settings)
    return made


@pytest.mark.parametrize(
    ("bound", "value", "expected"),
    [
        ("_BATCH_ROWS", 100, [[1, 3, 4, 5]]),
        ("_BATCH_ROWS", 3, [[1, 3], [4, 5]]),
        ("_BATCH_ROWS", 1, [[1], [3], [4], [5]]),
        ("_BATCH_BYTES", 5, [[1, 3], [4], [5]]),
    ],
)
def test_batches_are_bounded_in_rows_and_in_bytes(
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    bound: str,
    value: int,
    expected: list[list[int]],
) -> None:
    monkeypatch.setattr(batches, bound, value)
    monkeypatch.setattr(batches, "_GROUP_ROWS", 1)
    made = read(path)
    assert [batch.rows for batch in made] == expected
    assert [line for batch in made for line in batch.lines] == [1, 4, 5, 7]
    bad = pq.read_table(path.parent / "quarantine").to_pylist()
    assert [tuple(row.values()) for row in bad] == [
        ("x", 3, "wrong_type", "two"),
        ("x", 6, "too_large", "long line"),
        ("x", 8, "wrong_type", "six"),
    ]
    assert read_json(path.parent / "summary") == {
        "read": 7,
        "readable": 4,
        "quarantined": {"wrong_type": 2, "too_large": 1},
    }


def test_nothing_is_handed_on_without_rows(path: Path) -> None:
    path.write_bytes(b"two\n\n")
    assert read(path) == []
    assert read_json(path.parent / "summary")["quarantined"] == {"wrong_type": 1}


def test_the_first_bad_row_can_end_it(path: Path) -> None:
    with pytest.raises(UserError, match=r"wrong_type(?s:.*)shard x, line 3"):
        read(path, on_bad_row="fail")
    assert [file.name for file in path.parent.iterdir()] == ["shard"]


@pytest.mark.parametrize("was_enabled", [True, False])
def test_the_search_for_cycles_is_left_as_it_was(path: Path, was_enabled: bool) -> None:
    (gc.enable if was_enabled else gc.disable)()
    try:
        read(path)
        with pytest.raises(UserError):
            read(path, on_bad_row="fail")
        assert gc.isenabled() is was_enabled
    finally:
        gc.enable()
