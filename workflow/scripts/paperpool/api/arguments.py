"""Check the arguments of ``evaluate``: each mistake is a problem with the argument's name."""

from __future__ import annotations

import numbers
from collections.abc import Iterable, Mapping
from pathlib import Path

from ir_measures.measures import BaseMeasure

from paperpool.errors import Problem, UserError, guess, quote
from paperpool.evaluation.named_measures import read_measure


def name_baseline(baseline: object, runs: Mapping[str, object]) -> str | None:
    """Return the name of the baseline, which is a name, or one of the ``runs`` itself.

    Raises UserError if it is neither.
    """
    if baseline is None:
        return None
    if isinstance(baseline, str) and baseline in runs:
        return baseline
    for name, run in runs.items():
        if run is baseline:
            return name
        are_paths = isinstance(baseline, str | Path) and isinstance(run, str | Path)
        if are_paths and str(run) == str(baseline):
            return name

    names = f"One of {', '.join(runs)}."
    if isinstance(baseline, str):
        hint = f"{guess(baseline, runs)} {names}".lstrip()
        raise UserError(Problem(f"No run is called {baseline!r}.", "baseline", hint))

    message = f"The baseline is none of the runs: it is of type {type(baseline).__name__}."
    if isinstance(baseline, list | tuple):
        names += " Measures go by their name: measures=[...]."
    raise UserError(Problem(message, "baseline", names))


def list_measures(measures: object, named_by_ir_measures: bool) -> list[str] | None:
    """Return the names of measures, each once, or None for those of the collection.

    ``measures`` may be a single one, and ir_measures' objects; two names of the same measure of
    ir_measures (AP, MAP) count once if ``named_by_ir_measures``. Raises UserError for other values.
    """
    if measures is None:
        return None
    if isinstance(measures, str | BaseMeasure):
        measures = [measures]

    hint = "Give names, such as ['AP', 'nDCG@10'], or leave measures out."
    if not isinstance(measures, Iterable) or isinstance(measures, bytes | Mapping):
        raise UserError(Problem(f"measures cannot be {quote(measures)}.", "measures", hint))

    names: dict[str, str] = {}
    for measure in measures:
        if not isinstance(measure, str | BaseMeasure):
            raise UserError(Problem(f"A measure cannot be {quote(measure)}.", "measures", hint))
        name = str(measure)
        canonical = name
        if named_by_ir_measures:
            canonical = _find_canonical(name)
        names.setdefault(canonical, name)
    if not names:
        raise UserError(Problem("measures names none.", "measures", hint))
    return list(names.values())


def _find_canonical(name: str) -> str:
    """Return how ir_measures writes a measure's name; an unknown one as it is."""
    try:
        return str(read_measure(name))
    except ValueError:
        return name


def check_choices(checks: object, seed: object, slices: object) -> int:
    """Return the seed; raise UserError for other ``checks``, seeds or ``slices`` than there are."""
    problems = []
    if not isinstance(checks, str) or checks not in ("strict", "warn"):
        problems.append(Problem(f"checks cannot be {quote(checks)}.", "checks", "strict or warn."))

    whole = -1
    if isinstance(seed, numbers.Integral) and not isinstance(seed, bool):
        whole = int(seed)
    if whole < 0:
        message = f"A seed is a whole number from 0, not {quote(seed)}."
        problems.append(Problem(message, "seed", "Leave it out."))

    if not isinstance(slices, str | Path | None):
        message = f"slices cannot be of type {type(slices).__name__}."
        problems.append(Problem(message, "slices", "Give the path of a CSV file."))
    elif slices is not None and Path(slices).is_dir():
        problems.append(Problem(f"{slices} is a folder.", "slices", "Give the path of a CSV file."))
    if problems:
        raise UserError(problems)
    return whole
