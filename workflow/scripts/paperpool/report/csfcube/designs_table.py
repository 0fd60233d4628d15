"""What a ranker of kind best chose among, for the report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from paperpool.rankers.scoring.designs import METRICS, TRAINED_ON

_FIGURES = ["training", *METRICS]


@dataclass(frozen=True)
class Design:
    """A subset of the members: its figures, means of the two test folds, and where it was chosen.

    ``training`` is what it does on the pairs that it may be chosen on, NaN where there are none;
    ``folds`` are the folds that it ranks, 1 and 2.
    """

    members: tuple[str, ...]
    training: float
    ndcg: float
    map: float
    folds: tuple[int, ...]


def read_designs(tables: Mapping[str, str | Path]) -> dict[str, list[Design]]:
    """Return the designs of each ranker, those that do best where they are chosen first.

    ``tables`` maps a ranker to the table that ``choose_designs`` gave.
    """
    return {ranker: _read(path) for ranker, path in tables.items()}


def _read(path: str | Path) -> list[Design]:
    rows = pd.read_csv(path)
    means = rows.groupby("design", sort=False)[_FIGURES].mean()
    chosen = rows[rows.chosen].groupby("design").fold.agg(set).to_dict()
    order = means.sort_values("training", ascending=False, kind="stable")
    return [
        Design(
            members=tuple(str(name).split("+")),
            training=float(figures.training),
            ndcg=float(figures["ndcg%20"]),
            map=float(figures["map"]),
            folds=tuple(
                number
                for number, fold in enumerate(TRAINED_ON, start=1)
                if fold in chosen.get(name, ())
            ),
        )
        for name, figures in order.iterrows()
    ]
