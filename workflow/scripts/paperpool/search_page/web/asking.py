"""Questions to the engine, one at a time, and the answer to one request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any

from paperpool.errors import Problem, UserError
from paperpool.pages.wording import plural
from paperpool.search_page.model import Example, Explanation, Found, Suggestion
from paperpool.search_page.web.forms import Form, check_marks

if TYPE_CHECKING:  # slow to import
    from paperpool.search_page.engine import SearchEngine

_KEPT = 32
"""Answers kept: an explanation or a download repeats the shown search."""


class OneAtATime:
    """An engine for many threads: its models run for one of them at a time."""

    def __init__(self, engine: SearchEngine):
        lock = Lock()

        def guarded(ask: Callable[..., Any]) -> Callable[..., Any]:
            kept = lru_cache(_KEPT)(ask)

            def ask_in_turn(*asked: Any) -> Any:
                with lock:
                    return kept(*asked)

            return ask_in_turn

        self.facts = engine.facts
        self.look_up = guarded(engine.look_up)
        self.find_topic = guarded(engine.find_topic)
        self.paste = guarded(engine.paste)
        self.search = guarded(engine.search)
        self.explain = guarded(engine.explain)


@dataclass(frozen=True)
class Answer:
    """The contents of a page; the HTTP ``status`` is not 200 if there are problems."""

    form: Form
    status: int = 200
    problems: tuple[Problem, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
    example: Example | None = None
    found: Found | None = None
    why: Explanation | None = None


def answer(form: Form, engine: OneAtATime) -> Answer:
    """Find the form's paper or topic, search by it, and explain the requested result.

    Problems end it at once; earlier findings are shown beside them.
    """
    subject = form.abstract if form.pasted else form.topic or form.paper
    texts = {"Id or title", "Topic", "Title", "Abstract"}
    if not subject or any(problem.where in texts for problem in form.problems):
        return Answer(form, 400, form.problems)
    try:
        if form.pasted:
            example = engine.paste(form.title, form.abstract)
        else:
            example = engine.find_topic(subject) if form.topic else engine.look_up(subject)
    except UserError as error:
        return Answer(form, 400 if form.pasted else 404, tuple(error.problems) + form.problems)
    if not isinstance(example, Example):
        return Answer(form, 400 if form.problems else 200, form.problems, suggestions=example)
    problems = form.problems + tuple(check_marks(form.settings.marked, example))
    if problems:
        return Answer(form, 400, problems, example=example)
    try:
        found = engine.search(example, form.settings)
    except UserError as error:
        return Answer(form, 400, tuple(error.problems), example=example)
    if not found.results:
        return Answer(form, 404, (_explain_no_results(found),), example=example)
    if form.why is None:
        return Answer(form, example=example, found=found)
    return _add_explanation(form, engine, found)


def require_results(given: Answer) -> Answer:
    """Return an answer that only suggests papers as an error; any other unchanged."""
    if given.problems or given.found is not None:
        return given
    what = f"No one paper has this title or id: {given.form.paper!r}."
    problem = Problem(what, "paper", "Name one of the suggestions.")
    return replace(given, status=404, problems=(problem,))


def _explain_no_results(found: Found) -> Problem:
    if found.settings.first > found.n_candidates > 0:
        papers = plural(found.n_candidates, "paper")
        what = f"There is no page {found.settings.page}: {papers} in all."
        return Problem(what, "Pages", "Go to the first page, or show fewer results on each.")
    if found.n_candidates:
        what = "No paper shares a word with the chosen sentences."
        return Problem(what, "Sentences", "Choose other sentences, or another ranker.")
    hint = "Widen the years or choose more fields."
    return Problem("No paper passes the filters.", "Years and fields", hint)


def _add_explanation(form: Form, engine: OneAtATime, found: Found) -> Answer:
    if form.why is None or all(result.paper_id != form.why for result in found.results):
        hint = "Choose “why this paper” at a result."
        problem = Problem(f"Paper {form.why!r} is not among the results.", "Results", hint)
        return Answer(form, 404, (problem,), example=found.example, found=found)
    try:
        why = engine.explain(found.example, form.settings, form.why)
    except UserError as error:
        return Answer(form, 400, tuple(error.problems), example=found.example, found=found)
    return Answer(form, example=found.example, found=found, why=why)
