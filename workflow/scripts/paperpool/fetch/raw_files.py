"""Requests to the servers of releases: for JSON, and for the sizes of raw files.

No address is written anywhere: a file is called by its lasting name in logs, errors and notes.
"""

import json
import logging
import random
import time
from collections.abc import Callable, Mapping, Sequence
from http.client import HTTPResponse
from typing import Any, TypeVar

from paperpool.errors import Problem, UserError
from paperpool.fetch.asking import asking
from paperpool.fetch.breaks import BREAKS, BrokenOff, describe_break, find_wait, is_final
from paperpool.fetch.downloading import RANGE

WAITS = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
"""Seconds before further attempts, drawn up to twice as long, as many jobs make requests."""

_MOST_JSON = 100_000_000
_logger = logging.getLogger("paperpool")

Read = TypeVar("Read")


def ask_json(
    name: str,
    url: str,
    secrets: Mapping[str, str] | None = None,
    *,
    explain: Callable[[Exception], UserError | None] = lambda error: None,
    waits: Sequence[float] = WAITS,
) -> Any:
    """Return the JSON that ``url`` answers; ``name`` is its name in logs and errors.

    ``secrets`` are headers that redirects do not get. ``explain`` returns the error of an answer
    that the caller knows, or None. Raises UserError if no JSON is had after ``waits``.
    """
    try:
        answer = _ask(name, url, lambda one: one.read(_MOST_JSON), {}, secrets, explain, waits)
        return json.loads(answer)
    except (ValueError, RecursionError) as error:
        raise UserError(Problem("The answer is no JSON.", name, "Try again later.")) from error


def measure_file(name: str, url: str, *, waits: Sequence[float] = WAITS) -> int:
    """Return the bytes of ``url`` by a request of one byte; ``name`` is for messages."""
    headers = {"Range": "bytes=0-0"}
    return _ask(name, url, _read_size, headers, None, lambda error: None, waits)


def _read_size(answer: HTTPResponse) -> int:
    found = RANGE.fullmatch(answer.headers.get("Content-Range", ""))
    if answer.status == 206 and found and found[2] != "*":
        return int(found[2])
    if answer.status == 200 and answer.length is not None:
        return answer.length
    raise BrokenOff("the server does not say how large the file is")


def _ask(
    name: str,
    url: str,
    read: Callable[[HTTPResponse], Read],
    headers: Mapping[str, str],
    secrets: Mapping[str, str] | None,
    explain: Callable[[Exception], UserError | None],
    waits: Sequence[float],
    timeout: float = 60.0,
) -> Read:
    """Return ``read`` of an answer, requested again if that may help."""
    for wait in (*waits, None):
        try:
            with asking(url, timeout, headers, secrets) as answer:
                return read(answer)
        except BREAKS as error:
            if (explained := explain(error)) is not None:
                raise explained from error
            why = describe_break(error, timeout)
            if wait is None or is_final(error):
                what = f"It cannot be asked for: {why}."
                raise UserError(Problem(what, name, "Check the network; try again.")) from error
            seconds = find_wait(error, wait * random.uniform(1, 2))
            _logger.info("%s: %s; asking again in %.1f s", name, why, seconds)
            time.sleep(seconds)
    raise AssertionError("the last attempt returns or raises")
