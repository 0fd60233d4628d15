"""The dataset card of the BEIR folder, for Hugging Face's `datasets`, and so mteb.

Sources: Hugging Face, "Manual Configuration" of dataset cards; mteb's RetrievalDatasetLoader, for
the names of configurations and columns. `datasets` reads every configuration of a folder with the
reader of the first one's files: all are JSON lines.
"""

import re
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from paperpool.io.files import write_text
from paperpool.workflow.config.loading import dump_yaml
from paperpool.workflow.export import beir, layout
from paperpool.workflow.export.datasheet import Source, describe_licences
from paperpool.workflow.export.exported import WHOLE, ExportedCollection
from paperpool.workflow.export.sheets import Sheet
from paperpool.workflow.export.templates import render


def write_card(
    collection: ExportedCollection, sheet: Sheet, sources: Sequence[Source], path: str | Path
) -> None:
    """Write the card of a collection, and its sources."""
    tables = describe_files(collection)
    shown = next(iter(collection.beir))
    if WHOLE in collection.beir:
        shown = WHOLE
    head = {"pretty_name": sheet.title} | configure(tables)

    text = render(
        "card.md.jinja",
        head=dump_yaml(head),
        sheet=sheet,
        split=name_split(shown),
        has_candidates=bool(collection.candidates),
        has_metadata=any(beir.JSON in columns.values() for columns, _ in tables.values()),
        **describe_licences(sources),
    )
    write_text(path, text)


Tables = dict[str, tuple[beir.Columns, dict[str, str]]]
"""Of each configuration its columns, and its files by split."""


def describe_files(collection: ExportedCollection) -> Tables:
    """Return the configurations of a collection's folder."""
    splits = list(collection.beir)
    queries = beir.QUERIES
    if collection.is_asked_by_papers:
        queries = beir.QUERIES | beir.METADATA
    tables: Tables = {
        "default": (beir.QRELS, _by_split(layout.BEIR_QRELS_LINES, splits)),
        "corpus": (beir.corpus_columns(collection.faceted), {"corpus": layout.CORPUS}),
        "queries": (queries, {"queries": layout.QUERIES}),
    }
    if collection.candidates:
        tables["top_ranked"] = (beir.TOP_RANKED, _by_split(layout.BEIR_TOP_RANKED, splits))
    return tables


def configure(tables: Tables) -> dict[str, Any]:
    """Return the head of the card: the files of each configuration, and their columns."""
    folder = PurePosixPath(layout.CARD).parent
    configs = []
    for name, (columns, files) in tables.items():
        data_files = []
        for split, file in files.items():
            path = str(PurePosixPath(file).relative_to(folder))
            data_files.append({"split": split, "path": path})

        features = []
        for column, kind in columns.items():
            features.append({"name": column} | _type(kind))

        configs.append({"config_name": name, "data_files": data_files, "features": features})
    return {"configs": configs}


def _by_split(file: str, splits: Sequence[str]) -> dict[str, str]:
    return {name_split(split): file.format(split=split) for split in splits}


def name_split(split: str) -> str:
    """Return a split's name as `datasets` allows it: letters, digits and underscores."""
    return re.sub(r"\W", "_", split)


def _type(kind: str | list[str]) -> dict[str, str]:
    """Return the type of a column; nested ones are text, as mteb cannot stack unequal lists."""
    if isinstance(kind, list):
        return {"list": kind[0]}
    if kind == beir.JSON:
        return {"dtype": "string"}
    return {"dtype": kind}
