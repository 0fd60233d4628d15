"""The figure of CSFCube that the report puts first: NDCG%20 over all test queries, official."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pyarrow.parquet as pq

from paperpool.pages.scores import Score


def headline(scores: Iterable[Score]) -> list[Score]:
    """Return each ranker's NDCG%20 over all test queries, official protocol, the best first."""
    wanted = [
        score
        for score in scores
        if (score.protocol, score.split, score.slice, score.measure)
        == ("official", "test", "all", "ndcg%20")
        and score.value is not None
    ]
    return sorted(wanted, key=lambda score: (-score.value, score.ranker))


def best_with_baseline(scores: Iterable[Score], baseline: str, limit: int) -> list[str]:
    """Return the best rankers by ``headline``, the baseline in the last place where it is not."""
    order = [score.ranker for score in headline(scores)]
    chosen = order[:limit]
    if baseline in order and baseline not in chosen:
        chosen[-1] = baseline
    return chosen


def read_query_values(path: str | Path, measure: str) -> dict[str, dict[str, float]]:
    """Return {ranker: {<paper>_<facet>: value}} of per_query.parquet.

    Values are those of ``measure`` for all test queries under the official protocol.
    """
    table = pq.read_table(
        path,
        columns=["ranker", "query_id", "value"],
        filters=[
            ("protocol", "=", "official"),
            ("split", "=", "test"),
            ("slice", "=", "all"),
            ("metric", "=", measure),
        ],
    )
    values: dict[str, dict[str, float]] = {}
    for row in table.to_pylist():
        values.setdefault(row["ranker"], {})[row["query_id"]] = row["value"]
    return values
