"""Croissant metadata (MLCommons, version 1.0): JSON-LD that names files, licences and fields.

No date of the run stands in it, so equal exports are equal files.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from paperpool.io.files import hash_file, write_json
from paperpool.workflow.export import beir, layout
from paperpool.workflow.export.datasheet import Source
from paperpool.workflow.export.sheets import Sheet

VERSION = "1.0.0"
"""Of the layout: changed when files or columns do."""

_DATA = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))

CONTEXT: dict[str, Any] = _DATA["context"]
FORMATS: dict[str, str] = _DATA["formats"]
"""The terms of Croissant 1.0, and the kinds of files by ending."""

TYPES = {"string": "sc:Text", "int32": "sc:Integer"}
"""The types of columns; one of nested values is not described."""

RECORDS: dict[str, beir.Columns] = {
    layout.CORPUS: beir.corpus_columns(faceted=False),
    layout.QUERIES: beir.QUERIES,
    layout.SPLITS: dict.fromkeys(("query-id", "slice", "split"), "string"),
}
"""The columns of the files that are tables, beside those of a split."""

RECORDS_OF_SPLITS: dict[str, beir.Columns] = {
    layout.BEIR_QRELS: beir.QRELS,
    layout.BEIR_TOP_RANKED: beir.TOP_RANKED,
}
"""The same of a split's; its qrels as JSON lines are those of the table."""


def write_croissant(
    sheet: Sheet, sources: Sequence[Source], files: Sequence[str], folder: Path
) -> None:
    """Write croissant.json into ``folder``, about ``files`` in it."""
    write_json(folder / layout.CROISSANT, describe(sheet, sources, files, folder))


def describe(
    sheet: Sheet, sources: Sequence[Source], files: Sequence[str], folder: Path
) -> dict[str, Any]:
    """Return the metadata of ``files``, paths below ``folder``.

    Licences are URLs, or a sentence for an unstated one. Address and date are the release's, the
    first of the sources; another collection has its datasheet's address, and no date.
    """
    release = None
    address = layout.DATASHEET
    if sheet.is_released:
        release = sources[0]
        address = release.url

    licences: dict[str, None] = {}
    creators: dict[str, str] = {}
    for source in sources:
        licences[source.licence_url or f"{source.name}: no licence is stated"] = None
        for name in source.creators:
            creators[name] = source.creator_type

    described: dict[str, Any] = {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": sheet.name,
        "description": f"{sheet.title}. {sheet.summary}",
        "license": list(licences),
        "citeAs": " ".join(source.citation for source in sources),
        "creator": [{"@type": f"sc:{kind}", "name": name} for name, kind in creators.items()],
        "url": address,
        "version": VERSION,
        "isLiveDataset": False,
    }
    if release:
        described["datePublished"] = release.published
    addresses = [source.url for source in sources if source.url]
    if addresses:
        described["isBasedOn"] = addresses

    described["distribution"] = [_file(name, folder) for name in files]
    described["recordSet"] = [_records(name) for name in files if _columns(name)]
    return described


def _file(name: str, folder: Path) -> dict[str, str]:
    path = folder / name
    return {
        "@type": "cr:FileObject",
        "@id": name,
        "name": name,
        "contentUrl": name,
        "contentSize": f"{path.stat().st_size} B",
        "encodingFormat": FORMATS[path.suffix],
        "sha256": hash_file(path),
    }


def _columns(name: str) -> beir.Columns:
    """Return the columns of a file that is a table, empty for another."""
    for file, columns in RECORDS_OF_SPLITS.items():
        start, end = file.split("{split}")
        if name.startswith(start) and name.endswith(end):
            return columns
    return RECORDS.get(name, {})


def _records(name: str) -> dict[str, Any]:
    """Return the description of a table's columns but those of nested values."""
    record = name.rpartition(".")[0].replace("beir/", "")
    fields = []
    for column, kind in _columns(name).items():
        if kind == beir.JSON:
            continue
        field: dict[str, Any] = {
            "@type": "cr:Field",
            "@id": f"{record}/{column}",
            "name": column,
        }
        field |= _type(kind)
        field["source"] = {"fileObject": {"@id": name}, "extract": {"column": column}}
        fields.append(field)
    return {"@type": "cr:RecordSet", "@id": record, "name": record, "field": fields}


def _type(kind: str | list[str]) -> dict[str, Any]:
    if isinstance(kind, list):
        return {"dataType": TYPES[kind[0]], "repeated": True}
    return {"dataType": TYPES[kind]}
