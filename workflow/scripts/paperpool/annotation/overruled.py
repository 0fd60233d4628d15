"""How often the adjudicator overruled all annotators (CSFCube, section 4: 2-3% per query)."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean

import pandas as pd

from paperpool.collections.collection import Judgments
from paperpool.collections.facets import FACETS, SLICES, UNGRADED

COLUMNS = "facet value published_low published_high n_overruled n_candidates n_queries".split()


def count_overruled(judgments: Judgments) -> tuple[int, int]:
    """Return how many candidates have an adjudicated grade that no annotator gave, and of how many.

    Candidates that fewer than two annotators graded are left out, and all of a pair of which some
    are not settled yet: nobody is overruled on those that are settled first.
    """
    overruled = graded = 0
    if not judgments.is_settled:
        return overruled, graded
    columns = zip(*judgments.annotators.values(), strict=True)
    for adjudicated, said in zip(judgments.adjudicated, columns, strict=False):
        given = [grade for grade in said if grade != UNGRADED]
        if len(given) > 1:
            graded += 1
            overruled += adjudicated not in given
    return overruled, graded


def measure_overruled(
    judgments: Mapping[tuple[str, str], Judgments], published: Mapping[tuple[str, str], float]
) -> pd.DataFrame:
    """Return the table of ``COLUMNS``, a row per facet and one over all.

    ``judgments`` are by (query, facet). ``value`` is the mean over these pairs of the share of
    their candidates; empty where no pair has two annotators and is settled. ``published`` may have
    the paper's range over all, as (``overruled``, ``low``) and (``overruled``, ``high``).
    """
    rows = []
    for slice_name in SLICES:
        facets = FACETS if slice_name == "all" else (slice_name,)
        counts = [count_overruled(j) for (_, facet), j in judgments.items() if facet in facets]
        shares = [overruled / graded for overruled, graded in counts if graded]
        rows.append(
            (
                slice_name,
                fmean(shares) if shares else None,
                published.get(("overruled", "low")) if slice_name == "all" else None,
                published.get(("overruled", "high")) if slice_name == "all" else None,
                sum(overruled for overruled, _ in counts),
                sum(graded for _, graded in counts),
                len(shares),
            )
        )
    return pd.DataFrame(rows, columns=COLUMNS)
