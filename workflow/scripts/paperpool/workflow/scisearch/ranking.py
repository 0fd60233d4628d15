"""Rank by predicted grades under each protocol, and by the untrained encoder.

Source: SciSearch, section 5.1 and the authors' code: candidates by falling most probable grade,
ties in the order of the release's file. Under ``honest`` they are ranked by expected grade, ties by
id, and a query is never ranked for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import pyarrow as pa

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Ranking, Run, rank_scores
from paperpool.io.parquet_files import read_table
from paperpool.io.tables import write_table
from paperpool.rankers.scoring.similarity import cosine
from paperpool.workflow.scisearch.features import Features
from paperpool.workflow.scisearch.names import AS_PUBLISHED, HONEST, Model
from paperpool.workflow.scisearch.pairs import Pairs, list_pairs
from paperpool.workflow.scisearch.tables import PREDICTIONS, PROBABILITIES

if TYPE_CHECKING:  # imports torch
    from paperpool.workflow.scisearch.networks import Reranker


def rank_in_file_order(scores: Iterable[tuple[str, float]]) -> Ranking:
    """Order candidates by falling score, equal scores as they come."""
    ranking = [(candidate, float(score)) for candidate, score in scores]
    return sorted(ranking, key=lambda pair: -pair[1])


ORDERS: dict[str, Callable[[Iterable[tuple[str, float]]], Ranking]] = {
    AS_PUBLISHED: rank_in_file_order,
    HONEST: rank_scores,
}
"""How each protocol orders candidates by their scores."""


def rankable(pairs: Pairs, protocol: str) -> Pairs:
    """Return the pairs that ``protocol`` ranks: honestly, a paper is not ranked for itself."""
    if protocol == AS_PUBLISHED:
        return pairs
    return pairs.take(pairs.queries != pairs.candidates)


def predict(reranker: Reranker, pairs: Pairs, features: Features, model: Model) -> pd.DataFrame:
    """Return the predictions of ``model`` for the pairs that it ranks (PREDICTIONS).

    Queries in the order of ``pairs``, their candidates by rank.
    """
    from paperpool.workflow.scisearch.networks import expected_grades  # imports torch

    tables = []
    for query, of_query in rankable(pairs, model.protocol).by_query().items():
        probabilities = reranker.probabilities(features.of_pairs(of_query))
        table = pd.DataFrame(probabilities, columns=list(PROBABILITIES), index=of_query.candidates)
        table["grade"] = of_query.grades
        table["expected"] = expected_grades(probabilities)

        scores = zip(table.index, score_rows(table, model.protocol), strict=True)
        table = table.loc[[candidate for candidate, _ in ORDERS[model.protocol](scores)]]
        table["rank"] = np.arange(1, len(table) + 1)
        table = table.assign(
            protocol=model.protocol,
            fold=model.fold,
            query_id=query,
            facet=pairs.facet,
            candidate_id=table.index,
        )
        tables.append(table[PREDICTIONS.names])

    if not tables:
        return pd.DataFrame(columns=PREDICTIONS.names)
    return pd.concat(tables, ignore_index=True)


def score_rows(predictions: pd.DataFrame, protocol: str) -> np.ndarray:
    """Return the scores of candidates: the most probable grade, or the expected one."""
    if protocol == AS_PUBLISHED:
        return predictions[list(PROBABILITIES)].to_numpy().argmax(axis=1).astype(np.float64)
    return predictions["expected"].to_numpy()


def write_predictions(path: str | Path, tables: Sequence[pd.DataFrame]) -> None:
    """Write the predictions of the models of a facet, one model after another."""
    frames = [pa.Table.from_pandas(table, PREDICTIONS, preserve_index=False) for table in tables]
    write_table(path, pa.concat_tables(frames).replace_schema_metadata())


def read_predictions(path: str | Path) -> pd.DataFrame:
    """Read a table of predictions."""
    return read_table(path).to_pandas()


def read_predicted_runs(paths: Sequence[str | Path]) -> dict[str, Run]:
    """Return the run of each protocol, from the predictions of all facets."""
    runs: dict[str, Run] = {protocol: {} for protocol in ORDERS}
    for path in paths:
        table = read_predictions(path)
        for (protocol, query, facet), rows in table.groupby(["protocol", "query_id", "facet"]):
            rows = rows.sort_values("rank")
            scores = score_rows(rows, protocol).tolist()
            runs[protocol][query, facet] = list(zip(rows["candidate_id"], scores, strict=True))
    return runs


def rank_untrained(collection: Collection, features: Features) -> dict[str, Run]:
    """Return, for each protocol, the run of the encoder itself: cosines of the same vectors."""
    runs: dict[str, Run] = {protocol: {} for protocol in ORDERS}
    for facet in collection.scheme.facet_names:
        pairs = list_pairs(collection, facet)
        for protocol, run in runs.items():
            for query, _, ranking in rank_pairs_untrained(pairs, features, protocol):
                run[query, facet] = ranking
    return runs


def rank_pairs_untrained(
    pairs: Pairs, features: Features, protocol: str
) -> Iterator[tuple[str, Pairs, Ranking]]:
    """Yield each query, its pairs that ``protocol`` ranks, and their ranking by cosine."""
    for query, of_query in rankable(pairs, protocol).by_query().items():
        candidates = np.array([features.candidate(c, pairs.facet) for c in of_query.candidates])
        vector = features.query(query, pairs.facet)
        scores = cosine(vector.astype(np.float64), candidates.astype(np.float64))
        yield query, of_query, ORDERS[protocol](zip(of_query.candidates, scores, strict=True))
