"""How a ranker of kind best was chosen: the designs that were tried, and their scores."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from paperpool.pages.grid import Grid, list_grid
from paperpool.pages.section import Fold, Text
from paperpool.pages.wording import percent


def show_designs(ranker: str, path: str | Path) -> Fold:
    """Return how a ranker of kind best was chosen, from the table of its designs."""
    rows = pd.read_csv(path).sort_values(["fold", "training"], ascending=[True, False])
    rows["scored"] = rows.fold.str[4]  # of fold1_test the 1
    rows["members"] = rows.weights.str.replace("+", " + ")
    summed = []
    for n_summed, n_designs in zip(rows.n_summed, rows.n_designs, strict=True):
        summed.append(f"{n_summed} of {n_designs}")
    rows["summed"] = summed
    ways = rows.astype(object).where(rows.notna(), None).to_dict("records")

    about = Text(
        "A design sums the standard scores of a subset of members. Each test fold is ranked by the "
        "sum of the best designs on the other fold, without query papers of the scored fold; the "
        "sizes of designs and sums are chosen there too."
    )
    chosen = _list_ways([way for way in ways if way["chosen"]], f"{ranker}: what was chosen")
    all_ways = _list_ways(ways, f"{ranker}: all ways to choose")
    fold = Fold(f"All {len(ways)} ways to choose", [all_ways])
    return Fold(f"How {ranker} was chosen", [about, chosen, fold])


def _list_ways(ways: Sequence[Mapping[str, Any]], label: str) -> Grid:
    caption = (
        f"{label} (×100, official protocol), by NDCG%20 on the other fold. Before each member: in "
        "how many of the summed designs it is."
    )
    columns = [("ranks fold", "scored"), ("members at most", "most_members", str)]
    columns += [("designs summed", "summed", str), ("chosen by", "training", percent)]
    columns += [("NDCG%20", "ndcg%20", percent), ("MAP", "map", percent), ("members", "members")]
    return list_grid(label, caption, columns, ways, "")
