"""The headline score of a benchmark, and its card on the first screen of the report."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from paperpool.benchmarks.benchmark import Benchmark, Headline
from paperpool.io.csv_rows import Rows
from paperpool.io.parquet_files import read_table
from paperpool.pages.scores import FEWEST, Place, Score
from paperpool.pages.wording import percent, plural


def headline(scores: Iterable[Score], of: Headline) -> list[Score]:
    """Return each ranker's headline score, the best first, ties by name."""
    cell = (of.protocol, of.split, of.slice, of.measure)
    found = [s for s in scores if (s.protocol, s.split, s.slice, s.measure) == cell]
    known = [score for score in found if score.value is not None]
    return sorted(known, key=lambda score: (-score.known, score.ranker))


def best_with_baseline(
    scores: Iterable[Score], of: Headline, baseline: str, limit: int
) -> list[str]:
    """Return the best rankers; the baseline takes the last place if it is not among them."""
    order = [score.ranker for score in headline(scores, of)]
    chosen = order[:limit]
    if baseline in order and baseline not in chosen:
        chosen[-1] = baseline
    return chosen


def read_query_values(per_query: str | Path | Rows, of: Headline) -> dict[str, dict[str, float]]:
    """Return {ranker: {query: value}} of a table of values per query, of the headline score."""
    wanted = {"protocol": of.protocol, "split": of.split, "slice": of.slice, "metric": of.measure}
    if isinstance(per_query, str | Path):
        filters = [(column, "=", value) for column, value in wanted.items()]
        columns = ["ranker", "query_id", "value"]
        rows = read_table(per_query, columns=columns, filters=filters).to_pylist()
    else:
        rows = [row for row in per_query if all(row[key] == wanted[key] for key in wanted)]

    values: dict[str, dict[str, float]] = {}
    for row in rows:
        values.setdefault(row["ranker"], {})[row["query_id"]] = row["value"]
    return values


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
    whose names have another meaning elsewhere. ``intervals`` are by ranker, of those that have one.
    ``tied`` are the rankers that cannot be told from the best, or None if nobody tested it.
    """

    title: str
    anchor: str
    measure: str
    cell: str
    n_queries: int
    values: Mapping[str, float]
    beside: Sequence[ComparedScore]
    note: str = ""
    intervals: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    tied: Sequence[str] | None = None


def make_headline_card(
    benchmark: Benchmark,
    scores: Sequence[Score],
    anchor: str,
    title: str | None = None,
    places: Iterable[Place] = (),
) -> HeadlineCard:
    """Return the card of a benchmark with ``scores`` and, if rankers were ranked, ``places``."""
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
        intervals={name: score.ends for name, score in found.items() if score.ends},
        tied=_find_tied(of, found, places),
    )


def _find_tied(
    of: Headline, found: Mapping[str, Score], places: Iterable[Place]
) -> list[str] | None:
    """Return the rankers of ``found``, the best first, that are tied with the first of them."""
    cell = (of.protocol, of.split, of.slice, of.measure)
    ranked = {
        place.ranker: place.is_tied
        for place in places
        if (place.protocol, place.split, place.slice, place.measure) == cell
    }
    if not ranked or any(score.n_queries < FEWEST for score in found.values()):
        return None
    return [name for name in list(found)[1:] if ranked.get(name)]


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
