"""The logs of jobs: the last error of a failed one, and the warnings of all."""

import contextlib
import re
import shutil
from collections.abc import Iterable
from pathlib import Path

from paperpool.errors import Problem
from paperpool.io.files import read_end
from paperpool.workflow.running.ending import DISK_FULL
from paperpool.workflow.running.slurm.endings import explain_end

_FIRST_LINES = 12
_LAST_LINES = 8
"""The lines that are kept at the start and at the end of a long message."""

_WIDTH = 500
"""The characters that are kept of a line."""

_FULL = 1 << 16
"""A disk with fewer free bytes is full: a log could not be written."""

_RECORD = re.compile(r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} ([A-Z]+) ", re.MULTILINE)
"""How a record of a log begins."""


def explain_job(rule: str, logs: list[str], ended: str) -> str:
    """Return the error of a failed job of ``rule``: a heading that names its log, and its message.

    ``ended`` is the end seen by Snakemake or Slurm's plugin, of a job without a logged error.
    """
    for log in logs:
        error = read_last_error(Path(log))
        if error:
            return f"{rule} failed (log: {log}):\n{shorten(error)}"

    log = logs[0] if logs else "(none)"
    problem = explain_end(rule, ended, logs) or _explain_silent(log, ended)
    return f"{rule} failed (log: {log}):\n{problem}"


def read_warnings(logs: Iterable[str | Path]) -> list[str]:
    """Return the different warnings in the logs of jobs, those of the job that ended last last."""
    ended = []
    for log in map(Path, logs):
        with contextlib.suppress(OSError):
            ended.append((log.stat().st_mtime_ns, str(log)))

    warnings: list[str] = []
    for _, log in sorted(ended):
        warnings += _read_messages(Path(log), "WARNING")
    return list(dict.fromkeys(warnings))


def _read_messages(log: Path, level: str) -> list[str]:
    """Return the messages of a level in a job's log; none if it cannot be read."""
    try:
        text = read_end(log)
    except OSError:
        return []

    parts = _RECORD.split(text)[1:]  # level and message of each record, in turn
    messages = []
    for found, message in zip(parts[::2], parts[1::2], strict=True):
        if found == level:
            messages.append(message.rstrip("\n"))
    return messages


def read_last_error(log: Path) -> str | None:
    """Return the last error's message in a job's log, of a traceback the exception, or None."""
    errors = _read_messages(log, "ERROR")
    if not errors:
        return None
    last = errors[-1]
    if "\nTraceback (most recent call last):\n" not in last:
        return last

    exception = re.findall(r"^(\w[\w.]*(?:: .*)?)$", last, re.MULTILINE)[-1]
    hint = "It was not foreseen: the log has the traceback, which helps to fix it."
    return str(Problem(f"An error: {exception}", str(log), hint))


def shorten(text: str) -> str:
    """Return a message without the middle of its overlong parts: its lines, and each of them."""
    lines = []
    for line in text.split("\n"):
        if len(line) > _WIDTH:
            line = f"{line[: _WIDTH - 2]} …"
        lines.append(line)

    n_left = len(lines) - _FIRST_LINES - _LAST_LINES
    if n_left > 0:
        lines[_FIRST_LINES:-_LAST_LINES] = [f"  … {n_left} more lines in the log …"]
    return "\n".join(lines)


def _explain_silent(log: str, ended: str) -> Problem:
    """Return the message of a job without an error in its log."""
    # a log that could not be written may have no folder of its own
    folders = [folder for folder in Path(log).absolute().parents if folder.is_dir()]
    folder = folders[0] if folders else Path.cwd()
    was_full = f"exit status {DISK_FULL}." in ended  # Snakemake has removed the job's files since
    if was_full or shutil.disk_usage(folder).free < _FULL:
        hint = "Free some space, then run the same command again: it goes on where it stopped."
        return Problem("The disk is full.", str(folder), hint)
    if "SIGKILL" in ended or "exit status 137" in ended:
        hint = "Most often memory ran out: run fewer jobs at once (--cores), or smaller ones."
        return Problem("The job was killed.", log, hint)
    if ended:
        return Problem(f"The job ended without a message: {ended}", log, "Run it again.")
    return Problem("The job ended without a message.", log, "Its output is further up.")
