"""Files appear whole or not at all."""

import pytest

from paperpool.files import read_json, write_json, write_text, writing


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
