"""The form of a benchmark's collection in a job: how it is read, and its runs read and written."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from paperpool.collections.collection import Collection, OpenCollection
from paperpool.evaluation.runs import Run

Outputs = Mapping[str, Sequence[str]]

Files = Mapping[str, Any]
"""A job's files by name; those of several runs are lists, run after run."""


@dataclass(frozen=True)
class Form:
    """Functions of a form: ``read`` a collection, ``write`` and ``read_run`` its runs.

    Jobs call the form by its ``name``. ``name_files`` returns the files of a collection by the
    names that ``read`` asks for, or None if the paths are of another form. A job has a collection
    of the form beside another one if it has the input ``key``.
    """

    name: str
    read: Callable[[Files], Collection]
    write: Callable[[Run, Collection, Outputs], None]
    read_run: Callable[[str, Outputs, Collection], Run]
    name_files: Callable[[Sequence[str]], Files | None]
    key: str = ""

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


def share_files(files: Files, place: int, n_runs: int) -> dict[str, Sequence[str]]:
    """Return the files of the run at ``place`` among ``n_runs``: an equal share of each list."""
    parts: dict[str, Sequence[str]] = {}
    for name, value in files.items():
        listed = [value] if isinstance(value, str) else list(value)
        size = len(listed) // n_runs
        parts[name] = listed[place * size : (place + 1) * size]
    return parts
