"""The report's section on annotations."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from paperpool.collections.schemes import Scheme, read_scheme
from paperpool.io.csv_rows import read_rows
from paperpool.pages.fragments import Fragment, make_fragment
from paperpool.pages.run_info import RunLabel
from paperpool.pages.section import Part, Section, Text
from paperpool.workflow.report.annotation.agreement import (
    list_agreement,
    list_full_text,
    list_further,
)
from paperpool.workflow.report.annotation.collection import (
    list_facet_pairs,
    list_sizes,
    list_source_grades,
    read_collection,
)
from paperpool.workflow.report.annotation.progress import (
    list_annotators,
    list_import,
    list_practice,
)
from paperpool.workflow.report.annotation.reusability import list_reusability

_BEFORE = {"practice": list_practice, "imported": list_import}
_AFTER = {
    "annotators": list_annotators,
    "further": list_further,
    "full_text_agreement": list_full_text,
}
"""The parts before and after the agreement, by the files that they are made of."""


def build_section(
    label: RunLabel, files: Mapping[str, Any], settings: Mapping[str, Any]
) -> Fragment:
    """Return the sections of a run's files."""
    return make_fragment(list_sections(files))


def list_sections(files: Mapping[str, str | Path]) -> Iterator[Section]:
    """Yield the grading of the collection, its results, and its checks."""
    scheme = read_scheme(files["scheme"])
    rows = read_collection(files["collection"])
    of_release = any(row["published"] for row in read_rows(files["agreement"]))
    parts = list(_list_grading(files, scheme))
    parts += list_sizes(rows)
    yield Section("annotation", "Annotation", parts)

    pairs = list_facet_pairs(files["facet_pairs"], scheme.n_grades)
    yield Section("facet-pairs", "Grades for two facets", list(pairs), link="Two grades")
    sources = list_source_grades(files["source_grades"], rows, scheme)
    yield Section("source-grades", "Grades by source", list(sources), link="Sources")
    if "reusability" in files:
        parts = list_reusability(files["reusability"], of_release=of_release)
        yield Section("reusability", "Reusability", list(parts))


def _list_grading(files: Mapping[str, str | Path], scheme: Scheme) -> Iterator[Part]:
    """Yield how the grading went and how far those who graded agree."""
    yield Text(
        f"Two annotators grade each candidate from 0 to {scheme.max_grade}; an adjudicator settles "
        "the rest."
    )
    for name, list_parts in _BEFORE.items():
        if name in files:
            yield from list_parts(files[name])

    titles = scheme.slice_titles
    is_import = "imported" in files
    yield from list_agreement(files["agreement"], files["overruled"], titles, imported=is_import)

    for name, list_parts in _AFTER.items():
        if name in files:
            yield from list_parts(files[name], titles)
