"""The description of a benchmark: names, titles and places."""

from collections.abc import Mapping
from dataclasses import dataclass, field

OFFICIAL, CORRECTED = "official", "corrected"
"""The values of the release's script, and those that fit the measures' names."""


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
class Benchmark:
    """A benchmark; ``name`` is its section of the workflow and the folder of its results.

    ``place`` orders the benchmarks. One of ``data_keys`` is needed. ``slices`` and ``splits`` map
    names to titles in the order of the tables, but for those that depend on the data. ``measures``
    are shown by the report, those named by ``tested`` have paired tests. ``parts`` are its names in
    tables of scores. ``pages`` are further pages of its section: titles by file name. ``checks`` is
    the module, below the package, that checks its settings; ``published`` the file of published
    scores below paperpool/resources/published.
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
    checks: str | None = None
    pages: Mapping[str, str] = field(default_factory=dict)

    @property
    def measure_titles(self) -> dict[str, str]:
        """The titles of the measures by their names."""
        return {measure.name: measure.title for measure in self.measures}

    def slice_title(self, name: str) -> str:
        """Return the title of a slice, or its name."""
        return self.slices.get(name, name)
