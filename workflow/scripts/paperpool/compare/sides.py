"""The two sides of a comparison: finished runs below the results, or one ranker of each."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from paperpool.config import load_yaml
from paperpool.errors import Problem, UserError, name_some

CONFIG = "config.yaml"
RUNS = "csfcube/runs"
SUMMARY = "corpus/summary.json"

_NAME = re.compile(r"[a-z0-9][a-z0-9._-]*")
_FORMS = "A=run B=run, or A=run/ranker B=run/ranker"


@dataclass(frozen=True)
class Side:
    """One side, ``A`` or ``B``: a run and its folder, and the ranker where one is named."""

    letter: str
    run: str
    ranker: str | None
    folder: Path

    @property
    def name(self) -> str:
        """The side as it was given: ``run`` or ``run/ranker``."""
        return self.run if self.ranker is None else f"{self.run}/{self.ranker}"

    @property
    def file_name(self) -> str:
        """The side's name as part of a file name."""
        return self.name.replace("/", "--")

    @cached_property
    def config(self) -> dict[str, Any]:
        """The merged configuration of the run."""
        return load_yaml(self.folder / CONFIG)

    def setting(self, key: str) -> Any:
        """Return the setting of a dotted key; UserError where the configuration lacks it."""
        value: Any = self.config
        for part in key.split("."):
            if not isinstance(value, dict) or part not in value:
                hint = "Make the run again with this version of paperpool."
                what = f"The configuration of run {self.run!r} has no {key}."
                raise UserError(Problem(what, str(self.folder / CONFIG), hint))
            value = value[part]
        return value

    @property
    def is_demo(self) -> bool:
        """Whether the run's data are generated: no data key is set."""
        return not any(self.setting("data").values())

    @property
    def collection_folder(self) -> Path | None:
        """The folder of the run's collection, None where no collection is configured."""
        if self.is_demo:
            return self.folder / "demo" / "csfcube"
        folder = self.setting("data.csfcube")
        return Path(folder) if folder else None

    def ranking_file(self, ranker: str) -> Path:
        """Return the file that holds, or would hold, the ranking of ``ranker``."""
        return self.folder / RUNS / f"{ranker}.parquet"

    def ranked(self) -> list[str]:
        """Return the names of the rankings that the run's folder holds, sorted.

        A run that no collection is configured for has none.
        """
        if self.collection_folder is None:
            return []
        return sorted(file.stem for file in (self.folder / RUNS).glob("*.parquet"))


def find_sides(results: str | Path, a: str, b: str) -> tuple[Side, Side]:
    """Return the sides that ``a`` and ``b`` name below the folder ``results``.

    Raises UserError for a name that is none, for a run next to a run's ranker, and for a run or
    ranker that is not there or not finished.
    """
    results = Path(results)
    known = {file.parent.name for file in results.glob(f"*/{CONFIG}")}
    problems: list[Problem] = []
    sides = []
    for letter, text in (("A", a), ("B", b)):
        run, slash, ranker = text.partition("/")
        if not (_NAME.fullmatch(run) and (_NAME.fullmatch(ranker) or not slash)):
            hint = f"{_FORMS}; a name has lower-case letters, digits, '.', '_' and '-'."
            problems.append(Problem(f"{text!r} names no run.", letter, hint))
        elif run not in known:
            what = f"There is no run {run!r} with a {CONFIG}."
            hint = _suggest(run, known) or "Make the run first."
            problems.append(Problem(what, f"{letter}: {results / run}", hint))
        else:
            sides.append(Side(letter, run, ranker if slash else None, results / run))
    if problems:
        raise UserError(problems)
    first, second = sides
    if (first.ranker is None) != (second.ranker is None):
        what = f"A run cannot be compared with a ranker: {first.name} and {second.name}."
        raise UserError(Problem(what, "A and B", f"{_FORMS}."))
    if problems := [problem for side in sides for problem in _check_ranker(side)]:
        raise UserError(problems)
    return first, second


def _check_ranker(side: Side) -> Iterable[Problem]:
    """Yield the problem of a ranker that was named and has no ranking."""
    if side.ranker is None:
        return
    if not side.ranked():
        yield unfinished(side)
    elif side.ranker not in side.setting("rankers"):
        where = f"{side.letter}: {side.folder / CONFIG}"
        what = f"Run {side.run!r} has no ranker {side.ranker!r}."
        yield Problem(what, where, _suggest(side.ranker, side.setting("rankers")))
    elif side.ranker not in side.ranked():
        yield unfinished(side, f"Run {side.run!r} has no ranking of {side.ranker!r} yet.")


def unfinished(side: Side, what: str = "") -> Problem:
    """Return the problem of a run whose rankings, or one of them, are not made yet."""
    return Problem(
        what or f"Run {side.run!r} is not finished: it has no rankings.",
        f"{side.letter}: {side.folder / RUNS}",
        "Finish it: .venv/bin/snakemake csfcube with the run's configuration.",
    )


def _suggest(name: str, known: Iterable[str]) -> str:
    names = sorted(known)
    close = difflib.get_close_matches(name, names, n=1)
    guess = f"Did you mean {close[0]!r}? " if close else ""
    return f"{guess}Known: {name_some(names, 20)}." if names else ""
