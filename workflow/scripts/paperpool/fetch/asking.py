"""Request a file from a server, by https alone, redirects included."""

import contextlib
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping
from http.client import HTTPResponse

from paperpool.errors import Problem, UserError

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
