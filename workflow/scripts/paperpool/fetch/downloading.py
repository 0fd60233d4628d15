"""Download a file: in several attempts if the connection breaks, and checked before it appears."""

import contextlib
import functools
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from http import HTTPStatus
from pathlib import Path

from urllib3 import BaseHTTPResponse

from paperpool.errors import Problem, UserError
from paperpool.fetch.asking import RANGE, asking
from paperpool.fetch.breaks import (
    BREAKS,
    BrokenOff,
    Refusal,
    describe_break,
    find_wait,
    has_expired,
    is_final,
    is_unreachable,
)
from paperpool.fetch.digests import DIGESTS, hash_download
from paperpool.fetch.partial import Partial, holding_partial
from paperpool.fetch.sources import Source

WAITS = (1.0, 2.0, 4.0, 8.0)
"""Seconds before each further attempt."""

MAX_BYTES = 10_000_000_000
"""The largest file that is taken, far larger than any of the table of sources."""

_BLOCK_BYTES = 1 << 20
_NO_SUCH_RANGE = HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE
_logger = logging.getLogger("paperpool")


def download(
    source: Source,
    path: str | Path,
    timeout: float = 60.0,
    waits: Sequence[float] = WAITS,
    bar: bool = False,
    locate: Callable[[], str] | None = None,
) -> None:
    """Download ``source`` to ``path``, appearing whole, with the size and digests announced.

    After a break, or ``timeout`` seconds without a word, it waits (``waits``, seconds) and goes on,
    from the first byte if the server cannot or the file has changed. Bytes that have arrived when
    it gives up stay beside ``path`` for the next call. ``locate`` returns a new address for one
    that expired. Raises UserError if the file cannot be had, or is not that of the table of
    sources.
    """
    path = Path(path)
    with holding_partial(path, source.url) as partial:
        _fetch_whole(source, path, partial, timeout, waits, bar, locate)
        message = _find_other(source, partial.hash)
        if message:
            partial.start(None)
            raise _changed(message, source)
        partial.keep()


def check_file(path: str | Path, source: Source) -> None:
    """Raise UserError if the file at ``path`` is known to be another one than ``source``."""
    message = _find_other(source, functools.partial(hash_download, path))
    if message:
        raise UserError(Problem(message, str(path), "Delete it, and it is downloaded again."))


def _find_other(source: Source, find: Callable[[str], str]) -> str | None:
    """Return what is wrong with a file, if one of its digests (``find``) is not ``source``'s."""
    for kind, expected in source.digests().items():
        found = find(kind)
        if found != expected:
            return f"The file has the {DIGESTS[kind]} {found} instead of {expected}."
    return None


def _fetch_whole(
    source: Source,
    path: Path,
    partial: Partial,
    timeout: float,
    waits: Sequence[float],
    bar: bool,
    locate: Callable[[], str] | None,
) -> None:
    """Let all bytes arrive in ``partial``, in one attempt more than there are waits at most."""
    address = locate() if locate else source.url
    for number, wait in enumerate((*waits, None), start=1):
        try:
            with asking(address, timeout, _ask_for_rest(partial)) as answer:
                _receive(answer, source, path, partial, bar)
            return
        except BREAKS as error:
            if isinstance(error, Refusal) and error.status == _NO_SUCH_RANGE:
                partial.start(None)
            why = f"{_count_arrived(partial)}, then {describe_break(error, timeout)}"
            renew = locate if has_expired(error) else None
            is_hopeless = is_final(error) and renew is None
            is_hopeless |= number == 1 and is_unreachable(error)
            if wait is None or is_hopeless:
                raise _given_up(source, path, partial, number, why) from error

            seconds = find_wait(error, wait)
            _logger.info("%s: %s; going on in %g s", path.name, why, seconds)
            time.sleep(seconds)
            if renew is not None:
                address = renew()


def _count_arrived(partial: Partial) -> str:
    """Return how many bytes have arrived, and the announced total, if any."""
    if partial.n_announced is None:
        return f"{partial.n_bytes:,} bytes arrived"
    return f"{partial.n_bytes:,} of {partial.n_announced:,} bytes arrived"


def _given_up(source: Source, path: Path, partial: Partial, number: int, why: str) -> UserError:
    """Return the error of a download that ``number`` attempts did not bring to its end."""
    after = f" after {number} attempts" if number > 1 else ""
    message = f"The download of {path.name} failed{after}: {why}."
    hint = "Check the network, or"
    if partial.validator is not None and partial.n_bytes:
        hint = "Run the same command again: it goes on from there. Or"
    return UserError(Problem(message, source.url, f"{hint} put the file at {path} by hand."))


def _ask_for_rest(partial: Partial) -> dict[str, str]:
    """Return the headers that request the missing bytes, of the same state of the file."""
    if partial.validator is None or not partial.n_bytes:
        return {}
    return {"Range": f"bytes={partial.n_bytes}-", "If-Range": partial.validator}


def _receive(
    answer: BaseHTTPResponse, source: Source, path: Path, partial: Partial, bar: bool
) -> None:
    """Add the bytes of an answer; raises BrokenOff unless all announced bytes are there then."""
    validator = _find_validator(answer)
    if answer.status == 206:
        n_all = _read_range(answer, partial, validator)
    else:
        partial.start(validator)
        n_all = answer.length_remaining
    _check_announced(n_all, source)
    partial.n_announced = n_all if n_all is not None else source.n_bytes

    most = min(MAX_BYTES, source.n_bytes or MAX_BYTES)
    with showing_progress(path.name, partial.n_bytes, n_all, bar) as advance:
        while True:
            # read() would lose what it has where the rest of its block does not come
            block = answer.read1(_BLOCK_BYTES)
            if not block:
                break
            partial.append(block)
            advance(len(block))
            if partial.n_bytes > most:
                partial.start(None)
                raise _changed(f"The file has more than {most:,} bytes.", source)
    if partial.n_announced not in (None, partial.n_bytes):
        raise BrokenOff("the server ended the connection too early")


def _find_validator(answer: BaseHTTPResponse) -> str | None:
    """Return the identity of this state of the file: a strong ETag, or else its date."""
    tag = answer.headers.get("ETag", "")
    if tag.startswith('"'):
        return tag
    return answer.headers.get("Last-Modified")


def _read_range(answer: BaseHTTPResponse, partial: Partial, validator: str | None) -> int | None:
    """Return the bytes of the whole file; raises BrokenOff unless this is the rest of it."""
    match = RANGE.fullmatch(answer.headers.get("Content-Range", ""))
    if match is None or int(match[1]) != partial.n_bytes or validator != partial.validator:
        partial.start(None)
        raise BrokenOff("what came is not the rest of what is there")
    return None if match[2] == "*" else int(match[2])


def _check_announced(n_bytes: int | None, source: Source) -> None:
    """Raise UserError if a file of ``n_bytes`` is too large, or not the table's."""
    if n_bytes is not None and n_bytes > MAX_BYTES:
        raise _changed(f"The file has more than {MAX_BYTES:,} bytes: {n_bytes:,}.", source)
    if n_bytes is not None and source.n_bytes not in (None, n_bytes):
        raise _changed(f"The file has {n_bytes:,} bytes instead of {source.n_bytes:,}.", source)


def _changed(message: str, source: Source) -> UserError:
    return UserError(Problem(message, source.url, source.if_changed))


SECONDS_BETWEEN = 30.0
"""Between two lines of the log."""


@contextlib.contextmanager
def showing_progress(
    name: str, n_done: int, n_all: int | None, bar: bool
) -> Iterator[Callable[[int], object]]:
    """Yield a function that counts a block's bytes; ``n_done`` of ``n_all`` (or None) are there."""
    if bar:
        from tqdm import tqdm  # for a terminal alone

        with tqdm(
            desc=name, initial=n_done, total=n_all, unit="B", unit_scale=True, leave=False
        ) as shown:
            yield shown.update
    else:
        yield _Lines(name, n_done, n_all).advance


class _Lines:
    """Writes to the log how much has arrived, when the last line is old enough."""

    def __init__(self, name: str, n_done: int, n_all: int | None):
        self._name = name
        self._n_done = n_done
        self._of_all = "" if n_all is None else f" of {format_bytes(n_all)}"
        self._next = time.monotonic() + SECONDS_BETWEEN

    def advance(self, n_bytes: int) -> None:
        """Count the bytes that arrived."""
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
