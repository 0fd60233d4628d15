"""The two sides of a comparison: finished runs below the results, or one ranker of each."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from paperpool.errors import Problem, UserError
from paperpool.finished_runs import FinishedRun, suggest
from paperpool.layout import CONFIG, NAME, list_runs
from paperpool.manifest import refuse_changed_run

FORMS = (
    "Name two runs, `paperpool compare RUN RUN`, or two rankers, `paperpool compare RUN/RANKER "
    "RUN/RANKER`"
)


@dataclass(frozen=True)
class Side(FinishedRun):
    """One side, ``A`` or ``B``: a run and its folder, and the ranker, if named."""

    letter: str
    ranker: str | None

    @property
    def name(self) -> str:
        """The side as it was given: ``run`` or ``run/ranker``."""
        return self.run if self.ranker is None else f"{self.run}/{self.ranker}"

    @property
    def file_name(self) -> str:
        """The side's name as part of a file name."""
        return self.name.replace("/", "--")

    def ranked(self) -> list[str]:
        """Return the sorted names of the run's rankings; empty without a configured collection."""
        if self.collection_folder is None:
            return []
        return sorted(file.stem for file in self.csfcube_runs.glob("*.parquet"))


def find_sides(results: str | Path, a: str, b: str) -> tuple[Side, Side]:
    """Return the sides that ``a`` and ``b`` name below the folder ``results``.

    Raises UserError for an invalid name, for a run beside a ranker, and for a run or ranker that
    is missing, unfinished or damaged.
    """
    results = Path(results)
    known = list_runs(results)
    problems: list[Problem] = []
    sides = []
    for letter, text in (("A", a), ("B", b)):
        run, slash, ranker = text.partition("/")
        if not (NAME.fullmatch(run) and (NAME.fullmatch(ranker) or not slash)):
            hint = f"{FORMS}; a name has lower-case letters, digits, '.', '_' and '-'."
            problems.append(Problem(f"{text!r} names no run.", letter, hint))
        elif run not in known:
            what = f"There is no run {run!r} with a {CONFIG}."
            hint = suggest(run, known) or "Make the run first."
            problems.append(Problem(what, f"{letter}: {results / run}", hint))
        else:
            sides.append(Side(results / run, letter, ranker if slash else None))
    if problems:
        raise UserError(problems)
    first, second = sides
    if (first.ranker is None) != (second.ranker is None):
        ranker = first.ranker or second.ranker
        what = f"A run cannot be compared with a ranker: {first.name} and {second.name}."
        hint = (
            f"Name two runs, {first.run} {second.run}, or two rankers, such as "
            f"{first.run}/{ranker} {second.run}/{ranker}."
        )
        raise UserError(Problem(what, "A and B", hint))
    if problems := [problem for side in sides for problem in _check_ranker(side)]:
        raise UserError(problems)
    for side in sides:
        refuse_changed_run(side.folder)
    return first, second


def _check_ranker(side: Side) -> Iterable[Problem]:
    """Yield the problem of a ranker that was named and has no ranking."""
    if side.ranker is None:
        return
    if not side.ranked():
        yield unfinished(side)
    elif side.ranker not in side.setting("rankers"):
        where = f"{side.letter}: {side.config_file}"
        what = f"Run {side.run!r} has no ranker {side.ranker!r}."
        yield Problem(what, where, suggest(side.ranker, side.setting("rankers")))
    elif side.ranker not in side.ranked():
        yield unfinished(side, f"Run {side.run!r} has no ranking of {side.ranker!r} yet.")


def unfinished(side: Side, what: str = "") -> Problem:
    """Return the problem of a run whose rankings, or one of them, are not made yet."""
    return Problem(
        what or f"Run {side.run!r} is not finished: it has no rankings.",
        f"{side.letter}: {side.csfcube_runs}",
        "Finish it: paperpool run csfcube, with the run's configuration (--configfile).",
    )
