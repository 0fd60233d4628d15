"""Notes of the files that jobs made, and errors about changed files."""

import re

import pytest

from paperpool.errors import UserError
from paperpool.workflow.running.manifest import (
    find_run_folder,
    forget_files,
    forget_lost,
    list_noted,
    note_files,
    refuse_changed_run,
    refuse_changed_sizes,
    refuse_damaged,
)

WHOLE = bytes(range(256)) * 4


@pytest.fixture
def run(tmp_path):
    """The folder of a run that has two noted files, and others."""
    folder = tmp_path / "results" / "one"
    for file in ("logs/lock", "logs/a.log", "report/index.html", "corpus/a.parquet", "config.yaml"):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_bytes(WHOLE)
    note_files(folder / file for file in ("report/index.html", "corpus/a.parquet", "config.yaml"))
    return folder


def test_files_of_a_run_are_noted_but_for_those_that_differ_in_each(run, tmp_path):
    outside = tmp_path / "outside"
    outside.write_text("outside")
    note_files([outside, run / "logs/a.log"])
    assert find_run_folder(outside) is None and find_run_folder(run / "corpus/a.parquet") == run
    assert [str(path) for path, _ in list_noted(run)] == ["config.yaml", "corpus/a.parquet"]
    made = dict(list_noted(run)).popitem()[1]
    assert made.n_bytes == len(WHOLE) and re.fullmatch("[0-9a-f]{64}", made.sha256)


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (WHOLE[:500], "The file is damaged: it is 500 bytes, and was made with 1,024."),
        (b"", "The file is damaged: it is empty, and was made with 1,024."),
        (WHOLE + b"\n", "The file is damaged: it is 1,025 bytes, and was made with 1,024."),
    ],
    ids=["cut", "emptied", "longer"],
)
def test_another_length_is_seen_without_reading(run, data, what):
    file = run / "corpus/a.parquet"
    file.write_bytes(data)
    for call, given in (
        (refuse_changed_sizes, [file]),
        (refuse_damaged, [file]),
        (refuse_changed_run, run),
    ):
        with pytest.raises(UserError) as caught:
            call(given)
        [problem] = caught.value.problems
        assert (problem.what, problem.where) == (what, str(file))
        assert problem.hint == "Delete it and run again: the workflow makes it anew."


def test_another_bit_is_seen_by_reading(run):
    file = run / "corpus/a.parquet"
    file.write_bytes(WHOLE[:-1] + bytes([WHOLE[-1] ^ 1]))
    refuse_changed_sizes([file])
    refuse_changed_run(run)
    with pytest.raises(UserError, match="it has other bytes than it was made with"):
        refuse_damaged([run / "config.yaml", file])


def test_a_damaged_note_is_not_believed(run):
    (run / "manifest/corpus/a.parquet.sha256").write_bytes(b"\xff\n")
    with pytest.raises(UserError, match="The note of the file is damaged"):
        refuse_changed_sizes([run / "corpus/a.parquet"])


def test_files_without_a_note_are_taken_as_they_are(run, tmp_path):
    (run / "corpus/a.parquet").write_bytes(b"")
    forget_files([run / "corpus/a.parquet", run / "never", tmp_path / "outside"])
    refuse_damaged([run / "corpus/a.parquet", tmp_path / "outside"])


def test_files_that_are_gone_are_forgotten_below_a_folder_alone(run, tmp_path):
    for file in ("corpus/a.parquet", "config.yaml"):
        (run / file).unlink()
    refuse_changed_run(run)
    forget_lost(run / "corpus")
    forget_lost(tmp_path)
    assert [str(path) for path, _ in list_noted(run)] == ["config.yaml"]
