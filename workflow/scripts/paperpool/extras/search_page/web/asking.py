"""Questions to the engine, one at a time, and the answer to one request."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING

from paperpool.errors import Problem, UserError
from paperpool.extras.search_page.model import Example, Found, Suggestion
from paperpool.extras.search_page.web.forms import Form, check_marks
from paperpool.pages.wording import plural

if TYPE_CHECKING:  # slow to import
    from paperpool.extras.search_page.engine import SearchEngine

_KEPT = 32
"""Answers kept: a download repeats the shown search."""

ARRIVED = "paperpool.arrived"
"""The variable of a request that has the time (in seconds, as ``time.time``) at which it came."""

MAX_WAIT = 20
"""Seconds from its arrival on that a request waits for its turn."""

BUSY = 503
"""The HTTP status of a request that had no turn."""


@dataclass(frozen=True)
class Answer:
    """The contents of a page; the HTTP ``status`` is not 200 if there are problems."""

    form: Form
    status: int = 200
    problems: tuple[Problem, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
    example: Example | None = None
    found: Found | None = None


class OneAtATime:
    """Answers the requests of many threads by an engine, whose models run for one at a time."""

    def __init__(self, engine: SearchEngine):
        self._engine = engine
        self._lock = Lock()
        self._search = lru_cache(_KEPT)(engine.search)

    def answer(self, form: Form, arrived: float) -> Answer:
        """Find the form's paper and search by it, unless there is no turn in time.

        Problems end it at once; earlier findings are shown beside them.
        """
        waited = max(0, time.time() - arrived)
        patience = max(0, MAX_WAIT - waited)
        if not self._lock.acquire(timeout=patience):
            return Answer(form, BUSY, (_explain_waiting(),))

        try:
            return self._answer(form)
        finally:
            self._lock.release()

    def _answer(self, form: Form) -> Answer:
        if not form.has_example:
            return Answer(form, 400, form.problems)

        try:
            if form.pasted:
                example = self._engine.paste(form.title, form.abstract)
            else:
                example = self._engine.look_up(form.paper)
        except UserError as error:
            status = 404
            if form.pasted:
                status = 400
            return Answer(form, status, (*error.problems, *form.problems))

        if not isinstance(example, Example):
            status = 200
            if form.problems:
                status = 400
            return Answer(form, status, form.problems, suggestions=example)

        problems = (*form.problems, *check_marks(form.settings.marked, example))
        if problems:
            return Answer(form, 400, problems, example=example)

        try:
            found = self._search(example, form.settings)
        except UserError as error:
            return Answer(form, 400, tuple(error.problems), example=example)
        if not found.results:
            return Answer(form, 404, (_explain_no_results(found),), example=example)
        return Answer(form, example=example, found=found)


def _explain_waiting() -> Problem:
    message = f"The page is busy: for {MAX_WAIT} s other searches had their turn."
    return Problem(message, "Searches", "Load the page again in a moment; your query is kept.")


def _explain_no_results(found: Found) -> Problem:
    if found.n_candidates:
        papers = plural(found.n_candidates, "paper")
        message = f"There is no page {found.settings.page}: {papers} in all."
        return Problem(message, "Pages", "Go to the first page, or show fewer results on each.")
    hint = "Widen the years or choose more fields."
    return Problem("No paper passes the filters.", "Years and fields", hint)
