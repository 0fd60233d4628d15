"""The task of scoring, and its result: the same shapes for every benchmark."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paperpool.errors import Problem, UserError
from paperpool.evaluation.paired_draws import Paired, Resampling
from paperpool.pages.grid import Grid
from paperpool.resources import RESOURCES

if TYPE_CHECKING:  # brings the page's templates in
    from paperpool.pages.fragments import Fragment


@dataclass(frozen=True)
class Entry:
    """A ranker: its name, the rankings of its runs, and the published system that it is, or None.

    A ranker trained several times has several runs. One that ``is_ours`` is of a finished run.
    """

    name: str
    paths: tuple[str, ...]
    published: str | None = None
    is_ours: bool = False


_FIXED_SLICES = {
    "mdcr": "MDCR is scored by field and by type of negative",
    "scisumm": "CL-SciSumm is scored by reference paper and by annotator",
}
"""How the benchmarks are scored that take no slices of a user's own."""


@dataclass(frozen=True)
class Place:
    """The collection that rankings are scored on: its ``folder``, and its ``name`` in tables.

    ``benchmark`` is csfcube, mdcr, scisumm or collections. Of the latter ``settings`` are those of
    a configuration, and ``is_stored`` is whether a run of the workflow has read it into the folder.
    """

    benchmark: str
    folder: Path
    name: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    is_stored: bool = False

    def with_slices(self, path: str | None, where: str = "--slices") -> Place:
        """Return the place with a file of slices, if any.

        Raises UserError, with the argument ``where``, for a benchmark whose protocol has no place
        for further slices.
        """
        if path is None:
            return self
        if fixed := _FIXED_SLICES.get(self.benchmark):
            what = f"{fixed}, and takes no further slices."
            hint = "Leave the slices out: CSFCube and other collections take them."
            raise UserError(Problem(what, where, hint))
        return replace(self, settings={**self.settings, "slices": path})


@dataclass(frozen=True)
class Task:
    """The rankings to be scored, their place and settings; tables are written to ``folder``.

    Other entries are tested against ``baselines``. Unless ``strict``, findings of the checks are
    printed and not refused; doubts are refused if ``refuses_doubts``.
    """

    place: Place
    entries: Sequence[Entry]
    baselines: Sequence[str]
    resampling: Resampling
    strict: bool
    folder: Path
    refuses_doubts: bool = False

    @property
    def outside(self) -> list[str]:
        """The names of the entries that come from outside."""
        return [entry.name for entry in self.entries if not entry.is_ours]

    @property
    def published_names(self) -> dict[str, str | None]:
        """The published system of each entry, by the entry's name."""
        return {entry.name: entry.published for entry in self.entries}

    @property
    def paired(self) -> Paired:
        """How entries are compared."""
        return Paired(self.baselines, self.resampling)

    def results(self) -> dict[str, Any]:
        """Return the fields of ``pages.results.ResultFiles``; ranks may be empty."""
        tables = {name: self.file(f"{name}.csv") for name in ("metrics", "significance", "ranks")}
        return {
            **tables,
            "checks": self.file("checks.json"),
            "baselines": self.baselines,
            "published_names": self.published_names,
            "confidence": self.resampling.confidence,
        }

    def file(self, name: str) -> Path:
        """Return a file of the tables of scores, with the workflow's names."""
        return self.folder / name


@dataclass(frozen=True)
class Scored:
    """The result, besides the tables of the task's folder.

    ``tables`` are scores with intervals, ``tests`` paired tests, ``ranks`` those of several
    rankers; ``headline`` is the table that papers print. ``section`` makes the report's section.
    ``few`` names the slices of too few queries for intervals.
    """

    title: str
    tables: Sequence[Grid]
    tests: Sequence[Grid]
    headline: Grid
    notes: Sequence[str]
    doubts: Sequence[Problem]
    section: Callable[[], Fragment]
    ranks: Sequence[Grid] = ()
    few: str = ""


PUBLISHED = RESOURCES / "published"
"""The folder of the figures that papers published."""
