"""The headline score of a benchmark."""

from collections.abc import Iterable
from pathlib import Path

from paperpool.benchmarks.benchmark import Headline
from paperpool.io.parquet_files import read_table
from paperpool.pages.scores import Score


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


def read_query_values(path: str | Path, of: Headline) -> dict[str, dict[str, float]]:
    """Return {ranker: {query: value}} of per_query.parquet, of the headline score."""
    wanted = {"protocol": of.protocol, "split": of.split, "slice": of.slice, "metric": of.measure}
    filters = [(column, "=", value) for column, value in wanted.items()]
    table = read_table(path, columns=["ranker", "query_id", "value"], filters=filters)
    values: dict[str, dict[str, float]] = {}
    for row in table.to_pylist():
        values.setdefault(row["ranker"], {})[row["query_id"]] = row["value"]
    return values
