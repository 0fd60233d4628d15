"""Serve the search page to this machine alone, also while a run is opened."""

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from flask import Flask, Response, request
from waitress.server import TcpWSGIServer
from werkzeug.exceptions import HTTPException

from paperpool.errors import Problem, UserError
from paperpool.pages.environment import make_environment
from paperpool.search_page.web.api import PREFIX, explain_problems
from paperpool.search_page.web.guards import guard

RELOAD_AFTER = 2
"""Seconds until the waiting page reloads."""


class Opening:
    """A WSGI application that shows the progress of opening ``run``, then the page itself."""

    def __init__(self, run: str):
        self.steps: list[str] = []
        self._app: Callable[..., Iterable[bytes]] = make_waiting_app(run, self.steps)

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer one request."""
        return self._app(environ, start_response)

    def tell(self, step: str) -> None:
        """Set the step that is being read."""
        self.steps.append(step)

    def finish(self, app: Flask) -> None:
        """Let ``app`` answer from now on."""
        self._app = app


def make_waiting_app(run: str, steps: list[str]) -> Flask:
    """Return the application that shows ``steps`` until the run is open, the last one at work.

    Every address has status 503 and the time to come back: a page that reloads itself, or JSON.
    """
    app = Flask(__name__, template_folder=None)
    guard(app)
    environment = make_environment(Path(__file__).parent / "templates")
    template = environment.get_template("opening.html.jinja")
    start = time.monotonic()

    def say(status: int, problem: Problem | None) -> Response:
        if request.path.startswith(PREFIX):
            what = f"Run {run} is still being opened" + (f": {steps[-1]}." if steps else ".")
            not_yet = Problem(what, "the search page", "Ask again in a few seconds.")
            return explain_problems([problem or not_yet], status)
        page = template.render(
            run=run,
            steps=list(steps),
            seconds=int(time.monotonic() - start),
            problem=problem,
            reload_after=RELOAD_AFTER,
            was_sent=request.method == "POST",
        )
        return Response(page, status, mimetype="text/html")

    @app.errorhandler(HTTPException)
    def answer(error: HTTPException) -> Response:
        if error.code in (404, 405):  # there are no addresses yet
            response = say(503, None)
            response.headers["Retry-After"] = str(RELOAD_AFTER)
            return response
        hint = "Open the address that the program printed when it started."
        what = error.description or error.name
        return say(error.code or 500, Problem(what, request.path, hint))

    return app


HOST = "127.0.0.1"
_MAX_BODY = 16 * 2**20
"""Bytes that are read of a request, so that the page itself can refuse a longer one."""

MAX_IDLE = 50
"""Connections without a question that may stay open, for further requests."""

MAX_CONNECTIONS = 150
"""Connections that are open at once; more wait until there is room."""

_GRACE = 1.0
"""Seconds that a connection has for its question before it is idle."""


class _Server(TcpWSGIServer):
    """A server whose idle connections make room for others, whoever holds them open."""

    def readable(self) -> bool:
        """Return whether a connection may come in; checked in each round of the server's loop."""
        self._make_room()
        return super().readable()

    def _make_room(self) -> None:
        """Close the connections without a whole request that are idle the longest, if too many."""
        there = [channel for channel in self.active_channels.values() if not channel.will_close]
        excess = len(there) - MAX_IDLE
        if excess <= 0:
            return
        before = time.time() - _GRACE
        idle = [one for one in there if not one.requests and one.last_activity < before]
        idle.sort(key=lambda one: (one.total_outbufs_len > 0, one.last_activity))
        for channel in idle[:excess]:
            channel.will_close = True


def open_server(app: Flask | Opening, port: int) -> Any:
    """Return a server of ``app`` at ``port`` (0: any free one) of 127.0.0.1; UserError if in use.

    ``run()`` serves until ``close()``; ``effective_port`` is its port.
    """
    logging.getLogger("waitress").setLevel(logging.ERROR)  # that some wait is no news
    try:
        if not 0 <= port <= 65535:  # the system would take it modulo 65536
            raise OSError("ports end at 65535")
        return _Server(
            app,
            host=HOST,
            port=port,
            threads=4,
            ident="",
            max_request_body_size=_MAX_BODY,
            connection_limit=MAX_CONNECTIONS,
            asyncore_use_poll=True,  # select() takes no file numbers from 1024 on
        )
    except OSError as error:
        hint = "Choose another: --port N, or make app PORT=N."
        what = f"Port {port} cannot be used: {error}."
        raise UserError(Problem(what, f"{HOST}:{port}", hint)) from None


@contextlib.contextmanager
def serving(server: Any) -> Iterator[threading.Thread]:
    """Let a server answer in a thread of its own, given to wait for; it is closed at the end."""

    def run() -> None:
        with contextlib.suppress(OSError, ValueError):  # of sockets that are closed meanwhile
            server.run()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield thread
    finally:
        server.task_dispatcher.shutdown()  # answers that are under way need what is closed next
        server.close()
