"""A benchmark's card on the first screen of the report: headline scores beside published ones."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from paperpool.benchmarks.benchmark import Benchmark
from paperpool.pages.headline import headline
from paperpool.pages.scores import Score
from paperpool.pages.wording import percent, plural


@dataclass(frozen=True)
class ComparedScore:
    """A ranker's score and the published one of the same cell, as fractions."""

    ranker: str
    cell: str
    value: float
    published: float

    @property
    def difference(self) -> float:
        """Our score minus the published one."""
        return self.value - self.published


@dataclass(frozen=True)
class HeadlineCard:
    """A benchmark: its title, the anchor of its section, and its scores.

    ``values`` are the headline scores by ranker, best first, of ``measure`` in ``cell`` over
    ``n_queries`` queries. ``beside`` are all scores with a published one. ``note`` explains rankers
    whose names have another meaning elsewhere.
    """

    title: str
    anchor: str
    measure: str
    cell: str
    n_queries: int
    values: Mapping[str, float]
    beside: Sequence[ComparedScore]
    note: str = ""


def make_headline_card(
    benchmark: Benchmark, scores: Sequence[Score], anchor: str, title: str | None = None
) -> HeadlineCard:
    """Return the card of a benchmark with ``scores``."""
    title = title or benchmark.title
    of = benchmark.headline
    found = {score.ranker: score for score in headline(scores, of)}
    return HeadlineCard(
        title,
        anchor,
        benchmark.measure_titles.get(of.measure, of.measure),
        f"{of.protocol} protocol, {_split(benchmark, of.split)}",
        max((score.n_queries for score in found.values()), default=0),
        {name: score.known for name, score in found.items()},
        [
            ComparedScore(s.ranker, f"{title}: {_cell(benchmark, s)}", s.value, s.published)
            for s in scores
            if s.value is not None and s.published is not None
        ],
    )


def describe_best(front: HeadlineCard) -> str:
    """Return the number of rankers and the best one as a clause; empty without scores."""
    if not front.values:
        return ""
    best, value = next(iter(front.values.items()))
    return (
        f"{plural(len(front.values), 'ranker')}, the best {front.measure} being {best}'s "
        f"{percent(value)} (n = {front.n_queries:,})"
    )


def largest_differences(cards: Iterable[HeadlineCard], at_most: int) -> list[ComparedScore]:
    """Return the largest differences from published scores, one per ranker and benchmark."""
    beside = [(one, front.title) for front in cards for one in front.beside]
    beside.sort(key=lambda pair: (-abs(pair[0].difference), pair[0].ranker, pair[0].cell))
    furthest: dict[tuple[str, str], ComparedScore] = {}
    for one, title in beside:
        furthest.setdefault((title, one.ranker), one)
    return list(furthest.values())[:at_most]


def _cell(benchmark: Benchmark, score: Score) -> str:
    measure = benchmark.measure_titles.get(score.measure, score.measure)
    where = (benchmark.slice_title(score.slice), _split(benchmark, score.split), score.protocol)
    return f"{measure}, {', '.join(where)}"


def _split(benchmark: Benchmark, name: str) -> str:
    return benchmark.splits.get(name, f"{name} split").lower()
