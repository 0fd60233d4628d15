"""What the server answers while the run is being opened: what is read, and since when."""

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from paperpool.errors import Problem
from paperpool.pages.environment import make_environment
from paperpool.search_page.web.api import PREFIX, explain_problems
from paperpool.search_page.web.guards import guard

RELOAD_AFTER = 2
"""Seconds after which the waiting page asks again."""


class Opening:
    """A WSGI application that tells how far the opening of ``run`` is, then is the page itself."""

    def __init__(self, run: str):
        self.steps: list[str] = []
        self._app: Callable[..., Iterable[bytes]] = make_waiting_app(run, self.steps)

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer one request."""
        return self._app(environ, start_response)

    def tell(self, step: str) -> None:
        """Say what is being read from now on."""
        self.steps.append(step)

    def finish(self, app: Flask) -> None:
        """Let ``app`` answer from now on."""
        self._app = app


def make_waiting_app(run: str, steps: list[str]) -> Flask:
    """Return the application that answers until the run is open; the last of ``steps`` is at work.

    Every address says so, with status 503 and when to come back: pages as a page that loads itself
    anew, addresses for programs as JSON.
    """
    app = Flask(__name__, template_folder=None)
    guard(app)
    template = make_environment(Path(__file__).parent / "templates").get_template(
        "opening.html.jinja"
    )
    start = time.monotonic()

    def say(status: int, problem: Problem | None) -> Response:
        if request.path.startswith(PREFIX):
            return explain_problems([problem or _not_yet(run, steps)], status)
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


def _not_yet(run: str, steps: list[str]) -> Problem:
    what = f"Run {run} is still being opened" + (f": {steps[-1]}." if steps else ".")
    return Problem(what, "the search page", "Ask again in a few seconds.")
