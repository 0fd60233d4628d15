"""One process at a time may write a run's results, and a killed one leaves nothing to mend."""

from __future__ import annotations

import fcntl
from pathlib import Path
from typing import IO

from paperpool.errors import Problem, UserError


def hold_lock(path: str | Path, guarded: str) -> IO[str]:
    """Lock the file ``path`` for as long as the returned file is open and this process lives.

    The system releases the lock when the process ends, however it ends. Raises UserError when
    another process holds it; ``guarded`` says what it guards.
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    file = path.open("w")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        hint = "Wait for it to end, or give this run a name of its own (run: in the configuration)."
        raise UserError(
            Problem("Another process is writing these results.", guarded, hint)
        ) from None
    return file


_HELD: dict[Path, IO[str]] = {}
"""The locks that this process holds until it ends."""


def hold_until_end(path: str | Path, guarded: str) -> None:
    """Lock the file ``path`` until this process ends, if it does not hold it already.

    Raises UserError when another process holds it; ``guarded`` says what it guards.
    """
    path = Path(path).resolve()
    if path not in _HELD:
        _HELD[path] = hold_lock(path, guarded)
