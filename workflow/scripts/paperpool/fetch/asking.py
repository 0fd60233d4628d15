"""Requests to servers, by https alone, redirects included: for a file, for JSON, for a size.

No address that may hold a signature is shown: a file is called by its lasting name in errors.
"""

import contextlib
import json
import logging
import random
import re
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from http.client import HTTPResponse
from typing import Any, TypeVar

from paperpool.errors import Problem, UserError
from paperpool.fetch.breaks import BREAKS, BrokenOff, describe_break, find_wait, is_final

WAITS = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
"""Seconds before further attempts, drawn up to twice as long, as many jobs make requests."""

RANGE = re.compile(r"bytes ([0-9]{1,18})-[0-9]+/([0-9]{1,18}|\*)")
"""A Content-Range: the first byte, and how many the whole file has."""

_MOST_JSON = 100_000_000
_TIMEOUT = 60.0
_logger = logging.getLogger("paperpool")

Read = TypeVar("Read")

_OWN_HOSTS = ("127.0.0.1", "localhost")
_HINT = "Correct the table of sources, or get the file by hand."


@contextlib.contextmanager
def asking(
    url: str,
    timeout: float,
    headers: Mapping[str, str] | None = None,
    secrets: Mapping[str, str] | None = None,
) -> Iterator[HTTPResponse]:
    """Yield the answer of ``url``; ``timeout`` is in seconds without a word.

    ``secrets`` are headers that redirects do not get. Raises UserError for an address, given or
    redirected to, that is not https (http on this machine, unless redirected from https), and
    OSError or HTTPException if the network or the server fails, while the answer is read too.
    """
    try:
        _check_address(url)
        request = urllib.request.Request(url, headers=dict(headers or {}))
        for name, value in (secrets or {}).items():
            request.add_unredirected_header(name, value)
        answer = urllib.request.build_opener(_Redirects).open(request, timeout=timeout)
    except ValueError as error:
        raise UserError(Problem(f"Not an address: {error}.", _show(url), _HINT)) from error
    with answer:
        yield answer


def _check_address(url: str, scheme: str = "http") -> None:
    """Raise UserError unless ``url`` may be requested, redirected from ``scheme``."""
    parts = urllib.parse.urlsplit(url)
    is_own = parts.scheme == scheme == "http" and parts.hostname in _OWN_HOSTS
    if parts.scheme != "https" and not is_own:
        raise UserError(Problem("Only https is downloaded.", _show(url), _HINT))


def _show(url: str) -> str:
    """Return an address without its query, as that may hold a signature."""
    return url.partition("?")[0]


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows redirects to allowed addresses."""

    def redirect_request(self, req, fp, code, msg, headers, newurl):
        _check_address(newurl, req.type)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def ask_json(
    name: str,
    url: str,
    secrets: Mapping[str, str] | None = None,
    *,
    explain: Callable[[Exception], UserError | None] | None = None,
    waits: Sequence[float] = WAITS,
) -> Any:
    """Return the JSON that ``url`` answers; ``name`` is its name in logs and errors.

    ``secrets`` are headers that redirects do not get. ``explain`` returns the error of an answer
    that the caller knows, or None. Raises UserError if no JSON is had after ``waits``.
    """
    try:
        return json.loads(ask(name, url, read_whole, waits, secrets=secrets, explain=explain))
    except (ValueError, RecursionError) as error:
        raise UserError(Problem("The answer is no JSON.", name, "Try again later.")) from error


def measure_file(name: str, url: str, *, waits: Sequence[float] = WAITS) -> int:
    """Return the bytes of ``url`` by a request of one byte; ``name`` is for messages."""
    return ask(name, url, _read_size, waits, headers={"Range": "bytes=0-0"})


def read_whole(answer: HTTPResponse) -> bytes:
    """Return the bytes of an answer that is JSON; BrokenOff if announced bytes are missing."""
    content = answer.read(_MOST_JSON)
    if answer.length:
        raise BrokenOff("the server ended the connection too early")
    return content


def _read_size(answer: HTTPResponse) -> int:
    found = RANGE.fullmatch(answer.headers.get("Content-Range", ""))
    if answer.status == 206 and found and found[2] != "*":
        return int(found[2])
    if answer.status == 200 and answer.length is not None:
        return answer.length
    raise BrokenOff("the server does not say how large the file is")


def ask(
    name: str,
    url: str,
    read: Callable[[HTTPResponse], Read],
    waits: Sequence[float] = WAITS,
    *,
    headers: Mapping[str, str] | None = None,
    secrets: Mapping[str, str] | None = None,
    explain: Callable[[Exception], UserError | None] | None = None,
    hint: str = "Check the network; try again.",
) -> Read:
    """Return ``read`` of an answer, requested again if that may help, once for each of ``waits``.

    ``read`` raises BrokenOff for an answer that another attempt may improve. ``secrets`` and
    ``explain`` are as in ``ask_json``; ``hint`` ends the error after the last attempt.
    """
    for wait in (*waits, None):
        try:
            with asking(url, _TIMEOUT, headers, secrets) as answer:
                return read(answer)
        except BREAKS as error:
            if explain and (explained := explain(error)):
                raise explained from error
            why = describe_break(error, _TIMEOUT)
            if wait is None or is_final(error):
                what = f"The request failed: {why}."
                raise UserError(Problem(what, name, hint)) from error
            seconds = find_wait(error, wait * random.uniform(1, 2))
            _logger.info("%s: %s; asking again in %.1f s", name, why, seconds)
            time.sleep(seconds)
    raise AssertionError("the last attempt returns or raises")
