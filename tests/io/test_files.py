"""Files appear whole or not at all."""

import errno
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from paperpool.errors import UserError
from paperpool.io.files import (
    blank_controls,
    read_json,
    read_unique_json,
    remove_leftovers,
    remove_other_files,
    temporary_folder,
    write_json,
    write_text,
    writing,
    writing_folder,
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
    with writing(path) as part:
        part.write_text("new\n")
        assert path.read_text() == "old\n"
    assert path.read_text() == "new\n"


def test_a_file_that_the_disk_takes_no_more_of_leaves_nothing(tmp_path, monkeypatch):
    def fail(handle):
        close(handle)
        raise OSError(errno.EIO, "a network's disk says here what it could not write")

    close = os.close
    monkeypatch.setattr(os, "close", fail)
    with pytest.raises(OSError, match="could not write") as failed, writing(tmp_path / "file.txt"):
        pass
    assert failed.value.filename == str(tmp_path / "file.txt")
    assert list(tmp_path.iterdir()) == []


def test_what_was_left_before_the_clock_was_set_back_is_removed(tmp_path):
    left = tmp_path / ".folder.ab12cd_9.part"
    (left / "deep").mkdir(parents=True)
    (left / "deep" / "half").touch()
    os.utime(left, (time.time() + 1e6,) * 2)
    remove_leftovers(tmp_path, min_age=3600)
    assert left.exists()
    remove_leftovers(tmp_path)
    assert not left.exists()


def test_json_keeps_order_and_letters(tmp_path):
    value = {"b": [1, 2.5, None], "a": "Järvelin"}
    write_json(tmp_path / "v.json", value)
    assert list(read_json(tmp_path / "v.json")) == ["b", "a"]
    assert "Järvelin" in (tmp_path / "v.json").read_text(encoding="utf-8")


def test_files_of_an_earlier_configuration_are_removed(tmp_path):
    for name in ("a.parquet", "b.parquet", "notes.txt"):
        (tmp_path / name).touch()
    assert remove_other_files(tmp_path, [tmp_path / "b.parquet"]) == ["a.parquet"]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["b.parquet", "notes.txt"]


def test_what_a_killed_process_left_is_removed(tmp_path):
    code = f"""
import os, sys
sys.path.insert(0, {str(ROOT / "workflow/scripts")!r})
from paperpool.io.files import writing
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


def test_a_folder_appears_whole_or_not_at_all(tmp_path):
    path = tmp_path / "deep" / "folder"
    with pytest.raises(RuntimeError), writing_folder(path) as part:
        (part / "half").touch()
        raise RuntimeError
    assert list(path.parent.iterdir()) == []
    with writing_folder(path) as part:
        (part / "whole").touch()
        assert not path.exists()
    assert [file.name for file in path.iterdir()] == ["whole"]
    with writing_folder(path) as part:  # another process was faster
        (part / "other").touch()
    assert [file.name for file in path.iterdir()] == ["whole"]
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("function", ["open", "unlink", "rmdir", "scandir"])
def test_a_temporary_folder_goes_even_if_the_system_fails_once(tmp_path, monkeypatch, function):
    call, failed = getattr(os, function), []

    def fail_once(*arguments, **keywords):
        if not failed:
            failed.append(function)
            raise OSError(errno.EIO, "Input/output error")
        return call(*arguments, **keywords)

    with temporary_folder(tmp_path) as folder:
        (folder / "deep").mkdir()
        (folder / "deep" / "file").touch()
        monkeypatch.setattr(os, function, fail_once)
    monkeypatch.undo()
    assert failed
    assert list(tmp_path.iterdir()) == []


def test_a_temporary_folder_goes_when_the_block_fails(tmp_path):
    with pytest.raises(RuntimeError), temporary_folder(tmp_path) as folder:
        (folder / "file").touch()
        raise RuntimeError
    assert list(tmp_path.iterdir()) == []


HOLDING = """
import sys, time
from paperpool.io.files import temporary_folder
with temporary_folder(sys.argv[1]) as folder:
    (folder / "half").touch()
    print(folder, flush=True)
    time.sleep(60)
"""


def test_a_temporary_folder_of_a_killed_process_goes_and_others_stay(tmp_path):
    others = [tmp_path / "paperpool-results", tmp_path / "mine.part"]
    for other in others:
        other.mkdir()
    command = [sys.executable, "-c", HOLDING, str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT.parent / "workflow/scripts")}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as held:
        left = Path(held.stdout.readline().rstrip())
        with temporary_folder(tmp_path) as folder:
            assert list(folder.iterdir()) == []
            assert (left / "half").exists()
        held.kill()
    assert left.exists()
    with temporary_folder(tmp_path) as folder:
        assert sorted(tmp_path.iterdir()) == sorted([*others, folder])


def test_a_temporary_folder_works_where_no_lock_can_be_had(tmp_path, monkeypatch):
    def fail(handle, how):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.flock", fail)
    with temporary_folder(tmp_path) as first, temporary_folder(tmp_path) as second:
        assert sorted(tmp_path.iterdir()) == sorted([first, second])
    assert list(tmp_path.iterdir()) == []


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


@pytest.mark.parametrize("data", [b"", b'{"read": 1', b"\0" * 9, b'{"a": "\xff"}'])
def test_a_damaged_json_file_is_named_with_what_to_do(tmp_path, data):
    path = tmp_path / "summary.json"
    path.write_bytes(data)
    with pytest.raises(UserError, match="The file is damaged: ") as caught:
        read_json(path)
    assert str(path) in str(caught.value)
    assert "Delete it and run again" in str(caught.value)
