"""The report's section on annotations."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperpool.io.csv_rows import read_rows
from paperpool.pages.fragments import Fragment, make_fragment
from paperpool.pages.run_info import RunLabel
from paperpool.pages.section import Part, Section, Text
from paperpool.report.annotation.agreement import list_agreement, list_full_text, list_further
from paperpool.report.annotation.collection import (
    list_facet_pairs,
    list_sizes,
    list_source_grades,
    read_collection,
)
from paperpool.report.annotation.judges import TABLES, list_judges
from paperpool.report.annotation.progress import (
    list_annotators,
    list_batches,
    list_import,
    list_practice,
)
from paperpool.report.annotation.reusability import list_reusability


@dataclass(frozen=True)
class AnnotationFiles:
    """The files of the annotation section; without runs there is no ``reusability``.

    ``imported`` are the counts of an import, ``stops`` the state of its batches, ``further`` its
    further passes. The files ``judge_…`` are the audit of model judges, all four or not one.
    """

    agreement: str | Path
    overruled: str | Path
    collection: str | Path
    facet_pairs: str | Path
    source_grades: str | Path
    reusability: str | Path | None = None
    imported: str | Path | None = None
    stops: str | Path | None = None
    practice: str | Path | None = None
    annotators: str | Path | None = None
    further: str | Path | None = None
    full_text_agreement: str | Path | None = None
    judge_counts: str | Path | None = None
    judge_agreement: str | Path | None = None
    judge_order: str | Path | None = None
    judge_rankers: str | Path | None = None


def reads(run: Any) -> AnnotationFiles:
    """Return the files of the section."""
    annotation = run.annotation
    files = dict(annotation.tables)
    files |= annotation.csv(*["practice"] * bool(run.practice.exports))
    if annotation.exports:
        files["imported"] = f"{annotation.below}/import.json"
        files |= annotation.csv(*["stops"] * annotation.judges_in_batches, "annotators")
        files |= annotation.csv(*["further"] * bool(annotation.further))
    return AnnotationFiles(**files)


def build_section(run: RunLabel, files: AnnotationFiles) -> Fragment:
    """Return the section, for the page."""
    return make_fragment(list_sections(files))


def list_sections(files: AnnotationFiles) -> Iterator[Section]:
    """Yield the grading of the collection, its results, and its checks."""
    rows = read_collection(files.collection)
    of_release = any(row["published"] for row in read_rows(files.agreement))
    yield Section("annotation", "Annotation", [*_list_grading(files), *list_sizes(rows)])
    pairs = list_facet_pairs(files.facet_pairs)
    yield Section("facet-pairs", "Grades for two facets", list(pairs), link="Two grades")
    sources = list_source_grades(files.source_grades, rows)
    yield Section("source-grades", "Grades by source", list(sources), link="Sources")
    if files.reusability:
        parts = list_reusability(files.reusability, of_release=of_release)
        yield Section("reusability", "Reusability", list(parts))
    judged = {name: path for name in TABLES if (path := getattr(files, f"judge_{name}"))}
    if len(judged) == len(TABLES):
        yield Section("judges", "Model judges", list(list_judges(judged)), link="Judges")


def _list_grading(files: AnnotationFiles) -> Iterator[Part]:
    """Yield how the grading went and how far those who graded agree."""
    yield Text("Two annotators grade each candidate from 0 to 3; an adjudicator settles the rest.")
    for path, made in (
        (files.practice, list_practice),
        (files.imported, list_import),
        (files.stops, list_batches),
    ):
        yield from made(path) if path else ()
    is_import = files.imported is not None
    yield from list_agreement(files.agreement, files.overruled, imported=is_import)
    for path, made in (
        (files.annotators, list_annotators),
        (files.further, list_further),
        (files.full_text_agreement, list_full_text),
    ):
        yield from made(path) if path else ()
