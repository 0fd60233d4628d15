"""One process at a time may write a run's results, and a killed one leaves nothing to mend."""

import fcntl
from pathlib import Path
from typing import IO

from paperpool.errors import Problem, UserError

_HELD: dict[Path, IO[str]] = {}
"""The locks that this process holds until it ends."""


def hold_until_end(path: str | Path, guarded: str) -> None:
    """Lock the file ``path`` until this process ends, however it ends, unless it holds it already.

    Raises UserError when another process holds it; ``guarded`` says what it guards.
    """
    path = Path(path).resolve()
    if path in _HELD:
        return
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
    _HELD[path] = file
