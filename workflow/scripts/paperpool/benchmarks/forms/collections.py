"""The form of users' collections in jobs, as a run has stored them, and of their runs."""

from collections.abc import Sequence
from pathlib import Path

from paperpool.benchmarks.forms.form import Files, Form, Outputs
from paperpool.collections.collection import Collection
from paperpool.collections.stored import read_stored
from paperpool.evaluation.runs import Run
from paperpool.evaluation.stored_runs import read_run, write_run


def _read(files: Files) -> Collection:
    return read_stored(Path(files["collection"][0]).parent)


def _write(run: Run, collection: Collection, files: Outputs) -> None:
    names = collection.topic_names()
    named = {}
    for pair, ranking in run.items():
        _, part = pair
        named[names[pair], part] = ranking
    write_run(named, files["runs"][0])


def _read_run(name: str, files: Outputs, collection: Collection) -> Run:
    topics = collection.topics()
    named = read_run(files["runs"][0])
    return {topics[topic]: ranking for (topic, _), ranking in named.items()}


def _name_files(paths: Sequence[str]) -> Files | None:
    return None  # tables of papers and topics, which are read as they are


FORM = Form("collection", _read, _write, _read_run, _name_files, ("runs",))
