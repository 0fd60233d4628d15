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
    names that ``read`` asks for, or None if the paths are of another form. ``run_files`` are the
    names of a run's files; under the first of them that a job has, each run has one file. A job
    has a collection of the form beside another one if it has the input ``key``.
    """

    name: str
    read: Callable[[Files], Collection]
    write: Callable[[Run, Collection, Outputs], None]
    read_run: Callable[[str, Outputs, Collection], Run]
    name_files: Callable[[Sequence[str]], Files | None]
    run_files: Sequence[str]
    key: str = ""

    def read_narrow(
        self, files: Files, first: str | Sequence[str], depth: int | None
    ) -> Collection:
        """Read a collection; the first ``depth`` of the run ``first``, if any, are its candidates.

        ``first`` is a file of a run, or empty.
        """
        collection = self.read(files)
        if not first or not isinstance(collection, OpenCollection):
            return collection

        run = self.read_run("", self.files_of_run({"runs": first}, 0), collection)
        candidates = {}
        for pair, ranking in run.items():
            candidates[pair] = [candidate for candidate, _ in ranking[:depth]]
        return collection.narrow(candidates)

    def read_members(
        self, files: Files, names: Sequence[str], collection: Collection
    ) -> dict[str, Run]:
        """Read the runs or scores of the members of a fusion, by their names."""
        members = {}
        for place, name in enumerate(names):
            members[name] = self.read_run(name, self.files_of_run(files, place), collection)
        return members

    def files_of_run(self, files: Files, place: int) -> dict[str, Sequence[str]]:
        """Return the files of the run at ``place``; a job lists those of its runs in their order.

        Files that are no run's are left out, and so are names that the job has no files of.
        """
        found: dict[str, Sequence[str]] = {}
        n_runs = 0
        for name in self.run_files:
            listed = files.get(name, [])
            if isinstance(listed, str):
                listed = [listed]

            if listed:
                n_runs = n_runs or len(listed)
                n_files = len(listed) // n_runs
                found[name] = listed[place * n_files : (place + 1) * n_files]
        return found
