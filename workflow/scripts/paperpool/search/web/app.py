"""The application: its pages, its downloads, and what it says when something is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException, InternalServerError, RequestEntityTooLarge

from paperpool.errors import Problem
from paperpool.report.environment import make_environment
from paperpool.search import exports
from paperpool.search.web import views
from paperpool.search.web.asking import Answer, Engine, OneAtATime, answer
from paperpool.search.web.forms import MAX_ABSTRACT, Form, default_settings, read_form
from paperpool.search.web.guards import MAX_REQUEST, guard

EXPORTS = {
    "csv": ("CSV", "text/csv", exports.to_csv),
    "json": ("JSON", "application/json", exports.to_json),
    "bib": ("BibTeX", "application/x-bibtex", exports.to_bibtex),
}
"""The downloads: of each ending its name, its media type and what makes it."""

_HINTS = {
    403: "Open the address that the program printed when it started.",
    404: "Begin again with the start page.",
    405: "Begin again with the start page.",
}


def create_app(engine: Engine) -> Flask:
    """Return the application over ``engine``, which it asks one question at a time."""
    app = Flask(__name__, template_folder=None)
    guard(app)
    asked = OneAtATime(engine)
    facts = asked.facts
    environment = make_environment(Path(__file__).parent / "templates")
    environment.globals |= {"facts": facts, "views": views, "exports": EXPORTS}

    def show(template: str, status: int = 200, **values: object) -> Response:
        page = environment.get_template(f"{template}.html.jinja").render(**values)
        return Response(page, status, mimetype="text/html")

    def show_answer(given: Answer) -> Response:
        template = "results" if given.example else "start"
        return show(template, given.status, answer=given, form=given.form)

    def read() -> Form:
        pasted = request.method == "POST"
        return read_form(request.form if pasted else request.args, facts, pasted)

    @app.get("/")
    def start() -> Response:
        return show_answer(Answer(Form(default_settings(facts))))

    @app.route("/search", methods=["GET", "POST"])
    def search() -> Response:
        return show_answer(answer(read(), asked))

    @app.route("/export/<any({}):ending>".format(",".join(EXPORTS)), methods=["GET", "POST"])
    def export(ending: str) -> Response:
        given = answer(read(), asked)
        if given.found is None or given.problems:
            return show_answer(given)
        _, kind, write = EXPORTS[ending]
        name = f'attachment; filename="search-results.{ending}"'
        return Response(write(given.found), mimetype=kind, headers={"Content-Disposition": name})

    @app.errorhandler(HTTPException)
    def explain_refusal(error: HTTPException) -> Response:
        what, hint = error.description or error.name, _HINTS.get(error.code or 0, "")
        if isinstance(error, RequestEntityTooLarge):
            what = (
                f"That is too long: the page takes {MAX_REQUEST // 1024} kB in all, and "
                f"{MAX_ABSTRACT:,} characters of abstract."
            )
            hint = "Go back, where your text still is, and paste the abstract alone."
        elif isinstance(error, InternalServerError):
            what = "Something went wrong in the program; the window it runs in shows what."
            hint = "Go back and try another search, or start the program again."
        return show_problems([Problem(what, request.path, hint)], error.code or 500)

    def show_problems(problems: Sequence[Problem], status: int) -> Response:
        return show("message", status, problems=problems)

    return app
