"""A stand-in for OpenAlex's API of works: pages by cursor, a key, a budget; it errs on demand."""

from __future__ import annotations

import base64
import contextlib
import http.server
import json
import threading
import urllib.parse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

KEY = "the-key-that-must-stay-4711"
FILTER = "topics.id:T10181,from_publication_date:2020-01-01"
BUDGET = "Insufficient budget. This request costs $0.0001 but you only have $0 remaining. "


@dataclass
class Api:
    """The server's state: its works, in order, and the faults of its next answers.

    ``faults`` are of one answer each, in order: a status, ``cut`` (the connection ends early),
    ``html``, ``no list``, ``timed out``, ``same cursor`` or ``fine``. ``headers`` and ``message``
    are those of answers that are errors; without a message (None) their body is a page. ``credits``
    are left of the day's; each page costs ``cost``.
    """

    works: Sequence[Any]
    count: int | None = None
    faults: list[int | str] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    message: str | None = ""
    credits: int | None = 10_000
    cost: int = 1
    seconds_to_reset: int = 12_000
    cursors: list[str] = field(default_factory=list)
    """The cursors that were requested, one for each request with a right key."""
    addresses: list[str] = field(default_factory=list)
    """The addresses that were requested: they must never have a key."""
    url: str = ""
    when_asked: Any = None
    """A function that is called with the number of each request."""


class _Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *arguments):
        pass

    def do_GET(self):
        api = self.server.api
        with self.server.lock:
            api.addresses.append(self.path)
            if api.when_asked:
                api.when_asked(len(api.addresses))
            status, headers, body, n_sent = self._answer(api)
        self.send_response(status)
        for name, value in ({"Content-Length": str(len(body))} | headers).items():
            self.send_header(name, value)
        self.end_headers()
        with contextlib.suppress(OSError):
            self.wfile.write(body[:n_sent])

    def _answer(self, api):
        path, _, query = self.path.partition("?")
        asked = dict(urllib.parse.parse_qsl(query))
        if self.headers["Authorization"] != f"Bearer {KEY}":
            return _say({"error": "Unauthorized", "message": "API key not found"}, 401)
        api.cursors.append(asked["cursor"])
        fault = api.faults.pop(0) if api.faults else "fine"
        if isinstance(fault, int):
            said = {"error": "An error", "message": api.message}
            return _say("<html>" if api.message is None else said, fault, api.headers)
        if path != "/works" or asked["sort"] != "publication_date:desc":
            return _say({"error": "Not found"}, 404)
        if not asked["filter"].startswith("topics.id:"):
            said = f"{asked['filter'].partition(':')[0]} is not a valid field."
            return _say({"error": "Invalid query parameters error.", "message": said}, 400)
        if api.credits is not None and api.credits < api.cost:
            headers = {"Retry-After": str(api.seconds_to_reset)} | _count_budget(api)
            said = {"error": "Rate limit exceeded", "message": BUDGET + "Resets at midnight UTC."}
            return _say(said, 429, headers)
        if fault == "html":
            return _say("<html>")
        return self._give_page(api, asked, fault)

    def _give_page(self, api, asked, fault):
        n = int(asked["per_page"])
        assert n <= 100
        start = 0 if asked["cursor"] == "*" else int(base64.b64decode(asked["cursor"]))
        works = api.works[start : start + n]
        selected = asked["select"].split(",")
        results = [
            {key: work[key] for key in selected if key in work} if isinstance(work, dict) else work
            for work in works
        ]
        following = base64.b64encode(str(start + n).encode()).decode()
        cursor = following if len(works) == n else None
        if fault == "same cursor":
            cursor = asked["cursor"]
        meta = {"count": api.count if api.count is not None else len(api.works)}
        meta |= {"per_page": n, "next_cursor": cursor}
        if fault == "no list":
            results = {"works": results}
        if fault == "timed out":
            results, meta = [], meta | {"timed_out": True, "next_cursor": None}
        headers = {}
        if api.credits is not None:
            api.credits -= api.cost
            headers = _count_budget(api) | {"X-RateLimit-Credits-Used": str(api.cost)}
        status, headers, body, n_sent = _say({"meta": meta, "results": results}, 200, headers)
        return status, headers, body, n_sent // 2 if fault == "cut" else n_sent


def _count_budget(api: Api) -> dict[str, str]:
    return {
        "X-RateLimit-Limit": "10000",
        "X-RateLimit-Remaining": str(api.credits),
        "X-RateLimit-Reset": str(api.seconds_to_reset),
    }


def _say(values: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> tuple:
    body = values.encode() if isinstance(values, str) else json.dumps(values).encode()
    return status, dict(headers or {}), body, len(body)


@contextlib.contextmanager
def serving(api: Api) -> Iterator[Api]:
    """Serve works on this machine, until the block ends."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Handler) as server:
        server.api, server.lock = api, threading.Lock()
        api.url = f"http://127.0.0.1:{server.server_port}"
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield api
        server.shutdown()
