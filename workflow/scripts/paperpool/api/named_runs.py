"""Name the runs of an evaluation: a mapping by name, several in a list, or a single one."""

from __future__ import annotations

import numbers
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from paperpool.api.given_rows import take_items
from paperpool.api.rankers import is_ranker, ranker
from paperpool.api.runs import UNNAMED, Run
from paperpool.errors import Problem, UserError, name_some, quote
from paperpool.scoring.places import derive_name

_HINT = "Give a mapping of names to runs: {'mine': run}."


def name_runs(runs: Any) -> dict[str, Any]:
    """Return runs by their names: of a mapping as it names them, else as they are called.

    A ranker has a name, a file its path; others are called ``run``. Raises UserError for no run,
    for a name that is none, and for two runs of one name.
    """
    if runs is None or isinstance(runs, numbers.Number | bytes):
        raise UserError(Problem(f"runs cannot be {quote(runs)}.", "runs", _HINT))
    if isinstance(runs, Mapping) and not _is_run(runs):
        return _check_names(runs)

    listed = runs if isinstance(runs, list | tuple) and not _is_rows(runs) else [runs]
    named: dict[str, Any] = {}
    repeated = []
    for run in listed:
        name = _find_name(run)
        if name in named:
            repeated.append(name)
        named[name] = run
    if repeated:
        what = f"Several runs are called {name_some(list(dict.fromkeys(repeated)))}."
        raise UserError(Problem(what, "runs", _HINT))
    return _check_names(named)


def _check_names(runs: Mapping[Any, Any]) -> dict[str, Any]:
    if not runs:
        raise UserError(Problem("There is no run to evaluate.", "runs", _HINT))
    problems = [
        Problem(f"A run cannot be called {quote(name)}.", "runs", "A name is a text.")
        for name in runs
        if not isinstance(name, str) or not name.strip()
    ]
    if problems:
        raise UserError(problems)
    return dict(runs)


def _find_name(run: Any) -> str:
    if isinstance(run, str | Path):
        return derive_name(str(run))
    if is_ranker(run):
        return ranker(run).name
    name = getattr(run, "name", None)  # of a Run, and of ranx.Run
    return name if isinstance(name, str) and name.strip() else UNNAMED


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
    if not runs or take_items(runs[0]) is not None or hasattr(runs[0], "columns"):
        return False
    if hasattr(runs[0], "query_id"):
        return True
    is_row = isinstance(runs[0], list | tuple) and len(runs[0]) > 0
    return is_row and isinstance(runs[0][0], str | numbers.Number)
