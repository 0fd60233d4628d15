"""The description of a benchmark: names, titles and places, and the functions that it has alone."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

OFFICIAL = "official"
"""The protocol with the values of the release's script."""

CORRECTED = "corrected"
"""The protocol with the values that fit the measures' names."""


@dataclass(frozen=True)
class Measure:
    """A measure by its name in the tables of scores, its title, and its definition."""

    name: str
    title: str
    source: str = ""


@dataclass(frozen=True)
class Headline:
    """The cell whose score stands for a ranker in a table with one score a ranker."""

    benchmark: str
    protocol: str
    split: str
    slice: str
    measure: str


@dataclass(frozen=True)
class Release:
    """The files of a benchmark's data, below the folder that the setting ``data.<key>`` names.

    ``files`` are the names of those that a folder has to have. ``hint`` is how they are got.
    ``find_folder`` returns the folder of a setting that may be more than a path. ``name_files``
    returns the names where they depend on the folder, in place of ``files``.
    """

    key: str
    files: tuple[str, ...]
    hint: str
    find_folder: Callable[[Any], str] = str
    name_files: Callable[[str], Sequence[str]] | None = None

    def list_files(self, folder: str) -> Sequence[str]:
        """Return the names of the files that the data in a folder have to have."""
        if self.name_files is None:
            return self.files
        return self.name_files(folder)


def _find_none(folder: Path) -> dict[str, str]:
    return {}


@dataclass(frozen=True)
class DataFolder:
    """The folder of a benchmark's data, as rankings are scored on it.

    ``name`` is its own below the folder of `paperpool fetch`. ``holds(folder)`` returns whether a
    folder has the data. ``find_runs(folder)`` returns the rankings that are stored in it or beside
    it: paths by name. ``run_name`` is a pattern of names of such files, with the run's in brackets.
    """

    name: str
    holds: Callable[[Path], bool]
    find_runs: Callable[[Path], dict[str, str]] = _find_none
    run_name: str = ""


@dataclass(frozen=True)
class Benchmark:
    """A benchmark; ``name`` is its section of the workflow and the folder of its results.

    ``place`` orders the benchmarks. One of ``data_keys`` is needed. ``slices`` and ``splits`` map
    names to titles in the order of the tables, but for those that depend on the data. ``measures``
    are shown by the report, those named by ``tested`` have paired tests. ``parts`` are its names in
    tables of scores. ``pages`` are further pages of its section: titles by file name.
    ``published`` is the file of published scores below paperpool/resources/published,
    ``published_queries`` that of the queries that they are of.

    ``folder`` is that of its data, if rankings are scored without a run of the workflow.
    ``rankings`` is where a finished run keeps the rankings of a ranker, below its folder. ``form``
    is the module whose ``FORM`` reads its collection and the runs of jobs; jobs alone import it.
    ``release`` are the files of its data, if they are listed. ``protocols`` are further ways to
    rank the same data, by names beside the benchmark's.
    ``only_here`` are the needs of rankers that its data alone meet. ``is_judged``: annotation makes
    collections of its form, and pools and facets are compared with one; this holds for a single
    benchmark.

    Its parts in the workflow are found by its name (``config.benchmark_parts``).
    """

    name: str
    title: str
    place: int
    data_keys: tuple[str, ...]
    slices: Mapping[str, str]
    splits: Mapping[str, str]
    measures: tuple[Measure, ...]
    tested: tuple[str, ...]
    headline: Headline
    parts: tuple[str, ...]
    published: str | None = None
    published_queries: str | None = None
    pages: Mapping[str, str] = field(default_factory=dict)
    folder: DataFolder | None = None
    rankings: str = ""
    form: str | None = None
    release: Release | None = None
    protocols: Mapping[str, "Benchmark"] = field(default_factory=dict)
    only_here: frozenset[str] = frozenset()
    is_judged: bool = False

    @property
    def measure_titles(self) -> dict[str, str]:
        """The titles of the measures by their names."""
        return {measure.name: measure.title for measure in self.measures}

    def slice_title(self, name: str) -> str:
        """Return the title of a slice, or its name."""
        return self.slices.get(name, name)
