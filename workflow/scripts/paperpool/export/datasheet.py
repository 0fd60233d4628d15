"""A collection's datasheet, in Markdown, and its sources and licences.

Source: Gebru et al., "Datasheets for Datasets" (2021), for the headings.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from paperpool.errors import Problem, UserError, name_some
from paperpool.export.exported import ExportedCollection
from paperpool.io.csv_rows import read_rows
from paperpool.io.files import blank_controls, write_text


@dataclass(frozen=True)
class Sheet:
    """The texts on a collection beside its counts.

    ``name`` is for machines. ``is_released``: a published release, the first of its sources.
    ``settings`` are configured values; ``tables`` are further ones, a header and rows by title.
    """

    name: str
    title: str
    summary: str
    motivation: str
    composition: Sequence[str]
    collecting: Sequence[str]
    preprocessing: Sequence[str]
    uses: Sequence[str]
    limitations: Sequence[str]
    is_released: bool
    settings: Mapping[str, Any] = field(default_factory=dict)
    tables: Mapping[str, tuple[Sequence[str], Iterable[Sequence[Any]]]] = field(
        default_factory=dict
    )


def write_datasheet(
    collection: ExportedCollection,
    sheet: Sheet,
    sources: Sequence[Source],
    files: Sequence[str],
    path: str | Path,
) -> None:
    """Write the datasheet of a collection whose data lies in ``files``."""
    parts = [
        f"# {sheet.title}",
        sheet.summary,
        "The headings are those of Gebru et al., *Datasheets for Datasets* (2021).",
        "## Motivation",
        sheet.motivation,
        "## Composition",
        *_composition(collection, sheet),
        "## Collection process",
        *sheet.collecting,
        *_settings(sheet.settings),
        "## Preprocessing, cleaning and labelling",
        *sheet.preprocessing,
        "## Uses",
        *sheet.uses,
        _list(sheet.limitations),
        "## Distribution",
        "What the collection is made of, and the licences that go with it. Whoever passes it on "
        "keeps to all of them.",
        *list_licences(sources),
        "Files:",
        _list(f"`{name}`" for name in files),
        "## Maintenance",
        "Nobody maintains this copy: the same data, configuration and seed write the same bytes "
        "again. Faults of a source are for its makers, at the addresses above.",
    ]
    write_text(path, "\n\n".join(parts) + "\n")


def _composition(collection: ExportedCollection, sheet: Sheet) -> list[str]:
    grades = sorted({g for split in collection.qrels for g in collection.grade_counts(split)})
    rows = []
    for split, qrels in collection.qrels.items():
        counts = collection.grade_counts(split)
        rows.append([split, len(qrels), sum(counts.values()), *(counts[g] for g in grades)])
    places: dict[tuple[str, str], int] = {}
    for _, part, split in collection.places:
        places[part, split] = places.get((part, split), 0) + 1
    header = ["split", "queries", "judged pairs", *(f"grade {g}" for g in grades)]
    parts = [
        *sheet.composition,
        f"There are {len(collection.topics)} queries and {len(collection.documents)} "
        f"{'candidate papers' if collection.candidates else 'documents, any of which is asked for'}"
        f". What is found is relevant from grade {collection.relevant} on.",
        make_table(header, rows),
        "Queries by slice and split, as `splits.tsv` lists them:",
        make_table(["slice", "split", "queries"], [(*key, n) for key, n in places.items()]),
    ]
    for title, (names, cells) in sheet.tables.items():
        parts += [f"{title}:", make_table(names, cells)]
    return parts


def _settings(settings: Mapping[str, Any]) -> list[str]:
    if not settings:
        return []
    return [
        "It was built with these values of the configuration:",
        make_table(
            ["key", "value"], [(key, f"`{json.dumps(value)}`") for key, value in settings.items()]
        ),
    ]


def list_licences(sources: Sequence[Source]) -> list[str]:
    """Return a table of the sources and their licences, with a line on unstated ones."""
    rows = [
        (
            source.name,
            f"[{source.licence}]({source.licence_url})" if source.licence_url else source.licence,
            source.url or "–",
            source.citation,
        )
        for source in sources
    ]
    parts = [make_table(["source", "licence", "address", "to be cited"], rows)]
    if without := [source.name for source in sources if source.licence == NOT_STATED]:
        parts.append(
            f"No licence is stated by {', '.join(without)}: ask before passing that part on."
        )
    return parts


def _list(items: Iterable[str]) -> str:
    return "\n".join(f"- {item}" for item in items)


def make_table(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Return a table in Markdown; a cell stays on its line and in its column."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(map(_cell, line)) + " |" for line in lines)


def _cell(value: Any) -> str:
    return blank_controls(str(value)).replace("|", "\\|")


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
    return {
        row["source"]: Source(creators=tuple(row.pop("creators").split("; ")), **row)
        for row in read_rows(path)
    }


def find_sources(path: str | Path, names: Iterable[str]) -> list[Source]:
    """Return the sources called ``names``, each once; raise UserError for one that is not there."""
    known = read_licences(path)
    wanted = list(dict.fromkeys(names))
    if unknown := [name for name in wanted if name not in known]:
        what = f"No source is called {name_some(unknown)}."
        raise UserError(Problem(what, str(path), f"Add a row, or name one of {', '.join(known)}."))
    return [known[name] for name in wanted]
