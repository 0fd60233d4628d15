"""The report's section on the sentence labeller."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from paperpool.benchmarks.registry import judged_benchmark
from paperpool.collections.collection import pair_name
from paperpool.evaluation.published import is_released_collection
from paperpool.io.csv_rows import read_number, read_rows
from paperpool.pages.fragments import Fragment, make_fragment
from paperpool.pages.grid import list_grid, numbers, parsed
from paperpool.pages.run_info import RunLabel
from paperpool.pages.section import Part, Section, Text
from paperpool.pages.wording import count, percent
from paperpool.workflow.facets.csabstruct import UNSEEN

_JUDGED = judged_benchmark().name
"""The data of the rows on the judged collection."""

_DATA = {
    ("csabstruct", "dev"): "CSAbstruct, dev",
    ("csabstruct", "test"): "CSAbstruct, test",
    ("csabstruct", "dev" + UNSEEN): "CSAbstruct, dev, abstracts that train lacks",
    ("csabstruct", "test" + UNSEEN): "CSAbstruct, test, abstracts that train lacks",
    (_JUDGED, "all"): "The collection, all papers",
    (_JUDGED, "queries"): "The collection, queries",
    (_JUDGED, "candidates"): "The collection, candidates",
}

_OF_LABEL = "f1_"
"""How the metric of a label begins; the labels are those of the run's scheme."""

_ABOUT = "The sentence labeller; micro-F1 is the share of sentences with the right label."
_SAME = (
    " The collection's labels are this labeller's own, so there is nothing to compare them with."
)
_OF_PUBLISHED = " The published score is of a sequential model with SciBERT (Cohan et al., 2019)."


class Origin(NamedTuple):
    """Where a collection's labels are from: a sentence, and the splits that no model labelled."""

    text: str
    by_people: tuple[str, ...]


CORRECTED = Origin(
    " Labels of queries were corrected by hand; those of candidates are a model's.",
    ("all", "queries"),
)
AS_GIVEN = Origin(
    " The collection's labels are as they were given: if a model made them, the table says how far "
    "two models agree.",
    (),
)
COMPOSED = Origin(
    " The collection's labels are what its sentences were composed as.",
    ("all", "queries", "candidates"),
)


@dataclass(frozen=True)
class FacetFiles:
    """The files of the section, and whether a sheet of labels corrected by hand was named.

    ``queries`` lists those of the collection, if there is one, ``released_queries`` those of
    CSFCube's release, whose labels were corrected.
    """

    metrics: str | Path
    queries: str | Path = ""
    released_queries: str | Path = ""
    has_sheet: bool = False

    @property
    def is_corrected(self) -> bool:
        """Whether people corrected the labels of the collection's queries."""
        if self.has_sheet or not self.queries:
            return self.has_sheet
        queries = [pair_name(row["pid"], row["facet"]) for row in read_rows(self.queries)]
        return is_released_collection(self.released_queries, queries)


def build_section(
    label: RunLabel, files: Mapping[str, Any], settings: Mapping[str, Any]
) -> Fragment:
    """Return the section of a run's files and settings."""
    inputs = FacetFiles(**files, **settings)
    origin = AS_GIVEN
    if inputs.is_corrected:
        origin = CORRECTED
    elif label.is_demo:
        origin = COMPOSED
    return make_fragment([make_facets_section(inputs.metrics, origin)])


def make_facets_section(metrics: str | Path, origin: Origin) -> Section:
    """Return the section: a row per split, in the order of facets/metrics.csv.

    ``origin`` is that of the collection's labels. A part of the collection has no row if its labels
    are the labeller's own: every score would be 100.
    """
    splits: dict[tuple[str, str], dict[str, dict[str, str]]] = {}
    for row in read_rows(metrics):
        splits.setdefault((row["data"], row["split"]), {})[row["metric"]] = row

    # labels that are the labeller's own are no reference
    judged = [split for split in splits if split[0] == _JUDGED]
    same = []
    for split in judged:
        if split[1] not in origin.by_people and _is_same(splits[split]):
            same.append(split)
    shown = {split: rows for split, rows in splits.items() if split not in same}
    has_published = any(rows["micro_f1"]["published"] for rows in shown.values())

    about = _ABOUT
    if judged:
        about += _SAME if same == judged else origin.text
    if has_published:
        about += _OF_PUBLISHED
    parts: list[Part] = [Text(about)]

    cells = {"micro": ("micro_f1", "value")}
    if has_published:
        cells["published"] = ("micro_f1", "published")
    cells["macro"] = ("macro_f1", "value")
    for metric in dict.fromkeys(chain.from_iterable(shown.values())):
        if metric.startswith(_OF_LABEL):
            cells[metric.removeprefix(_OF_LABEL)] = (metric, "value")
    lines = []
    for split, rows in shown.items():
        line = [_DATA[split], rows["micro_f1"]["n_sentences"]]
        for metric, column in cells.values():
            line.append(rows[metric][column] if metric in rows else "")
        lines.append(line)
    columns = [("labelled", 0), ("sentences", 1, parsed(count))]
    columns += numbers(cells, 2, parsed(partial(percent, digits=1)))
    caption = "F1 in %: micro, macro, and of each label."
    if lines:
        parts.append(list_grid("Facets of sentences", caption, columns, lines))
    return Section("facets", "Facets of sentences", parts, link="Facets")


def _is_same(rows: Mapping[str, Mapping[str, str]]) -> bool:
    """Return whether a split's labels are all as the labeller's."""
    return read_number(rows["micro_f1"]["value"]) == 1
