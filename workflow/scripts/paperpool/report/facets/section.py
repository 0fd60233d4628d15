"""The report's section on the sentence labeller."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from paperpool.collections.facets import LABELS
from paperpool.facets.csabstruct import UNSEEN
from paperpool.io.csv_rows import read_rows
from paperpool.pages.fragments import Fragment, make_fragment
from paperpool.pages.grid import list_grid, numbers, parsed
from paperpool.pages.run_info import RunLabel
from paperpool.pages.section import Section, Text
from paperpool.pages.wording import count, percent

_DATA = {
    ("csabstruct", "dev"): "CSAbstruct, dev",
    ("csabstruct", "test"): "CSAbstruct, test",
    ("csabstruct", "dev" + UNSEEN): "CSAbstruct, dev, abstracts that train lacks",
    ("csabstruct", "test" + UNSEEN): "CSAbstruct, test, abstracts that train lacks",
    ("csfcube", "all"): "The collection, all papers",
    ("csfcube", "queries"): "The collection, queries",
    ("csfcube", "candidates"): "The collection, candidates",
}

_ABOUT = "The sentence labeller; micro-F1 is the share of sentences with the right label."
_OF_COLLECTION = " Labels of queries were corrected by hand; those of candidates are a model's."
_OF_PUBLISHED = " The published score is of a sequential model with SciBERT (Cohan et al., 2019)."


@dataclass(frozen=True)
class FacetFiles:
    """The file of the section."""

    metrics: str | Path


def reads(run: Any) -> FacetFiles:
    """Return the file of the section."""
    return FacetFiles(**run.facets.csv("metrics"))


def build_section(run: RunLabel, files: FacetFiles) -> Fragment:
    """Return the section, for the page."""
    return make_fragment([make_facets_section(files.metrics)])


def make_facets_section(metrics: str | Path) -> Section:
    """Return the section: a row per split, in the order of facets/metrics.csv."""
    splits: dict[tuple[str, str], dict[str, dict[str, str]]] = {}
    for row in read_rows(metrics):
        splits.setdefault((row["data"], row["split"]), {})[row["metric"]] = row
    has_published = any(rows["micro_f1"]["published"] for rows in splits.values())
    places = {"micro": ("micro_f1", "value"), "published": ("micro_f1", "published")}
    places |= {"macro": ("macro_f1", "value")} | {name: (f"f1_{name}", "value") for name in LABELS}
    shown = {name: place for name, place in places.items() if has_published or name != "published"}
    lines = [
        [_DATA[split], rows["micro_f1"]["n_sentences"]]
        + [rows[metric][column] for metric, column in shown.values()]
        for split, rows in splits.items()
    ]
    columns = [("labelled", 0), ("sentences", 1, parsed(count))]
    columns += numbers(shown, 2, parsed(partial(percent, digits=1)))
    caption = "F1 in %: micro, macro, and of each label."
    has_collection = any(data == "csfcube" for data, _ in splits)
    about = _ABOUT + _OF_COLLECTION * has_collection + _OF_PUBLISHED * has_published
    table = list_grid("Facets of sentences", caption, columns, lines)
    return Section("facets", "Facets of sentences", [Text(about), table], link="Facets")
