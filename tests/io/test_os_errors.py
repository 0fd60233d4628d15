"""Errors of the system have a hint, in any library's form."""

import errno
import os
import resource
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from paperpool.io.files import writing
from paperpool.io.os_errors import explain_os_error, find_errno


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.ENOSPC, "The disk is full."),
        (errno.EDQUOT, "The disk quota is used up."),
        (errno.EFBIG, "larger than the system allows"),
        (errno.EACCES, "permission is denied"),
        (errno.EPERM, "permission is denied"),
        (errno.EROFS, "the file system is read-only"),
        (errno.EIO, "an input/output error"),
        (errno.EMFILE, "Too many files are open"),
    ],
)
def test_each_says_what_is_wrong_where_and_what_to_do(number, said):
    problem = explain_os_error(OSError(number, os.strerror(number), "results/a.csv"), "here")
    assert said in problem.what and problem.where == "results/a.csv" and problem.hint


def test_a_file_that_was_half_written_has_its_own_name():
    error = PermissionError(errno.EACCES, "denied", "results/.papers.parquet.ab12cd_9.part")
    assert explain_os_error(error, "here").where == "results/papers.parquet"


def test_without_a_file_the_place_is_that_of_the_caller():
    assert explain_os_error(OSError(errno.ENOSPC, "full"), "what the job writes").where == (
        "what the job writes"
    )


def test_what_numpy_could_not_write_whole_is_told_with_the_likely_cause():
    with (
        Path("/dev/full").open("wb") as full,
        pytest.raises(OSError, match="requested and") as raised,
    ):
        np.ones(10**6).tofile(full)
    problem = explain_os_error(raised.value, "the vectors")
    assert problem.what == "A file could not be written whole." and problem.where == "the vectors"
    assert problem.hint.startswith("Most often the disk is full: free some space, then run the")


def write_table(path):
    with writing(path) as part, part.open("w"):
        raise OSError(errno.EIO, "Input/output error")


def write_two(path):
    """As a library fails that opened its file itself; of files within files the inner one fails."""
    with writing(path.with_name("outer.npy")), writing(path):
        raise RuntimeError("IO Error: Input/output error")


@pytest.mark.parametrize("write", [write_table, write_two])
def test_what_was_written_is_told_where_no_file_is_named(write, tmp_path):
    path = tmp_path / "figures.csv"
    with pytest.raises((OSError, RuntimeError)) as raised:
        write(path)
    problem = explain_os_error(raised.value, "among two files")
    assert "input/output error" in problem.what
    assert problem.where == f"while {path} was written; among two files"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "text",
    [
        "[Errno 5] Failed to open local file 'a b.parquet'. Detail: [errno 5] Input/output error",
        'IO Error: Could not read from file "a b.parquet": Input/output error',
    ],
)
def test_a_file_that_the_message_of_a_library_names_is_named(text):
    assert explain_os_error(RuntimeError(text), "here").where == "a b.parquet"


def test_no_folder_for_temporary_files_is_told_of_as_python_tells_it():
    error = FileNotFoundError(errno.ENOENT, "No usable temporary directory found in ['/tmp']")
    problem = explain_os_error(error, "here")
    assert "No usable temporary directory found in ['/tmp']" in problem.what


def test_other_errors_of_the_system_are_passed_on_in_one_line():
    problem = explain_os_error(OSError("no such model\nand more"), "here")
    assert problem.what == "Reading or writing failed: no such model."


def test_an_error_that_is_none_of_the_systems_is_not_explained():
    assert explain_os_error(ValueError("a bad value"), "here") is None


def test_libraries_with_errors_of_their_own_are_known_by_the_systems_words():
    assert find_errno(RuntimeError("IO Error: No space left on device")) == errno.ENOSPC


WRITERS = {
    "pyarrow": "import pyarrow as pa, pyarrow.parquet as pq; "
    "pq.write_table(pa.table({'a': list(range(99999))}), path)",
    "duckdb": "import duckdb; duckdb.sql('copy (select range a from range(99999)) to '+repr(path))",
    "numpy": "import numpy as np; np.save(path, np.zeros(99999))",
}


@pytest.mark.parametrize("library", WRITERS)
def test_a_file_that_cannot_grow_is_told_of_whoever_writes_it(library, tmp_path):
    code = f"""
import sys
from pathlib import Path
from paperpool.io.os_errors import explain_os_error
path = sys.argv[1]
try:
    {WRITERS[library]}
except Exception as error:
    print(explain_os_error(error, "what the job writes"))
"""
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "table")],
        preexec_fn=limit_files,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    said = "could not be written whole" if library == "numpy" else "larger than the system allows"
    assert said in done.stdout, done.stderr


def limit_files():
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))
