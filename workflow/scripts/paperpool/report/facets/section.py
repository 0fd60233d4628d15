"""What the report's section on the sentence labeller is filled with."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperpool.collections.facets import LABELS
from paperpool.facets.csabstruct import UNSEEN
from paperpool.io.csv_rows import read_number, read_rows
from paperpool.pages.fragments import Fragment, render_section
from paperpool.pages.run_info import RunLabel

_DATA = {
    ("csabstruct", "dev"): "CSAbstruct, dev",
    ("csabstruct", "test"): "CSAbstruct, test",
    ("csabstruct", "dev" + UNSEEN): "CSAbstruct, dev, abstracts that train lacks",
    ("csabstruct", "test" + UNSEEN): "CSAbstruct, test, abstracts that train lacks",
    ("csfcube", "all"): "The collection, all papers",
    ("csfcube", "queries"): "The collection, queries",
    ("csfcube", "candidates"): "The collection, candidates",
}


@dataclass(frozen=True)
class FacetScores:
    """The figures of one split: ``micro`` and its published counterpart, ``macro``, one per label.

    A figure is a fraction, or None where it is not defined; ``name`` says what was labelled.
    """

    name: str
    n_sentences: int
    micro: float | None
    published: float | None
    macro: float | None
    labels: list[float | None]


def collect_files(metrics: str) -> str:
    """Return the file of the section from that of its job."""
    return metrics


def build_section(run: RunLabel, files: str | Path) -> Fragment:
    """Return the section, which the page's sentence does not name."""
    content = make_facets_section(files)
    html = render_section(Path(__file__).parents[1], "facets", content)
    return Fragment(html, [("facets", "Facets")])


def make_facets_section(metrics: str | Path) -> dict[str, Any]:
    """Return what ``facets/section.html.jinja`` needs from facets/metrics.csv."""
    splits: dict[tuple[str, str], dict[str, dict[str, str]]] = {}
    for row in read_rows(metrics):
        splits.setdefault((row["data"], row["split"]), {})[row["metric"]] = row
    scores = [
        FacetScores(
            _DATA[split],
            int(rows["micro_f1"]["n_sentences"]),
            read_number(rows["micro_f1"]["value"]),
            read_number(rows["micro_f1"]["published"]),
            read_number(rows["macro_f1"]["value"]),
            [read_number(rows[f"f1_{label}"]["value"]) for label in LABELS],
        )
        for split, rows in splits.items()
    ]
    return {
        "labels": LABELS,
        "scores": scores,
        "with_published": any(score.published is not None for score in scores),
        "with_collection": any(data == "csfcube" for data, _ in splits),
    }
