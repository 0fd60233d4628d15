"""The results of a benchmark's rankers: scores, paired tests and ranks, with published scores."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from pathlib import Path
from string import ascii_lowercase
from typing import Any, TypeVar

from paperpool.benchmarks.benchmark import Benchmark
from paperpool.evaluation.published import PublishedScore
from paperpool.io.csv_rows import Rows, read_records
from paperpool.io.files import read_json
from paperpool.pages.grid import Mark
from paperpool.pages.headline import headline
from paperpool.pages.scores import FEWEST, Comparison, Place, Score, is_significant

Item = TypeVar("Item")

Column = tuple[str, str, str]
"""A column of a table: a split, a slice and a measure."""

PublishedScores = Mapping[str, Mapping[Column, PublishedScore]]
"""The published scores by system, then by column."""


@dataclass(frozen=True)
class Results:
    """The results of the rankers on a benchmark.

    ``published`` scores are empty unless the data are the papers'. ``names`` maps a ranker to the
    paper's name for it, or None. ``confidence`` is the coverage of all intervals. ``trained_on`` is
    what the rankers' models were trained on, if judgments may be among it.
    """

    benchmark: Benchmark
    scores: Sequence[Score]
    comparisons: Sequence[Comparison] = ()
    baselines: Sequence[str] = ()
    published: PublishedScores = field(default_factory=dict)
    names: Mapping[str, str | None] = field(default_factory=dict)
    places: Sequence[Place] = ()
    confidence: float = 0.95
    trained_on: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def cells(self) -> dict[tuple[str, str, Column], Score]:
        """The scores by protocol, ranker and column."""
        found = {}
        for score in self.scores:
            column = (score.split, score.slice, score.measure)
            found[score.protocol, score.ranker, column] = score
        return found

    @cached_property
    def marks(self) -> dict[tuple[str, str, Column], tuple[Mark, ...]]:
        """The significant differences from baselines, in the order of the baselines."""
        found: dict[tuple[str, str, Column], tuple[Mark, ...]] = {}
        tests = [test for test in self.comparisons if is_significant(test)]
        for (baseline, letter), test in product(self.letters.items(), tests):
            if test.baseline == baseline and test.difference is not None:
                key = (test.protocol, test.ranker, (test.split, test.slice, test.measure))
                mark = Mark(letter, baseline, test.difference > 0)
                found[key] = (*found.get(key, ()), mark)
        return found

    @property
    def letters(self) -> dict[str, str]:
        """The letter that marks each baseline."""
        return dict(zip(self.baselines, ascii_lowercase, strict=False))

    @property
    def rankers(self) -> list[str]:
        """The rankers in the order of the scores."""
        return list(dict.fromkeys(score.ranker for score in self.scores))

    @cached_property
    def n_queries(self) -> dict[tuple[str, str, str], int]:
        """The number of queries by protocol, split and slice."""
        return {(s.protocol, s.split, s.slice): s.n_queries for s in self.scores}

    def is_small(self, protocol: str, split: str, name: str) -> bool:
        """Return whether a slice has too few queries for intervals and a best score."""
        return self.n_queries.get((protocol, split, name), FEWEST) < FEWEST

    @property
    def slices(self) -> list[str]:
        """The slices in the order of the scores."""
        return list(dict.fromkeys(score.slice for score in self.scores))

    @property
    def others(self) -> PublishedScores:
        """The published scores of systems without a ranker in the run."""
        named = set(self.names.values())
        return {name: cells for name, cells in self.published.items() if name not in named}

    def best_first(self, items: Iterable[Item], name: Callable[[Item], str] = str) -> list[Item]:
        """Return ``items`` by the headline score of the ranker that ``name`` returns for each.

        The best come first, those without a score last.
        """
        order = [score.ranker for score in headline(self.scores, self.benchmark.headline)]
        places = {ranker: place for place, ranker in enumerate(order)}
        return sorted(items, key=lambda item: places.get(name(item), len(places)))


@dataclass(frozen=True, kw_only=True)
class ResultTables:
    """The tables of a benchmark's results, as files or in memory, and the settings of scoring.

    ``published_names`` maps a ranker to its name in ``published``, or None. ``checks`` has the
    findings in rankings from outside, by ranker. ``ranks`` are missing if rankers are not ranked.
    """

    metrics: str | Path | Rows
    significance: str | Path | Rows
    baselines: Sequence[str]
    confidence: float
    ranks: str | Path | Rows | None = None
    published: str | Path = ""
    published_names: Mapping[str, str | None] = field(default_factory=dict)
    checks: str | Path | Mapping[str, Any] = ""

    @property
    def findings(self) -> Mapping[str, Any]:
        """The findings of ``checks``."""
        if isinstance(self.checks, Mapping):
            return self.checks
        return read_json(self.checks)

    def read(
        self, benchmark: Benchmark, scores: Iterable[PublishedScore] = (), part: str | None = None
    ) -> Results:
        """Return the results, with published ``scores``, of a ``part`` of the tables or of all."""
        where = {}
        if part is not None:
            where["benchmark"] = part
        places = []
        if self.ranks:
            places = read_records(self.ranks, Place, where)
        return Results(
            benchmark,
            scores=read_records(self.metrics, Score, where),
            comparisons=read_records(self.significance, Comparison, where),
            baselines=self.baselines,
            published=scores_by_system(scores),
            names=self.published_names,
            places=places,
            confidence=self.confidence,
        )


def scores_by_system(scores: Iterable[PublishedScore]) -> dict[str, dict[Column, PublishedScore]]:
    """Return published scores by system and column, in their order."""
    systems: dict[str, dict[Column, PublishedScore]] = {}
    for score in scores:
        column = (score.split, score.slice, score.measure)
        systems.setdefault(score.system, {})[column] = score
    return systems
