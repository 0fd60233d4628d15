"""What the report's annotation section is filled with."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperpool.annotation.reusability import DEPTH
from paperpool.benchmarks.csfcube import BENCHMARK
from paperpool.pages.fragments import Fragment, render_section
from paperpool.pages.reads import Reads
from paperpool.pages.run_info import RunLabel
from paperpool.report.annotation import charts
from paperpool.report.annotation.import_tables import (
    read_annotators,
    read_further_passes,
    read_import_counts,
)
from paperpool.report.annotation.judges_tables import MEASURE_NAMES as JUDGE_MEASURES
from paperpool.report.annotation.judges_tables import TABLES, AuditedJudge, read_judges
from paperpool.report.annotation.progress_tables import (
    COLUMN_NAMES,
    read_full_text,
    read_practice,
    read_stops,
)
from paperpool.report.annotation.reusability_table import (
    KIND_NAMES,
    TREATMENT_NAMES,
    read_reusability,
)
from paperpool.report.annotation.tables import (
    MEASURE_NAMES,
    STAGE_NAMES,
    read_agreement,
    read_collection_tables,
    read_overruled,
    read_overruled_range,
)


@dataclass(frozen=True)
class AnnotationFiles:
    """The files of the annotation section; without runs there is no ``reusability``.

    ``imported`` are the counts of an import, ``stops`` where its batches are, ``annotators`` tells
    how each judged, and ``further`` are its further passes, where there are,
    ``full_text_agreement`` is that of the passes from abstracts and full texts. The files
    ``judge_…`` are the audit of model judges, all of them or none. ``practice`` tells how
    annotators did in the practice round.
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


collect_files = AnnotationFiles
"""Makes the files of the section from those of its job."""


def reads(run: Any) -> Reads:
    """Return the files of the section."""
    annotation = run.annotation
    files = dict(annotation.tables)
    files |= annotation.csv(*["practice"] * bool(run.practice.exports))
    if annotation.exports:
        files["imported"] = f"{annotation.below}/import.json"
        files |= annotation.csv(*["stops"] * annotation.asks_batches, "annotators")
        files |= annotation.csv(*["further"] * bool(annotation.further))
    return Reads(files)


def build_section(run: RunLabel, files: AnnotationFiles) -> Fragment:
    """Return the section, which the page's sentence does not name."""
    content = make_annotation_section(files)
    links = [
        ("annotation", "Annotation"),
        ("facet-pairs", "Two grades"),
        ("source-grades", "Sources"),
    ]
    if content["reusability"]:
        links.append(("reusability", "Reusability"))
    if content["judges"]:
        links.append(("judges", "Judges"))
    return Fragment(render_section(Path(__file__).parents[1], "annotation", content), links)


def make_annotation_section(files: AnnotationFiles) -> dict[str, Any]:
    """Return what ``annotation/section.html.jinja`` needs."""
    agreement = read_agreement(files.agreement)
    tables = read_collection_tables(files.collection)
    pairs = charts.read_facet_pairs(files.facet_pairs)
    sources = charts.read_source_grades(files.source_grades)
    return {
        "agreement": agreement,
        "comparable": any(
            cell.below for rows in agreement.values() for row in rows for cell in row.cells
        ),
        "has_published_size": any(row.published for row in tables.statistics),
        "measures": MEASURE_NAMES,
        "measure_titles": BENCHMARK.measure_titles,
        "stages": STAGE_NAMES,
        "overruled": read_overruled(files.overruled),
        "overruled_range": read_overruled_range(files.overruled),
        "tables": tables,
        "facet_pairs": pairs,
        "facet_pairs_figure": charts.facet_pairs_map(pairs),
        "source_grades": sources,
        "source_grades_figure": charts.source_grades_bars(sources),
        "treatments": TREATMENT_NAMES,
        "above": dict.fromkeys(TREATMENT_NAMES.values(), 2),
        "left_out_kinds": KIND_NAMES,
        "run_depth": DEPTH,
        "imported": read_import_counts(files.imported) if files.imported else {},
        "stops": read_stops(files.stops) if files.stops else [],
        "practice": read_practice(files.practice) if files.practice else [],
        "annotators": read_annotators(files.annotators) if files.annotators else {},
        "further": read_further_passes(files.further) if files.further else {},
        "full_text": read_full_text(files.full_text_agreement) if files.full_text_agreement else [],
        "full_text_columns": COLUMN_NAMES,
        "reusability": read_reusability(files.reusability) if files.reusability else {},
        "judges": _read_judges(files),
        "judge_measures": JUDGE_MEASURES,
    }


def _read_judges(files: AnnotationFiles) -> list[AuditedJudge]:
    named = {name: getattr(files, f"judge_{name}") for name in TABLES}
    return read_judges(named) if all(named.values()) else []
