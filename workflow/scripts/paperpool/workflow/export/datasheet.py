"""A collection's datasheet, in Markdown, and its sources and licences.

Source: Gebru et al., "Datasheets for Datasets" (2021), for the headings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperpool.errors import Problem, UserError, name_some
from paperpool.io.csv_rows import read_rows
from paperpool.io.files import write_text
from paperpool.workflow.export.exported import ExportedCollection
from paperpool.workflow.export.sheets import Sheet


def write_datasheet(
    collection: ExportedCollection,
    sheet: Sheet,
    sources: Sequence[Source],
    files: Sequence[str],
    path: str | Path,
) -> None:
    """Write the datasheet of a collection whose data lies in ``files``."""
    counts = Counter((place.slice, place.split) for place in collection.places)
    places = []
    for (slice_name, split), n_topics in counts.items():
        places.append((slice_name, split, n_topics))

    text = sheet.render(
        collection=collection,
        grades=_count_grades(collection),
        places=places,
        files=files,
        **describe_licences(sources),
    )
    write_text(path, text)


def _count_grades(collection: ExportedCollection) -> dict[str, list[Any]]:
    """Return the head and the rows of the table of judged pairs by split and grade."""
    counts = {split: collection.grade_counts(split) for split in collection.qrels}
    grades = sorted(set().union(*counts.values()))
    header = ["split", "queries", "judged pairs"]
    header += [f"grade {grade}" for grade in grades]

    rows = []
    for split, of_split in counts.items():
        row = [split, len(collection.qrels[split]), of_split.total()]
        row += [of_split[grade] for grade in grades]
        rows.append(row)
    return {"header": header, "rows": rows}


def describe_licences(sources: Sequence[Source]) -> dict[str, Any]:
    """Return what the table of licences is made of: the sources, and those without a licence."""
    unlicensed = [source.name for source in sources if source.licence == NOT_STATED]
    return {"sources": sources, "unlicensed": unlicensed}


NOT_STATED = "none stated"
"""The licence of a source without a stated one: it permits no use."""


@dataclass(frozen=True)
class Source:
    """A row of licences.csv; ``creator_type``, Person or Organization, is of all ``creators``."""

    source: str
    name: str
    licence: str
    licence_url: str
    url: str
    published: str
    creators: tuple[str, ...]
    creator_type: str
    citation: str


def read_licences(path: str | Path) -> dict[str, Source]:
    """Return every source of the table, by its name in it."""
    sources = {}
    for row in read_rows(path):
        creators = tuple(row.pop("creators").split("; "))
        sources[row["source"]] = Source(creators=creators, **row)
    return sources


def find_sources(path: str | Path, names: Iterable[str]) -> list[Source]:
    """Return the sources called ``names``, each once; raise UserError for one that is not there."""
    known = read_licences(path)
    wanted = list(dict.fromkeys(names))
    unknown = [name for name in wanted if name not in known]
    if unknown:
        message = f"No source is called {name_some(unknown)}."
        hint = f"Add a row, or name one of {', '.join(known)}."
        raise UserError(Problem(message, str(path), hint))

    return [known[name] for name in wanted]
