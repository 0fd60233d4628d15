"""How often the adjudicator overruled all annotators (CSFCube, section 4: 2-3% per query)."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean

import pandas as pd

from paperpool.csfcube.collection import SLICES, UNGRADED, Collection, Judgments

COLUMNS = "facet value published_low published_high n_overruled n_candidates n_queries".split()


def count_overruled(judgments: Judgments) -> tuple[int, int]:
    """Return how many candidates have an adjudicated grade that no annotator gave, and of how many.

    Candidates that fewer than two annotators graded are left out.
    """
    overruled = graded = 0
    columns = zip(*judgments.annotators.values(), strict=True)
    for adjudicated, said in zip(judgments.adjudicated, columns, strict=False):
        given = [grade for grade in said if grade != UNGRADED]
        if len(given) > 1:
            graded += 1
            overruled += adjudicated not in given
    return overruled, graded


def measure_overruled(
    collection: Collection, published: Mapping[tuple[str, str], float]
) -> pd.DataFrame:
    """Return the table of ``COLUMNS``, a row per facet and one over all.

    ``value`` is the mean over (query, facet) pairs of the share of their candidates; empty where
    no pair has two annotators. ``published`` may have the paper's range over all, as
    (``overruled``, ``low``) and (``overruled``, ``high``).
    """
    rows = []
    for part in SLICES:
        pairs = collection.pairs(None if part == "all" else part)
        counts = [count_overruled(collection.judgments[pair]) for pair in pairs]
        shares = [overruled / graded for overruled, graded in counts if graded]
        rows.append(
            (
                part,
                fmean(shares) if shares else None,
                published.get(("overruled", "low")) if part == "all" else None,
                published.get(("overruled", "high")) if part == "all" else None,
                sum(overruled for overruled, _ in counts),
                sum(graded for _, graded in counts),
                len(shares),
            )
        )
    return pd.DataFrame(rows, columns=COLUMNS)
