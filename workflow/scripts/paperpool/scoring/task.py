"""The task of scoring, and its result: the same shapes for every benchmark."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from paperpool.benchmarks.benchmark import Benchmark
from paperpool.benchmarks.registry import find_benchmarks, find_protocols
from paperpool.errors import Problem, UserError
from paperpool.evaluation.paired_draws import Paired, Resampling
from paperpool.evaluation.tables import Evaluation
from paperpool.pages.grid import Grid
from paperpool.resources import RESOURCES
from paperpool.scoring.adapters import find_adapter


@dataclass(frozen=True)
class Entry:
    """A ranker: its name, the rankings of its runs, and the published system that it is, or None.

    A ranker trained several times has several runs. One that ``is_ours`` is of a finished run.
    """

    name: str
    paths: tuple[str, ...]
    published: str | None = None
    is_ours: bool = False


@dataclass(frozen=True)
class Place:
    """The collection that rankings are scored on: its ``folder``, and its ``name`` in tables.

    ``benchmark`` names a description. Of ``collections`` the ``settings`` are those of
    a configuration, and ``is_stored`` is whether a run of the workflow has read it into the folder.
    """

    benchmark: str
    folder: Path
    name: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    is_stored: bool = False

    @property
    def is_further(self) -> bool:
        """Whether its rankings are of a further protocol (``Benchmark.protocols``)."""
        return self.name in find_benchmarks()[self.benchmark].protocols

    @property
    def described(self) -> Benchmark:
        """The description of its benchmark, or of the further protocol."""
        protocols = find_protocols()
        if self.is_further:
            return protocols[self.name]
        return protocols[self.benchmark]

    def with_slices(self, path: str | None, where: str = "--slices") -> Place:
        """Return the place with a file of slices, if any.

        Raises UserError, with the argument ``where``, for a benchmark whose protocol has no place
        for further slices.
        """
        if path is None:
            return self
        fixed = find_adapter(self.benchmark).FIXED_SLICES
        if fixed:
            message = f"{fixed}, and takes no further slices."
            hint = "Leave the slices out: CSFCube and other collections take them."
            raise UserError(Problem(message, where, hint))
        return replace(self, settings={**self.settings, "slices": path})


@dataclass(frozen=True)
class Task:
    """The rankings to be scored, their place and settings.

    Other entries are tested against ``baselines``. Unless ``strict``, findings of the checks are
    printed and not refused; doubts are refused if ``refuses_doubts``.
    """

    place: Place
    entries: Sequence[Entry]
    baselines: Sequence[str]
    resampling: Resampling
    strict: bool
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


@dataclass(frozen=True)
class Scored:
    """The result: the evaluation, and what is printed of it.

    ``tables`` are scores with intervals, ``tests`` paired tests, ``ranks`` those of several
    rankers, ``predicted`` scores from a model's grades and people's; ``headline`` is the table that
    papers print. ``few`` names the slices of too few
    queries for intervals. ``facts`` are what a page says besides the tables, by name.
    """

    title: str
    evaluation: Evaluation
    tables: Sequence[Grid]
    tests: Sequence[Grid]
    headline: Grid
    notes: Sequence[str]
    doubts: Sequence[Problem]
    ranks: Sequence[Grid] = ()
    predicted: Sequence[Grid] = ()
    few: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)


PUBLISHED = RESOURCES / "published"
"""The folder of the figures that papers published."""
