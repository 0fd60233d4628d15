"""A run's files read again: whole, damaged, missing and unknown ones."""

import hashlib
import os

import pytest

from paperpool.commands.main import main
from paperpool.errors import UserError
from paperpool.io.csv_rows import read_rows
from paperpool.workflow.running.manifest import note_files
from paperpool.workflow.running.verification import MANIFEST, verify_run, write_manifest

FILES = {"corpus/a.parquet": b"PAR1" * 50, "corpus/b.npy": b"\x93NUMPY" * 9, "mdcr/c.json": b"{}"}

DAMAGED = "The file is damaged: it"


@pytest.fixture
def run(tmp_path, monkeypatch):
    """The folder of a run, below the working directory, whose files are noted."""
    folder = tmp_path / "results" / "one"
    for file, data in {"logs/lock": b"", "report/index.html": b"<p>", **FILES}.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_bytes(data)
    note_files(folder / file for file in FILES)
    monkeypatch.chdir(tmp_path)
    return folder


def test_a_whole_run_is_listed(run):
    write_manifest(verify_run(run, 2))
    assert read_rows(run / MANIFEST) == [
        {"path": path, "bytes": str(len(data)), "sha256": hashlib.sha256(data).hexdigest()}
        for path, data in FILES.items()
    ]
    assert verify_run(run, 1).describe() == [
        "3 files, 256 bytes: 0 damaged, 0 missing, 0 unknown"
    ]  # its own list is not unknown


def test_what_is_wrong_is_told_in_one_message_by_the_command(run, capsys):
    assert main(["verify", "one"]) == 0
    assert capsys.readouterr().out == "3 files, 256 bytes: 0 damaged, 0 missing, 0 unknown\n"
    (run / "corpus/a.parquet").write_bytes(FILES["corpus/a.parquet"][:100])
    flipped = bytearray(FILES["corpus/b.npy"])
    flipped[20] ^= 8
    (run / "corpus/b.npy").write_bytes(flipped)
    (run / "mdcr/c.json").unlink()
    (run / "notes.txt").write_text("the user's")
    for named in ("one", str(run)):
        assert main(["verify", named]) == 1
        out, err = capsys.readouterr()
        assert out.splitlines() == [
            f"damaged: corpus/a.parquet ({DAMAGED} is 100 bytes, and was made with 200.)",
            f"damaged: corpus/b.npy ({DAMAGED} has other bytes than it was made with.)",
            "missing: mdcr/c.json",
            "unknown: notes.txt",
            "3 files, 256 bytes: 2 damaged, 1 missing, 1 unknown",
        ]
        what, where, hint = err.splitlines()
        assert what == (
            "2 of 3 files are damaged, or were changed since they were made: corpus/a.parquet, "
            "corpus/b.npy. 1 of 3 files are missing: mdcr/c.json."
        )
        assert where.endswith("results/one") and "Delete" in hint and "snakemake" in hint
    with pytest.raises(UserError, match="2 of 3 files are damaged"):
        write_manifest(verify_run(run, 1))
    assert not (run / MANIFEST).exists()


def test_what_the_user_put_there_is_told_and_no_error(run, capsysbinary):
    for name in (b"notes.txt", b"odd\n\xff"):
        (run / os.fsdecode(name)).write_text("the user's")
    assert main(["verify", "one"]) == 0
    *told, _ = capsysbinary.readouterr().out.splitlines()
    assert told == [b"unknown: notes.txt", b"unknown: odd \\xff"]


def test_a_run_without_notes_and_none_at_all(run, capsys):
    (run.parent / "old").mkdir()
    assert main(["verify", "old"]) == 1
    assert "No file of the run has a note of how it was made." in capsys.readouterr().err
    assert main(["verify", "neo"]) == 1
    assert capsys.readouterr().err.startswith("There is no run 'neo'.\n  Where: results/neo\n")
