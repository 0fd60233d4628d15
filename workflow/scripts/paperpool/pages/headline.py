"""The headline score of a benchmark, and its card on the first screen of the report."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from paperpool.benchmarks.benchmark import Benchmark, Headline
from paperpool.io.csv_rows import Rows
from paperpool.io.parquet_files import read_table
from paperpool.pages.scores import FEWEST, Place, Score
from paperpool.pages.wording import percent, plural


def headline(scores: Iterable[Score], kind: Headline) -> list[Score]:
    """Return each ranker's headline score, the best first, ties by name."""
    found = []
    for score in scores:
        cell = (score.protocol, score.split, score.slice, score.measure)
        if cell == _cell_of(kind) and score.value is not None:
            found.append(score)
    return sorted(found, key=lambda score: (-score.known, score.ranker))


def _cell_of(kind: Headline) -> tuple[str, str, str, str]:
    return (kind.protocol, kind.split, kind.slice, kind.measure)


def best_with_baseline(
    scores: Iterable[Score], kind: Headline, baseline: str, limit: int
) -> list[str]:
    """Return the best rankers; the baseline takes the last place if it is not among them."""
    order = [score.ranker for score in headline(scores, kind)]
    chosen = order[:limit]
    if baseline in order and baseline not in chosen:
        chosen[-1] = baseline
    return chosen


def read_query_values(per_query: str | Path | Rows, kind: Headline) -> dict[str, dict[str, float]]:
    """Return {ranker: {query: value}} of a table of values per query, of the headline score."""
    columns = ("protocol", "split", "slice", "metric")
    wanted = dict(zip(columns, _cell_of(kind), strict=True))
    if isinstance(per_query, str | Path):
        filters = [(column, "=", value) for column, value in wanted.items()]
        names = ["ranker", "query_id", "value"]
        rows = read_table(per_query, columns=names, filters=filters).to_pylist()
    else:
        rows = [row for row in per_query if wanted.items() <= row.items()]

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
    kind = benchmark.headline
    found = {score.ranker: score for score in headline(scores, kind)}
    compared = []
    for score in scores:
        if score.value is not None and score.published is not None:
            cell = f"{title}: {_cell(benchmark, score)}"
            compared.append(ComparedScore(score.ranker, cell, score.value, score.published))

    return HeadlineCard(
        title,
        anchor,
        benchmark.measure_titles.get(kind.measure, kind.measure),
        f"{kind.protocol} protocol, {_split(benchmark, kind.split)}",
        n_queries=max((score.n_queries for score in found.values()), default=0),
        values={ranker: score.known for ranker, score in found.items()},
        beside=compared,
        intervals={ranker: score.ends for ranker, score in found.items() if score.ends},
        tied=_find_tied(kind, found, places),
    )


def _find_tied(
    kind: Headline, found: Mapping[str, Score], places: Iterable[Place]
) -> list[str] | None:
    """Return the rankers of ``found``, the best first, that are tied with the first of them."""
    is_tied = {}
    for place in places:
        if (place.protocol, place.split, place.slice, place.measure) == _cell_of(kind):
            is_tied[place.ranker] = place.is_tied
    if not is_tied or any(score.n_queries < FEWEST for score in found.values()):
        return None
    return [ranker for ranker in list(found)[1:] if is_tied.get(ranker)]


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
    compared: list[tuple[str, ComparedScore]] = []
    for card in cards:
        compared += [(card.title, score) for score in card.beside]
    compared.sort(key=lambda pair: (-abs(pair[1].difference), pair[1].ranker, pair[1].cell))

    furthest: dict[tuple[str, str], ComparedScore] = {}
    for title, score in compared:
        furthest.setdefault((title, score.ranker), score)
    return list(furthest.values())[:at_most]


def _cell(benchmark: Benchmark, score: Score) -> str:
    measure = benchmark.measure_titles.get(score.measure, score.measure)
    where = (benchmark.slice_title(score.slice), _split(benchmark, score.split), score.protocol)
    return f"{measure}, {', '.join(where)}"


def _split(benchmark: Benchmark, name: str) -> str:
    return benchmark.splits.get(name, f"{name} split").lower()
