"""Name the runs of an evaluation: a mapping by name, several in a list, or a single one."""

from __future__ import annotations

import numbers
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from paperpool.api.given_rows import take_items
from paperpool.api.rankers import is_ranker, ranker
from paperpool.api.runs import UNNAMED, Run
from paperpool.errors import Problem, UserError, name_some, quote
from paperpool.scoring.places import derive_name

_HINT = "Give a mapping of names to runs: {'mine': run}."


def name_runs(runs: object) -> dict[str, Any]:
    """Return runs by their names: of a mapping as it names them, else as they are called.

    A ranker has a name, a file its path; others are called ``run``. Raises UserError for no run,
    for a name that is none, and for two runs of one name.
    """
    if runs is None or isinstance(runs, numbers.Number | bytes):
        raise UserError(Problem(f"runs cannot be {quote(runs)}.", "runs", _HINT))
    if isinstance(runs, Mapping) and not _is_run(runs):
        return _check_names(runs)

    listed: Sequence[object] = [runs]
    if isinstance(runs, list | tuple) and not _is_rows(runs):
        listed = runs
    named: dict[str, Any] = {}
    repeated = []
    for run in listed:
        name = _find_name(run)
        if name in named:
            repeated.append(name)
        named[name] = run
    if repeated:
        message = f"Several runs are called {name_some(list(dict.fromkeys(repeated)))}."
        raise UserError(Problem(message, "runs", _HINT))
    return _check_names(named)


def _check_names(runs: Mapping[Any, Any]) -> dict[str, Any]:
    if not runs:
        raise UserError(Problem("There is no run to evaluate.", "runs", _HINT))

    problems = []
    for name in runs:
        if not isinstance(name, str) or not name.strip():
            message = f"A run cannot be called {quote(name)}."
            problems.append(Problem(message, "runs", "A name is a text."))
    if problems:
        raise UserError(problems)
    return dict(runs)


def _find_name(run: object) -> str:
    """Return how a run is called: as its ranker, its file or the object itself, else ``run``."""
    if isinstance(run, str | Path):
        return derive_name(str(run))
    if is_ranker(run):
        return ranker(run).name
    name = getattr(run, "name", None)  # of a Run, and of ranx.Run
    if isinstance(name, str) and name.strip():
        return name
    return UNNAMED


def _is_run(runs: Mapping[Any, Any]) -> bool:
    """Return whether a mapping is a single run: ``{query: {document: score}}``."""
    if isinstance(runs, Run):
        return True
    first = next(iter(runs.values()), None)
    if not isinstance(first, Mapping) or isinstance(first, Run):
        return False
    score = next(iter(first.values()), None)
    return score is not None and not isinstance(score, Mapping)


def _is_rows(runs: list[Any] | tuple[Any, ...]) -> bool:
    """Return whether a list is a single run: rows of query, document and score."""
    if not runs:
        return False
    first = runs[0]
    if take_items(first) is not None or hasattr(first, "columns"):
        return False
    if hasattr(first, "query_id"):
        return True
    is_row = isinstance(first, list | tuple) and len(first) > 0
    return is_row and isinstance(first[0], str | numbers.Number)
