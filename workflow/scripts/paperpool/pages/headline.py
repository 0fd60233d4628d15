"""The headline score of a benchmark, and its card on the first screen of the report."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
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
    """A ranker's score and the published one of the same cell, as fractions.

    ``title`` is that of what was ranked, ``cell`` says where in its tables the two scores stand.
    """

    title: str
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

    ``scores`` are the headline scores of the rankers, best first, of ``measure`` in ``cell``.
    ``compared`` are all scores with a published one. ``note`` explains rankers whose names have
    another meaning elsewhere. ``tied`` are the rankers that cannot be told from the best, or None
    if nobody tested it.
    """

    title: str
    anchor: str
    measure: str
    cell: str
    scores: Sequence[Score]
    compared: Sequence[ComparedScore]
    note: str = ""
    tied: Sequence[str] | None = None

    @property
    def n_queries(self) -> int:
        """The number of queries that the scores are means over."""
        return max((score.n_queries for score in self.scores), default=0)


def make_headline_card(
    benchmark: Benchmark,
    scores: Sequence[Score],
    anchor: str,
    places: Iterable[Place] = (),
    note: str = "",
) -> HeadlineCard:
    """Return the card of a benchmark with ``scores`` and, if rankers were ranked, ``places``."""
    kind = benchmark.headline
    best_first = headline(scores, kind)
    return HeadlineCard(
        title=benchmark.title,
        anchor=anchor,
        measure=benchmark.measure_titles.get(kind.measure, kind.measure),
        cell=f"{kind.protocol} protocol, {_split(benchmark, kind.split)}",
        scores=best_first,
        compared=compare_with_published(benchmark, scores),
        note=note,
        tied=_find_tied(kind, best_first, places),
    )


def compare_with_published(
    benchmark: Benchmark, scores: Iterable[Score], title: str = ""
) -> list[ComparedScore]:
    """Return the scores that have a published one; ``title`` is the benchmark's by default."""
    title = title or benchmark.title
    compared = []
    for score in scores:
        if score.value is not None and score.published is not None:
            cell = f"{title}: {_cell(benchmark, score)}"
            compared.append(ComparedScore(title, score.ranker, cell, score.value, score.published))
    return compared


def _find_tied(
    kind: Headline, best_first: Sequence[Score], places: Iterable[Place]
) -> list[str] | None:
    """Return the rankers, the best first, that are tied with the first of them."""
    is_tied = {}
    for place in places:
        if (place.protocol, place.split, place.slice, place.measure) == _cell_of(kind):
            is_tied[place.ranker] = place.is_tied
    if not is_tied or any(score.n_queries < FEWEST for score in best_first):
        return None
    return [score.ranker for score in best_first[1:] if is_tied.get(score.ranker)]


def describe_best(card: HeadlineCard) -> str:
    """Return the number of rankers and the best one as a clause; empty without scores."""
    if not card.scores:
        return ""
    best = card.scores[0]
    return (
        f"{plural(len(card.scores), 'ranker')}, the best {card.measure} being {best.ranker}'s "
        f"{percent(best.value)} (n = {card.n_queries:,})"
    )


def largest_differences(cards: Iterable[HeadlineCard], at_most: int) -> list[ComparedScore]:
    """Return the largest differences from published scores, one per ranker and benchmark."""
    compared = [score for card in cards for score in card.compared]
    compared.sort(key=lambda score: (-abs(score.difference), score.ranker, score.cell))
    furthest: dict[tuple[str, str], ComparedScore] = {}
    for score in compared:
        furthest.setdefault((score.title, score.ranker), score)
    return list(furthest.values())[:at_most]


def _cell(benchmark: Benchmark, score: Score) -> str:
    measure = benchmark.measure_titles.get(score.measure, score.measure)
    where = (benchmark.slice_title(score.slice), _split(benchmark, score.split), score.protocol)
    return f"{measure}, {', '.join(where)}"


def _split(benchmark: Benchmark, name: str) -> str:
    return benchmark.splits.get(name, f"{name} split").lower()
