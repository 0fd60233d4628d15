"""Files appear whole or not at all."""

import subprocess
import sys
from pathlib import Path

import pytest

from paperpool.errors import UserError
from paperpool.files import (
    blank_controls,
    read_json,
    read_unique_json,
    remove_leftovers,
    remove_other_tables,
    write_json,
    write_text,
    writing,
)

ROOT = Path(__file__).resolve().parents[1]


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path):
    path = tmp_path / "deep" / "file.txt"
    write_text(path, "old\n")
    with pytest.raises(RuntimeError), writing(path) as part:
        part.write_text("half")
        raise RuntimeError
    assert path.read_text() == "old\n"
    assert [file.name for file in path.parent.iterdir()] == ["file.txt"]


def test_a_file_appears_when_the_block_ends(tmp_path):
    path = tmp_path / "file.txt"
    with writing(path) as part:
        part.write_text("whole")
        assert not path.exists()
    assert path.read_text() == "whole"


def test_json_keeps_order_and_letters(tmp_path):
    value = {"b": [1, 2.5, None], "a": "Järvelin"}
    write_json(tmp_path / "v.json", value)
    assert list(read_json(tmp_path / "v.json")) == ["b", "a"]
    assert "Järvelin" in (tmp_path / "v.json").read_text(encoding="utf-8")


def test_files_of_an_earlier_configuration_are_removed(tmp_path):
    for name in ("a.parquet", "b.parquet", "notes.txt"):
        (tmp_path / name).touch()
    assert remove_other_tables(tmp_path, [tmp_path / "b.parquet"]) == ["a.parquet"]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["b.parquet", "notes.txt"]


def test_what_a_killed_process_left_is_removed(tmp_path):
    code = f"""
import os, sys
sys.path.insert(0, {str(ROOT / "workflow/scripts")!r})
from paperpool.files import writing
with writing({str(tmp_path / "deep" / "file.txt")!r}) as part:
    part.write_text("half")
    os.kill(os.getpid(), 9)
"""
    assert subprocess.run([sys.executable, "-c", code]).returncode == -9
    (tmp_path / "deep" / "whole.txt").touch()
    assert len(list((tmp_path / "deep").iterdir())) == 2
    remove_leftovers(tmp_path, min_age=3600)
    assert len(list((tmp_path / "deep").iterdir())) == 2
    remove_leftovers(tmp_path)
    assert [file.name for file in (tmp_path / "deep").iterdir()] == ["whole.txt"]


def test_json_is_read_with_unique_keys_only(tmp_path):
    path = tmp_path / "a.json"
    path.write_text('\ufeff{"b": {"c": [1]}, "a": 2}', encoding="utf-8")
    assert list(read_unique_json(path, "hint").items()) == [("b", {"c": [1]}), ("a", 2)]
    path.write_text('{"b": {"c": 1, "c": 1}}')
    with pytest.raises(UserError, match="key 'c' stands twice") as raised:
        read_unique_json(path, "Write each key once.")
    assert raised.value.problems[0].hint == "Write each key once."
    path.write_bytes(b'{"b": "\xff"}')
    with pytest.raises(UserError, match="Not valid JSON"):
        read_unique_json(path, "")


@pytest.mark.parametrize(
    "control", ["\t", "\n", "\r", "\0", "\x0b", "\x1c", "\x7f", "\x85", "\u2028"]
)
def test_a_control_becomes_a_space(control):
    assert blank_controls(f"a{control}b") == "a b"


def test_other_characters_stay():
    text = "naïve “café” — 10 € 😀\u00a0\ufeff"
    assert blank_controls(text) == text
    assert blank_controls("\r\n") == "  "
