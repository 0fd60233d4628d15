"""Compare a trained encoder with its base by citation prediction on papers put aside.

The measure is average precision, as in Cohan et al. 2020, section 3.2, but over all candidates
instead of thirty.
"""

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from paperpool.evaluation.csfcube_measures import average_precision
from paperpool.evaluation.paired_draws import PairedDraws, Resampling
from paperpool.evaluation.runs import rank_scores
from paperpool.io.parquet_files import read_table
from paperpool.models.encoders import Encoder
from paperpool.rankers.scoring.similarity import SIMILARITIES

COLUMNS = "ranker seed metric base tuned difference ci_low ci_high p n_queries".split()


def score_encoder(
    citations: str | Path,
    candidates: str | Path,
    encoder: Encoder,
    similarity: str,
    separator: str,
) -> NDArray[np.float64]:
    """Return the average precision of each query of ``citations``, in the order of their ids.

    ``citations`` is a table of ``tables.CITATION_QUERIES``, ``candidates`` one of
    ``tables.PAPER_TEXTS`` with the queries; a query is no candidate of itself. ``similarity`` is a
    key of ``SIMILARITIES``; for ``separator`` see ``read_separator``.
    """
    papers = read_table(candidates).to_pylist()
    ids = [paper["paper_id"] for paper in papers]
    joint = encoder.separator(separator)
    texts = [f"{paper['title']}{joint}{paper['abstract']}" for paper in papers]
    vectors = encoder.encode(texts).astype(np.float64)
    rows = {paper_id: row for row, paper_id in enumerate(ids)}

    cited_by: dict[str, set[str]] = defaultdict(set)
    for edge in read_table(citations).to_pylist():
        cited_by[edge["query_id"]].add(edge["cited_id"])

    values = []
    for query, cited in sorted(cited_by.items()):
        scores = SIMILARITIES[similarity](vectors[rows[query]], vectors)
        ranked = [paper for paper, _ in rank_scores(zip(ids, scores, strict=True))]
        hits = np.array([paper in cited for paper in ranked if paper != query], int)
        values.append(average_precision(hits, np.ones(len(cited), int), 1))
    return np.array(values)


def compare_encoders(
    ranker: str,
    base: NDArray[np.float64],
    tuned: Mapping[int, NDArray[np.float64]],
    resampling: Resampling,
) -> pd.DataFrame:
    """Return the mean average precision of tuned encoders beside their base's (``COLUMNS``).

    ``base`` and the values of ``tuned``, by the training's number, are of ``score_encoder``.
    Interval and p-value are of the paired difference over queries.
    """
    draws = PairedDraws([len(base)], resampling, stream=[])
    rows = []
    for number, values in tuned.items():
        [[test]] = draws.tests([(values - base)[:, np.newaxis]])
        means = (float(base.mean()), float(values.mean()))
        rows.append((ranker, number, "map", *means, *test, len(base)))
    return pd.DataFrame(rows, columns=COLUMNS)
