"""Restrict the page to its machine: allowed requests, and the rights of a browser."""

import re

from flask import Flask, Response, abort, request

MAX_REQUEST = 64 * 1024
"""Bytes of a request's body."""

_LOCAL = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?", re.IGNORECASE)

_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; "
    "img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def guard(app: Flask) -> None:
    """Restrict ``app`` to requests that name this machine, and its pages to their own resources."""
    app.config["MAX_CONTENT_LENGTH"] = MAX_REQUEST
    app.before_request(refuse_foreign)
    app.after_request(add_headers)


def refuse_foreign() -> None:
    """Refuse requests for another host's name (DNS rebinding), and another site's form or search.

    Other sites may link to the start page.
    """
    host = request.headers.get("Host", "")
    if not _LOCAL.fullmatch(host):
        abort(403, "This page answers only under 127.0.0.1 or localhost.")
    is_start = request.path == "/" and request.method in ("GET", "HEAD")
    if not is_start and not _sent_by_us(host):
        abort(403, "The request was made by another site.")


def _sent_by_us(host: str) -> bool:
    """Return whether a request comes from a page of ours or the address bar, or from a program.

    Without a referrer browsers send the origin "null". Then a header that no page can set has
    whether the requesting page is of the same origin.
    """
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin")
    if site not in (None, "same-origin", "none"):
        return False
    if origin in (None, f"http://{host}"):
        return True
    return origin == "null" and site is not None


def add_headers(response: Response) -> Response:
    """Forbid the page everything but its own style, script and forms."""
    response.headers.update(_HEADERS)
    return response
