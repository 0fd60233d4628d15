"""How far a download is: a bar on a terminal, else a line in the log now and then."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable, Iterator

from tqdm import tqdm

SECONDS_BETWEEN = 30.0
"""Between two lines of the log."""

_logger = logging.getLogger("paperpool")


@contextlib.contextmanager
def showing_progress(
    name: str, n_done: int, n_all: int | None, bar: bool
) -> Iterator[Callable[[int], object]]:
    """Yield what is to be called with the number of bytes of each block that arrives.

    ``n_done`` bytes of ``n_all`` (None: not announced) are there already.
    """
    if bar:
        with tqdm(
            desc=name, initial=n_done, total=n_all, unit="B", unit_scale=True, leave=False
        ) as shown:
            yield shown.update
    else:
        yield _Lines(name, n_done, n_all).advance


class _Lines:
    """Writes to the log how much has arrived, when the last line is old enough."""

    def __init__(self, name: str, n_done: int, n_all: int | None):
        self._name, self._n_done = name, n_done
        self._of_all = "" if n_all is None else f" of {format_bytes(n_all)}"
        self._next = time.monotonic() + SECONDS_BETWEEN

    def advance(self, n_bytes: int) -> None:
        """Count what arrived."""
        self._n_done += n_bytes
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + SECONDS_BETWEEN
            _logger.info("%s: %s%s", self._name, format_bytes(self._n_done), self._of_all)


def format_bytes(n_bytes: int) -> str:
    """Return a number of bytes in kB, MB or GB (powers of a thousand)."""
    for unit, size in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if n_bytes >= size:
            return f"{n_bytes / size:.1f} {unit}"
    return f"{n_bytes} bytes"
