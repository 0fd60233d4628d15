"""What the report's section on the sentence labeller is filled with."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperpool.csfcube.collection import LABELS

_DATA = {
    ("csabstruct", "dev"): "CSAbstruct, dev",
    ("csabstruct", "test"): "CSAbstruct, test",
    ("csfcube", "all"): "The collection, all papers",
    ("csfcube", "queries"): "The collection, queries",
    ("csfcube", "candidates"): "The collection, candidates",
}


@dataclass(frozen=True)
class FacetScores:
    """The figures of one split: ``micro`` and its printed counterpart, ``macro``, one per label.

    A figure is a fraction, or None where it is not defined; ``name`` says what was labelled.
    """

    name: str
    n_sentences: int
    micro: float | None
    published: float | None
    macro: float | None
    labels: list[float | None]


def make_facets_section(metrics: str | Path) -> dict[str, Any]:
    """Return what ``facets.html.jinja`` needs from facets/metrics.csv."""
    splits: dict[tuple[str, str], dict[str, dict[str, str]]] = {}
    with Path(metrics).open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            splits.setdefault((row["data"], row["split"]), {})[row["metric"]] = row
    scores = [
        FacetScores(
            _DATA[split],
            int(rows["micro_f1"]["n_sentences"]),
            _number(rows["micro_f1"]["value"]),
            _number(rows["micro_f1"]["published"]),
            _number(rows["macro_f1"]["value"]),
            [_number(rows[f"f1_{label}"]["value"]) for label in LABELS],
        )
        for split, rows in splits.items()
    ]
    return {
        "labels": LABELS,
        "scores": scores,
        "with_published": any(score.published is not None for score in scores),
        "with_collection": any(data == "csfcube" for data, _ in splits),
    }


def _number(text: str) -> float | None:
    return float(text) if text else None
