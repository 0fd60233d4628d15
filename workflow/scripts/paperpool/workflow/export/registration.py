"""Code that registers an exported collection with ir_datasets and as a task of mteb.

Sources: ir_datasets 0.6.3 (``ir_datasets.registry`` and its base classes of formats), mteb 2.26
(``AbsTaskRetrieval`` and ``TaskMetadata``). Each is a file in the folder of the export, which needs
nothing of paperpool. `studies/register_collection.py` has run both.
"""

import re
from pathlib import Path

from paperpool.io.files import write_text
from paperpool.workflow.export import layout
from paperpool.workflow.export.card import name_split
from paperpool.workflow.export.exported import ExportedCollection
from paperpool.workflow.export.sheets import Sheet
from paperpool.workflow.export.templates import render


def write_registration(collection: ExportedCollection, sheet: Sheet, folder: str | Path) -> None:
    """Write both files into the folder of an export."""
    grades = set()
    for qrels in collection.qrels.values():
        for judged in qrels.values():
            grades |= set(judged.values())

    text = render(
        "register_ir_datasets.py.jinja",
        name=sheet.name,
        splits=list(collection.qrels),
        grades={str(grade): f"grade {grade}" for grade in sorted(grades)},
    )
    # ir_datasets has grades as numbers, which are no keys of JSON
    text = re.sub(r'"(-?[0-9.]+)": "grade', r'\1: "grade', text)
    write_text(Path(folder, layout.REGISTER_IR_DATASETS), text)

    text = render(
        "register_mteb.py.jinja",
        title=sheet.title,
        task="".join(word.capitalize() for word in re.findall(r"[A-Za-z0-9]+", sheet.name)),
        summary=sheet.summary,
        has_candidates=bool(collection.candidates),
        eval_splits=[name_split(split) for split in collection.beir],
    )
    write_text(Path(folder, layout.REGISTER_MTEB), text)
