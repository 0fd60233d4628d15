"""The application: its pages, its downloads, and its errors."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from paperpool.errors import Problem
from paperpool.extras.search_page import exports
from paperpool.extras.search_page.model import MAX_PAGES, MAX_RESULTS
from paperpool.extras.search_page.web import views
from paperpool.extras.search_page.web.asking import ARRIVED, BUSY, MAX_WAIT, Answer, OneAtATime
from paperpool.extras.search_page.web.forms import MAX_ABSTRACT, Form, default_settings, read_form
from paperpool.extras.search_page.web.guards import MAX_REQUEST, guard
from paperpool.pages.environment import make_environment

if TYPE_CHECKING:  # slow to import
    from paperpool.extras.search_page.engine import SearchEngine

EXPORTS = {
    "csv": ("CSV", "text/csv", exports.to_csv),
    "json": ("JSON", "application/json", exports.to_json),
    "bib": ("BibTeX", "application/x-bibtex", exports.to_bibtex),
}
"""The downloads by file ending: name, media type and writer."""

_MESSAGES = {
    403: (None, "Open the address that the program printed when it started."),
    404: ("There is no such page.", "Begin again with the start page."),
    405: ("The page does not take this kind of request.", "Begin again with the start page."),
    413: (
        f"That is too long: the page takes {MAX_REQUEST // 1024} kB in all, and "
        f"{MAX_ABSTRACT:,} characters of abstract.",
        "Go back, where your text still is, and paste the abstract alone.",
    ),
    500: (
        "Something went wrong: the window that the program runs in shows the error.",
        "Go back and try another search, or start the program again.",
    ),
}
"""The message and the hint of each HTTP status; the error's own message in place of None."""


def create_app(engine: SearchEngine) -> Flask:
    """Return the application over ``engine``, one question at a time."""
    app = Flask(__name__, template_folder=None)
    guard(app)
    engine_in_turn = OneAtATime(engine)
    facts = engine.facts
    environment = make_environment(Path(__file__).parent / "templates")
    shared: dict[str, Any] = {
        "facts": facts,
        "views": views,
        "exports": EXPORTS,
        "max_abstract": MAX_ABSTRACT,
        "max_results": MAX_RESULTS,
        "max_pages": MAX_PAGES,
    }
    environment.globals.update(shared)

    def show(template: str, status: int = 200, **values: object) -> Response:
        """Return the page of a template with ``values``."""
        page = environment.get_template(f"{template}.html.jinja").render(**values)
        return Response(page, status, mimetype="text/html")

    def show_answer(answer: Answer) -> Response:
        """Return the page of an answer: results beside their example, else the start page."""
        template = "start"
        if answer.example:
            template = "results"
        response = show(template, answer.status, answer=answer, form=answer.form)
        if answer.status == BUSY:
            response.headers["Retry-After"] = str(MAX_WAIT)
        return response

    def read() -> Form:
        """Return the request's form; a pasted text comes in its body."""
        if request.method == "POST":
            return read_form(request.form, facts, pasted=True)
        return read_form(request.args, facts)

    def ask() -> Answer:
        """Return the answer to the request."""
        arrived = request.environ.get(ARRIVED, time.time())
        return engine_in_turn.answer(read(), arrived)

    @app.get("/")
    def start() -> Response:
        """Return the start page."""
        if request.args.get("paper"):  # a link that was shortened
            return show_answer(ask())
        return show_answer(Answer(Form(default_settings(facts))))

    @app.route("/search", methods=["GET", "POST"])
    def search() -> Response:
        """Return the page of a search."""
        return show_answer(ask())

    @app.route("/export/<any({}):ending>".format(",".join(EXPORTS)), methods=["GET", "POST"])
    def export(ending: str) -> Response:
        """Return the file of a search, or without one the page that explains it."""
        answer = ask()
        if answer.found is None:
            if answer.suggestions:
                answer = replace(answer, status=404)
            return show_answer(answer)

        _, media_type, write = EXPORTS[ending]
        headers = {"Content-Disposition": f'attachment; filename="search-results.{ending}"'}
        return Response(write(answer.found), mimetype=media_type, headers=headers)

    @app.errorhandler(HTTPException)
    def explain_refusal(error: HTTPException) -> Response:
        """Return the page of an error."""
        status = error.code or 500
        message, hint = _MESSAGES.get(status, (None, ""))
        if message is None:
            message = error.description or error.name
        problem = Problem(message, request.path, hint)
        return show("message", status, problems=[problem])

    return app
