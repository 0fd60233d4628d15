"""The two sides of a comparison: finished runs below the results, or one ranker of each."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from paperpool.errors import Problem, UserError
from paperpool.finished_runs import MAKE_ONE, FinishedRun, suggest
from paperpool.layout import CONFIG, NAME, list_runs
from paperpool.scoring.adapters import find_adapter, list_adapters
from paperpool.scoring.places import find_ranking
from paperpool.scoring.task import Place
from paperpool.workflow.running.manifest import refuse_changed_run

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

    def ranked(self, place: Place) -> list[str]:
        """Return the sorted names of the rankers with rankings on a place."""
        pattern = find_ranking(self, "*", place)
        names = []
        for file in pattern.parent.glob(pattern.name):
            name = file.name.removesuffix(pattern.suffix)
            if "@" not in name:  # which one that was trained again has
                names.append(name)
        return sorted(names)

    def configured(self, place: Place) -> list[str]:
        """Return the rankers of the configuration, or of a place that has rankers of its own."""
        if find_adapter(place.benchmark).HAS_OWN_RANKERS:
            return self.ranked(place)
        return list(self.setting("rankers"))

    def list_known(self) -> list[str]:
        """Return the rankers of the configuration with rankings on any place, sorted."""
        known = set()
        for adapter in list_adapters():
            for place in adapter.find_places(self):
                known.update(set(self.ranked(place)) & set(self.configured(place)))
        return sorted(known)


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
        is_valid = NAME.fullmatch(run) and (not slash or NAME.fullmatch(ranker))
        # a path below the results is not what was asked for, but says what was meant
        short = text.removeprefix(f"{results}/").rstrip("/")
        is_path = short != text and short.partition("/")[0] in known
        if is_path or not is_valid:
            hint = f"{FORMS}; a name has lower-case letters, digits, '.', '_' and '-'."
            if is_path:
                hint = f"Write {short}. {hint}"
            problems.append(Problem(f"{text!r} names no run.", letter, hint))
        elif run not in known:
            message = f"There is no run {run!r} with a {CONFIG}."
            hint = suggest(run, known) or MAKE_ONE
            problems.append(Problem(message, f"{letter}: {results / run}", hint))
        else:
            sides.append(Side(results / run, letter, ranker if slash else None))
    if problems:
        raise UserError(problems)

    first, second = sides
    if (first.ranker is None) != (second.ranker is None):
        ranker = first.ranker or second.ranker
        message = f"A run cannot be compared with a ranker: {first.name} and {second.name}."
        hint = (
            f"Name two runs, {first.run} {second.run}, or two rankers, such as "
            f"{first.run}/{ranker} {second.run}/{ranker}."
        )
        raise UserError(Problem(message, "A and B", hint))

    for side in sides:
        problems += _check_ranker(side)
    if problems:
        raise UserError(problems)
    for side in sides:
        refuse_changed_run(side.folder)
    return first, second


def _check_ranker(side: Side) -> Iterable[Problem]:
    """Yield the problem of a ranker that was named and has no ranking."""
    if side.ranker is None:
        return
    known = side.list_known()
    configured = list(side.setting("rankers"))
    where = f"{side.letter}: {side.folder}"
    hint = "Finish it: paperpool run, with the run's configuration (--configfile)."
    if not known:
        yield Problem(f"Run {side.run!r} is not finished: it has no rankings.", where, hint)
    elif side.ranker in configured and side.ranker not in known:
        yield Problem(f"Run {side.run!r} has no ranking of {side.ranker!r} yet.", where, hint)
    elif side.ranker not in known:
        message = f"Run {side.run!r} has no ranker {side.ranker!r}."
        where = f"{side.letter}: {side.config_file}"
        yield Problem(message, where, suggest(side.ranker, {*configured, *known}))
