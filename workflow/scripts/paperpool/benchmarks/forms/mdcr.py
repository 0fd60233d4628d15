"""The form of MDCR's benchmark in jobs: files of pools and texts by split, and of scores."""

from collections.abc import Sequence
from pathlib import Path

from paperpool.benchmarks.forms.form import Files, Form, Outputs
from paperpool.collections.collection import Collection
from paperpool.collections.mdcr_benchmark import SPLITS
from paperpool.collections.mdcr_collection import read_mdcr
from paperpool.evaluation.pair_scores import read_run_scores, write_run_scores
from paperpool.evaluation.runs import Run


def _write(run: Run, collection: Collection, files: Outputs) -> None:
    for split in collection.folds["all"]:
        write_run_scores(run, collection, split, files[f"{split}_scores"][0])


def _read_run(name: str, files: Outputs, collection: Collection) -> Run:
    paths = {split: files[f"{split}_scores"][0] for split in collection.folds["all"]}
    return read_run_scores(name, paths, collection)


def _name_files(paths: Sequence[str]) -> Files | None:
    named = {Path(path).stem.removeprefix("mdcr_"): path for path in paths}
    if "test_data" not in named:
        return None
    return named


RUN_FILES = tuple(f"{split}_scores" for split in SPLITS)

FORM = Form("mdcr", read_mdcr, _write, _read_run, _name_files, RUN_FILES, key="test")
