"""Requests to servers, by https alone, redirects included: for a file, for JSON, for a size.

urllib3 makes them, with the certificates and proxies of the system. No address that may hold a
signature is shown: a file is called by its lasting name in errors.
"""

import contextlib
import functools
import json
import logging
import random
import re
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import urllib3

from paperpool.errors import Problem, UserError
from paperpool.fetch.breaks import BREAKS, BrokenOff, Refusal, describe_break, find_wait, is_final

WAITS = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
"""Seconds before further attempts, drawn up to twice as long, as many jobs make requests."""

RANGE = re.compile(r"bytes ([0-9]{1,18})-[0-9]+/([0-9]{1,18}|\*)")
"""A Content-Range: the first byte, and how many the whole file has."""

_MOST_JSON = 100_000_000
_MOST_REDIRECTS = 10
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
) -> Iterator[urllib3.BaseHTTPResponse]:
    """Yield the answer of ``url``; ``timeout`` is in seconds without a word.

    ``secrets`` are headers that redirects do not get. Raises UserError for an address, given or
    redirected to, that is not https (http on this machine, unless redirected from https), and one
    of ``BREAKS`` if the network or the server fails, while the answer is read too.
    """
    try:
        answer = _open(url, timeout, headers or {}, secrets or {})
    except ValueError as error:
        raise UserError(Problem(f"Not an address: {error}.", _show(url), _HINT)) from error

    with contextlib.closing(answer):
        if not 200 <= answer.status < 300:
            raise Refusal(answer)
        yield answer


def _open(
    url: str,
    timeout: float,
    headers: Mapping[str, str],
    secrets: Mapping[str, str],
    scheme: str = "http",
    n_redirects: int = _MOST_REDIRECTS,
) -> urllib3.BaseHTTPResponse:
    """Return the answer of ``url``, or of where it redirects to, before its body is read."""
    parts = urllib.parse.urlsplit(url)
    is_own = parts.scheme == scheme == "http" and parts.hostname in _OWN_HOSTS
    if parts.scheme != "https" and not is_own:
        raise UserError(Problem("Only https is downloaded.", _show(url), _HINT))

    fields = {"User-Agent": "paperpool"}
    fields.update(headers)
    fields.update(secrets)
    answer = _find_pool(parts).request(
        "GET",
        url,
        headers=fields,
        timeout=timeout,
        retries=False,
        redirect=False,
        preload_content=False,
        decode_content=False,
    )
    target = answer.get_redirect_location()
    if not target or n_redirects == 0:
        return answer
    answer.close()
    target = urllib.parse.urljoin(url, target)
    return _open(target, timeout, headers, {}, parts.scheme, n_redirects - 1)


def _find_pool(parts: urllib.parse.SplitResult) -> urllib3.PoolManager:
    """Return the connections to an address, through the proxy that the system names for it."""
    proxy = urllib.request.getproxies().get(parts.scheme)
    if urllib.request.proxy_bypass(parts.netloc):
        proxy = None
    return _make_pool(proxy)


@functools.cache
def _make_pool(proxy: str | None) -> urllib3.PoolManager:
    if proxy is None:
        return urllib3.PoolManager()
    if "://" not in proxy:
        proxy = f"http://{proxy}"
    login = urllib3.util.parse_url(proxy).auth
    headers = urllib3.make_headers(proxy_basic_auth=urllib.parse.unquote(login or "") or None)
    return urllib3.ProxyManager(proxy, proxy_headers=headers)


def _show(url: str) -> str:
    """Return an address without its query, as that may hold a signature."""
    return url.partition("?")[0]


def ask_json(
    name: str,
    url: str,
    secrets: Mapping[str, str] | None = None,
    *,
    explain: Callable[[Refusal], UserError | None] | None = None,
    waits: Sequence[float] = WAITS,
) -> Any:
    """Return the JSON that ``url`` answers; ``name`` is its name in logs and errors.

    ``secrets`` are headers that redirects do not get. ``explain`` returns the error of a refusal
    that the caller knows, or None. Raises UserError if no JSON is had after ``waits``.
    """
    try:
        return json.loads(ask(name, url, read_whole, waits, secrets=secrets, explain=explain))
    except (ValueError, RecursionError) as error:
        raise UserError(Problem("The answer is no JSON.", name, "Try again later.")) from error


def measure_file(name: str, url: str, *, waits: Sequence[float] = WAITS) -> int:
    """Return the bytes of ``url`` by a request of one byte; ``name`` is for messages."""
    return ask(name, url, _read_size, waits, headers={"Range": "bytes=0-0"})


def read_whole(answer: urllib3.BaseHTTPResponse) -> bytes:
    """Return the bytes of an answer that is JSON; BrokenOff if announced bytes are missing."""
    content = answer.read(_MOST_JSON)
    if answer.length_remaining:
        raise BrokenOff("the server ended the connection too early")
    return content


def _read_size(answer: urllib3.BaseHTTPResponse) -> int:
    found = RANGE.fullmatch(answer.headers.get("Content-Range", ""))
    if answer.status == 206 and found and found[2] != "*":
        return int(found[2])
    if answer.status == 200 and answer.length_remaining is not None:
        return answer.length_remaining
    raise BrokenOff("the server does not say how large the file is")


def ask(
    name: str,
    url: str,
    read: Callable[[urllib3.BaseHTTPResponse], Read],
    waits: Sequence[float] = WAITS,
    *,
    headers: Mapping[str, str] | None = None,
    secrets: Mapping[str, str] | None = None,
    explain: Callable[[Refusal], UserError | None] | None = None,
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
            explained = None
            if explain and isinstance(error, Refusal):
                explained = explain(error)
            if explained:
                raise explained from error
            why = describe_break(error, _TIMEOUT)
            if wait is None or is_final(error):
                raise UserError(Problem(f"The request failed: {why}.", name, hint)) from error

            seconds = find_wait(error, wait * random.uniform(1, 2))
            _logger.info("%s: %s; asking again in %.1f s", name, why, seconds)
            time.sleep(seconds)
    raise AssertionError("the last attempt returns or raises")
