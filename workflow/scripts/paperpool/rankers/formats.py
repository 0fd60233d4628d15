"""Read collections of each format in a job, and read and write their runs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperpool.collections.collection import Collection, OpenCollection
from paperpool.collections.csfcube_release import read_collection
from paperpool.collections.mdcr_collection import read_mdcr
from paperpool.collections.stored import read_stored
from paperpool.evaluation.pair_scores import read_run_scores, write_run_scores
from paperpool.evaluation.runs import Run, read_run, store_run, write_run

Outputs = Mapping[str, Sequence[str]]

Files = Mapping[str, Any]
"""A job's files by name; those of several runs are lists, run after run."""


@dataclass(frozen=True)
class Format:
    """Functions of a format: ``read`` a collection, ``write`` and ``read_run`` its runs."""

    read: Callable[[Files], Collection]
    write: Callable[[Run, Collection, Outputs], None]
    read_run: Callable[[str, Outputs, Collection], Run]

    def read_narrow(self, files: Files, depth: int | None) -> Collection:
        """Read a collection; the first ``depth`` of a ``first`` run, if any, are its candidates."""
        collection = self.read(files)
        if files.get("first") and isinstance(collection, OpenCollection):
            first = self.read_run("", {"runs": [files["first"]]}, collection)
            ranked = {pair: [i for i, _ in ranking[:depth]] for pair, ranking in first.items()}
            return collection.narrow(ranked)
        return collection

    def read_members(
        self, files: Files, names: Sequence[str], collection: Collection
    ) -> dict[str, Run]:
        """Read the runs or scores of the members of a fusion, by their names."""
        parts = {key: value for key, value in files.items() if key.endswith(("runs", "scores"))}
        return {
            name: self.read_run(name, share_files(parts, i, len(names)), collection)
            for i, name in enumerate(names)
        }


def _write_mdcr(run: Run, collection: Collection, files: Outputs) -> None:
    for split in collection.folds["all"]:
        write_run_scores(run, collection, split, files[f"{split}_scores"][0])


def _read_mdcr_run(name: str, files: Outputs, collection: Collection) -> Run:
    paths = {split: files[f"{split}_scores"][0] for split in collection.folds["all"]}
    return read_run_scores(name, paths, collection)


def _folder(files: Files) -> Path:
    return Path(files["collection"][0]).parent


def _write_named(run: Run, collection: Collection, files: Outputs) -> None:
    names = collection.topic_names()
    named = {(names[pair], pair[1]): ranking for pair, ranking in run.items()}
    write_run(named, files["runs"][0])


def _read_named(name: str, files: Outputs, collection: Collection) -> Run:
    topics = collection.topics()
    return {topics[topic]: ranking for (topic, _), ranking in read_run(files["runs"][0]).items()}


FORMATS = {
    "collection": Format(lambda files: read_stored(_folder(files)), _write_named, _read_named),
    "csfcube": Format(
        lambda files: read_collection(_folder(files)),
        lambda run, _, files: store_run(run, files["runs"][0], files["ranked"]),
        lambda _, files, collection: read_run(files["runs"][0]),
    ),
    "mdcr": Format(read_mdcr, _write_mdcr, _read_mdcr_run),
}


def share_files(files: Files, place: int, n_runs: int) -> dict[str, Sequence[str]]:
    """Return the files of the run at ``place`` among ``n_runs``: an equal share of each list."""
    parts: dict[str, Sequence[str]] = {}
    for name, value in files.items():
        listed = [value] if isinstance(value, str) else list(value)
        size = len(listed) // n_runs
        parts[name] = listed[place * size : (place + 1) * size]
    return parts


def name_formats(files: Files) -> list[str]:
    """Return the formats of the collections in a job's files."""
    named = {"collection": "csfcube", "test": "mdcr"}
    return [form for name, form in named.items() if files.get(name)]
