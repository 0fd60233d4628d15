"""Run a shell command whose processes end with it, and set the path of started Pythons."""

import contextlib
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

from paperpool.io.files import blank_controls, read_end

_GUARD = 'read -r; kill -KILL -- "-$0"'


def run_shell(command: str, stdout: str | Path, stderr: str | Path) -> int:
    """Run ``command`` with ``bash -euo pipefail -c``; return its exit code (negative: a signal).

    Its standard input is empty, its outputs go straight to the files. Processes left are ended.
    The command waits for a line that comes when its end is guarded, or exits where none comes.
    """
    with (
        Path(stdout).open("wb") as to_stdout,
        Path(stderr).open("wb") as to_stderr,
        subprocess.Popen(
            ["bash", "-euo", "pipefail", "-c", f"read -r; {command}"],
            stdin=subprocess.PIPE,
            stdout=to_stdout,
            stderr=to_stderr,
            start_new_session=True,
        ) as process,
        _ending(process.pid),
    ):
        process.communicate(b"\n")
        return process.returncode


@contextlib.contextmanager
def _ending(group: int) -> Iterator[None]:
    """End the processes of ``group`` with the block, or with this process however it ends.

    The guard waits for a pipe to close, which the kernel does even after a ``kill -9``; it outlives
    this process in a session of its own.
    """
    with subprocess.Popen(
        ["bash", "-c", _GUARD, str(group)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ):
        yield


def last_lines(path: str | Path, lines: int = 20, characters: int = 300) -> list[str]:
    """Return the last lines of a text file that are not blank, the long ones cut."""
    kept = []
    for line in read_end(path, 4 * lines * characters).splitlines():
        printable = blank_controls(line).rstrip()
        if printable.strip():
            kept.append(printable[:characters])
    return kept[-lines:]


def import_first(folder: str) -> None:
    """Have the Pythons that this process starts look into ``folder`` before all other places."""
    paths = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
    if folder not in paths:
        os.environ["PYTHONPATH"] = os.pathsep.join([folder, *paths])
