"""The dataset card of the BEIR folder, for Hugging Face's `datasets`, and so mteb.

Sources: Hugging Face, "Manual Configuration" of dataset cards; mteb's RetrievalDatasetLoader, for
the names of configurations and columns. `datasets` reads every configuration of a folder with the
reader of the first one's files: all are JSON lines.
"""

import re
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from paperpool.config.loading import dump_yaml
from paperpool.export import beir, layout
from paperpool.export.datasheet import Sheet, Source, list_licences
from paperpool.export.exported import WHOLE, ExportedCollection
from paperpool.io.files import write_text

_USE = """```python
from mteb.abstasks.retrieval_dataset_loaders import RetrievalDatasetLoader

data = RetrievalDatasetLoader("path/to/beir", revision=None, split="{split}").load()
data["queries"], data["corpus"], data["relevant_docs"], data["top_ranked"]
```"""


def write_card(
    collection: ExportedCollection, sheet: Sheet, sources: Sequence[Source], path: str | Path
) -> None:
    """Write the card of a collection, and its sources."""
    tables = describe_files(collection)
    shown = WHOLE if WHOLE in collection.beir else next(iter(collection.beir))
    listed = (
        ", and `top_ranked` of each query the candidates to re-rank"
        if collection.candidates
        else "; no query has candidates of its own, all rank the whole corpus"
    )
    has_metadata = any(beir.JSON in columns.values() for columns, _ in tables.values())
    parts = [
        f"# {sheet.title}",
        sheet.summary,
        "A folder in BEIR's format. `datasets` and mteb load it as it is, with the head of this "
        "file: `default` are the grades, `corpus` what can be found, `queries` the "
        f"queries{listed}.",
        _USE.format(split=name_split(shown)),
        *(
            ["`metadata` is loaded as text, which is JSON (from version 4.1 of `datasets` on)."]
            if has_metadata
            else []
        ),
        "What the collection is, and what to bear in mind, stands in `datasheet.md`, in the "
        "folder above. What it is made of:",
        *list_licences(sources),
    ]
    head = dump_yaml({"pretty_name": sheet.title, **configure(tables)})
    write_text(path, f"---\n{head}---\n\n" + "\n\n".join(parts) + "\n")


Tables = dict[str, tuple[beir.Columns, dict[str, str]]]
"""Of each configuration its columns, and its files by split."""


def describe_files(collection: ExportedCollection) -> Tables:
    """Return the configurations of a collection's folder."""
    splits, metadata = list(collection.beir), {}
    if collection.is_asked_by_papers:
        metadata = beir.METADATA
    tables: Tables = {
        "default": (beir.QRELS, _by_split(layout.BEIR_QRELS_LINES, splits)),
        "corpus": (beir.corpus_columns(collection.faceted), {"corpus": layout.CORPUS}),
        "queries": (beir.QUERIES | metadata, {"queries": layout.QUERIES}),
    }
    if collection.candidates:
        tables["top_ranked"] = (beir.TOP_RANKED, _by_split(layout.BEIR_TOP_RANKED, splits))
    return tables


def configure(tables: Tables) -> dict[str, Any]:
    """Return the head of the card: the files of each configuration, and their columns."""
    folder = PurePosixPath(layout.CARD).parent
    return {
        "configs": [
            {
                "config_name": name,
                "data_files": [
                    {"split": split, "path": str(PurePosixPath(file).relative_to(folder))}
                    for split, file in files.items()
                ],
                "features": [{"name": column, **_type(kind)} for column, kind in columns.items()],
            }
            for name, (columns, files) in tables.items()
        ]
    }


def _by_split(file: str, splits: Sequence[str]) -> dict[str, str]:
    return {name_split(split): file.format(split=split) for split in splits}


def name_split(split: str) -> str:
    """Return a split's name as `datasets` allows it: letters, digits and underscores."""
    return re.sub(r"\W", "_", split)


def _type(kind: str | list[str]) -> dict[str, str]:
    """Return the type of a column; nested ones are text, as mteb cannot stack unequal lists."""
    if isinstance(kind, list):
        return {"list": kind[0]}
    return {"dtype": "string" if kind == beir.JSON else kind}
