"""The form of CSFCube's collections and runs in jobs."""

from collections.abc import Sequence
from pathlib import Path

from paperpool.benchmarks.forms.form import Files, Form, Outputs
from paperpool.collections.collection import Collection
from paperpool.collections.csfcube_release import ABSTRACTS, read_collection
from paperpool.evaluation.runs import Run
from paperpool.evaluation.stored_runs import read_run, store_run


def _read(files: Files) -> Collection:
    return read_collection(Path(files["collection"][0]).parent)


def _write(run: Run, collection: Collection, files: Outputs) -> None:
    store_run(run, collection.scheme.facet_names, files["runs"][0], files["ranked"])


def _read_run(name: str, files: Outputs, collection: Collection) -> Run:
    return read_run(files["runs"][0])


def _name_files(paths: Sequence[str]) -> Files | None:
    if ABSTRACTS not in [Path(path).name for path in paths]:
        return None
    return {"collection": paths}


RUN_FILES = ("runs", "ranked", "corpus")

FORM = Form("csfcube", _read, _write, _read_run, _name_files, RUN_FILES, key="collection")
