"""Rank with the user's own program: it reads tables and writes a run."""

from __future__ import annotations

import logging
import signal
from pathlib import Path

from paperpool.csfcube.collection import Collection
from paperpool.csfcube.command_tables import WRITERS
from paperpool.csfcube.foreign_runs import read_written_run
from paperpool.csfcube.placeholders import (
    PLACEHOLDERS,
    RUN,
    fill_placeholders,
    named_placeholders,
)
from paperpool.errors import Problem, UserError
from paperpool.evaluation.runs import Run
from paperpool.shell import last_lines, run_shell

logger = logging.getLogger("paperpool")

_NOT_FOUND = 127
"""What bash exits with where a program is not found."""

_SIGNAL_HINTS = {
    "SIGKILL": "It was killed from outside, as where memory is used up.",
    "SIGPIPE": "A program, such as head, stopped reading what another one wrote; let it read all.",
}


def rank_by_command(
    name: str,
    command: str,
    collection: Collection,
    folder: str | Path,
    stdout: str | Path,
    stderr: str | Path,
) -> Run:
    """Return what ``command`` wrote to {run}, read but not checked against the collection.

    The tables that it names are written to ``folder``, an empty one; what it prints goes to the
    files ``stdout`` and ``stderr``. Raises UserError where it fails, or writes no readable run.
    """
    files = {word: Path(folder) / PLACEHOLDERS[word] for word in named_placeholders(command)}
    for word, (make, write) in WRITERS.items():
        if word in files:
            write(files[word], make(collection))
    filled = fill_placeholders(command, files)
    logger.info("Running: %s", filled)
    code = run_shell(filled, stdout, stderr)
    where = f"rankers.{name}.command"

    def fail(what: str, hint: str) -> UserError:
        lines = last_lines(stderr) or last_lines(stdout)
        if not lines:
            return UserError(Problem(f"Ranker {name!r}: {what}. It printed nothing.", where, hint))
        said = "".join(f"\n    {line}" for line in lines)
        what = f"Ranker {name!r}: {what}. The last that it printed:{said}"
        return UserError(Problem(what, where, f"{hint} All of it is in {stderr} and {stdout}."))

    if code == _NOT_FOUND:
        hint = "Install the program, or mend its name."
        raise fail(f"a program of the command was not found (exit code {code})", hint)
    if code:
        raise fail(*_explain(code))
    if not files[RUN].is_file():
        raise fail("the command ended well, but wrote no run", "{run} is the file to write.")
    run = read_written_run(name, files[RUN], f"the run that {where} wrote")
    if not run:
        hint = "Rank every candidate of every query."
        raise fail("the command ended well, but its run is empty", hint)
    return run


def _explain(code: int) -> tuple[str, str]:
    """Return how a command failed, and a hint; bash exits with 128 + n where signal n did it."""
    try:
        name = signal.Signals(-code if code < 0 else code - 128).name
    except ValueError:
        return f"the command failed with exit code {code}", "Mend the command."
    what = f"the command was ended by {name}" + (f" (exit code {code})" if code > 0 else "")
    return what, _SIGNAL_HINTS.get(name, "Mend the command.")
