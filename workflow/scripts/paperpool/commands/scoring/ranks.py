"""Ranks as they stand in a terminal: who is tied with the best."""

import pandas as pd

from paperpool.evaluation.ranks import POWER
from paperpool.pages.wording import MISSING, align_cells

ALL = "all"
"""The slice of all queries, whose ranks are shown."""


def write_ranks(ranks: pd.DataFrame, confidence: float) -> str:
    """Return the ranks over all queries as text: a line per protocol, split and measure.

    Empty where there are fewer than two rankers.
    """
    shown = ranks[ranks["slice"] == ALL]
    rankers = list(dict.fromkeys(shown["ranker"]))
    if len(rankers) < 2:
        return ""
    lines: list[list[str]] = [["", *rankers, "detects"]]
    for key, rows in shown.groupby(["protocol", "split", "metric"], sort=False):
        of_ranker = {row.ranker: row for row in rows.itertuples()}
        cells = [_describe(of_ranker.get(ranker)) for ranker in rankers]
        best = rows["rank"].argmin()
        detectable = rows["detectable_difference"].astype(float).iloc[best]
        size = MISSING if pd.isna(detectable) else f"{100 * detectable:.2f}"
        lines.append([" ".join(key), *cells, size])  # type: ignore[arg-type]
    return (
        f"\nRanks, with {100 * confidence:g}% bootstrap intervals; * tied with the best (paired "
        f"tests of all pairs, Holm); detects: a difference (×100) found in {100 * POWER:g}%\n"
        f"{align_cells(lines)}\n"
    )


def _describe(row) -> str:
    if row is None:
        return MISSING
    return f"{row.rank} [{row.rank_low}, {row.rank_high}]{' *' if row.tied_with_best else ''}"
