"""How a ranker of kind best was chosen: its designs, and their scores."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from paperpool.pages.grid import Grid, list_grid
from paperpool.pages.section import Fold, Text
from paperpool.pages.wording import percent


def show_designs(ranker: str, path: str | Path) -> Fold:
    """Return how a ranker of kind best was chosen, from the table of its designs."""
    ways = _read_ways(path)
    about = Text(
        "Each subset of its members is a design: their standard scores, summed. Each test fold is "
        "ranked by the sum of the best designs on the other fold, query papers with a pair in the "
        "scored fold left out. How many members a design has, and how many are summed, is chosen "
        "there too. Nothing was chosen by the figures on the scored fold, which stand beside."
    )
    chosen = _list_ways([way for way in ways if way["chosen"]], f"{ranker}: what was chosen")
    all_ways = _list_ways(ways, f"{ranker}: all ways to choose")
    fold = Fold(f"All {len(ways)} ways to choose", [all_ways])
    return Fold(f"How {ranker} was chosen", [about, chosen, fold])


def _list_ways(ways: Sequence[Mapping[str, Any]], label: str) -> Grid:
    caption = (
        f"{label}. ×100, official protocol: NDCG%20 of the query papers that were left out, then "
        "NDCG%20 and MAP on the scored fold. Before each member: in how many of the summed designs "
        "it is."
    )
    columns = [("ranks fold", "scored"), ("members at most", "most_members", str)]
    columns += [("designs summed", "summed", str), ("chosen by", "training", percent)]
    columns += [("NDCG%20", "ndcg%20", percent), ("MAP", "map", percent), ("members", "members")]
    return list_grid(label, caption, columns, ways, "")


def _read_ways(path: str | Path) -> list[dict[str, Any]]:
    """Return the rows of a table of designs: by fold, the best on the other fold first."""
    rows = pd.read_csv(path)
    ordered = rows.sort_values(["fold", "training"], ascending=[True, False]).to_dict("records")
    return [
        way
        | {
            "scored": way["fold"][4],
            "summed": f"{way['n_summed']} of {way['n_designs']}",
            "training": None if pd.isna(way["training"]) else way["training"],
            "members": way["weights"].replace("+", " + "),
        }
        for way in ordered
    ]
