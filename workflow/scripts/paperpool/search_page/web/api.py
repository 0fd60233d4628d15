"""The search page's answers for programs: JSON, by the same addresses and values as the page's."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from flask import Flask, Response, request

from paperpool.benchmarks.csfcube import BENCHMARK
from paperpool.errors import Problem
from paperpool.search_page.exports import describe_found, dump
from paperpool.search_page.model import CHOICES, RunFacts, Suggestion
from paperpool.search_page.web.asking import OneAtATime, answer, require_results
from paperpool.search_page.web.forms import read_form

PREFIX = "/api/"

MEASURE = BENCHMARK.headline.measure


def add_api(app: Flask, engine: OneAtATime) -> None:
    """Let ``app`` answer programs over ``engine``."""
    facts = engine.facts

    @app.get(f"{PREFIX}run")
    def describe() -> Response:
        return make_response(describe_run(facts))

    @app.get(f"{PREFIX}search")
    def search_for_program() -> Response:
        named = any(request.args.get(key) for key in ("paper", "topic"))
        pasted = not named and any(key in request.args for key in ("title", "abstract"))
        given = require_results(answer(read_form(request.args, facts, pasted), engine))
        if given.problems or given.found is None:
            return explain_problems(given.problems, given.status, given.suggestions)
        return make_response(describe_found(given.found))


def explain_problems(
    problems: Sequence[Problem], status: int, suggestions: Sequence[Suggestion] = ()
) -> Response:
    """Return problems and suggested papers as JSON with an HTTP status."""
    errors = [{"what": p.what, "where": p.where, "hint": p.hint} for p in problems]
    return make_response({"errors": errors, "suggestions": list(map(asdict, suggestions))}, status)


def describe_run(facts: RunFacts) -> dict[str, Any]:
    """Return the choices that a search of the run offers."""
    return {
        "run": facts.run,
        "n_papers": facts.n_papers,
        "facets": list(CHOICES),
        "rankers": list(facts.rankers),
        "encoders": {ranker: list(facts.encoders_for(ranker)) for ranker in facts.rankers},
        "default_ranker": facts.default_ranker,
        "measured": [
            {"ranker": ranker, "encoder": encoder, "measure": MEASURE, "value": value}
            for (ranker, encoder), value in facts.measured.items()
        ],
        "losses": {encoder: list(losses) for encoder, losses in facts.losses.items()},
        "fields": [name for name, _ in facts.fields],
        "years": None if facts.years is None else list(facts.years),
        "queries": list(map(asdict, facts.examples)),
        "topics": [asdict(topic) for topic in facts.collection.topics] if facts.collection else [],
    }


def make_response(values: Any, status: int = 200) -> Response:
    """Return values as JSON."""
    return Response(dump(values), status, mimetype="application/json")
