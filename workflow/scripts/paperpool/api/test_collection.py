"""A test collection by its name or folder, read when it is first used."""

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from paperpool.collections.collection import Collection
from paperpool.collections.csfcube_corpus import open_corpus
from paperpool.collections.csfcube_release import read_collection
from paperpool.collections.mdcr_benchmark import name_splits
from paperpool.collections.mdcr_collection import read_mdcr
from paperpool.commands.scoring.places import CORPUS, RELEASES, find_place, recognise
from paperpool.commands.scoring.task import Place
from paperpool.errors import Problem, UserError, quote


@dataclass(frozen=True)
class TestCollection:
    """A test collection; ``place`` holds its benchmark and its folder."""

    __test__ = False  # pytest collects what is called Test

    place: Place

    @property
    def name(self) -> str:
        """The name in tables of scores."""
        return self.place.name

    @cached_property
    def data(self) -> Collection:
        """Papers, topics and grades; raises UserError for malformed files, and for CL-SciSumm."""
        folder = self.place.folder
        if self.name == CORPUS:
            return open_corpus(self.release)
        if self.place.benchmark == "csfcube":
            return self.release
        if self.place.benchmark == "mdcr":
            return read_mdcr(name_splits(folder))
        if self.place.benchmark == "scisumm":
            what = "CL-SciSumm has no rankings of papers: its runs are folders of sentences."
            hint = "Give pp.evaluate the folders of submissions; the workflow makes them."
            raise UserError(Problem(what, str(folder), hint))
        from paperpool.commands.scoring.collections import read_place

        return read_place(self.place)[0]

    @cached_property
    def release(self) -> Collection:
        """The release of CSFCube in the folder."""
        return read_collection(self.place.folder)

    @cached_property
    def topics(self) -> dict[str, tuple[str, str]]:
        """The pair of query paper and facet (or field) of each topic's id."""
        return self.data.topics()


def collection(name: str | Path, folder: str | Path | None = None) -> TestCollection:
    """Return the test collection in a folder.

    ``name`` is ``csfcube``, ``csfcube-corpus``, ``mdcr`` or ``scisumm``; any other name is that of
    a collection in ``folder``, or, without a folder, any name that ``paperpool score --on`` takes.
    Raises UserError if the folder holds no collection that is known.
    """
    if isinstance(name, Path):
        name = str(name)
    if not isinstance(name, str) or not name.strip():
        what = f"A collection's name is a text, not {quote(name)}."
        raise UserError(
            Problem(what, "name", f"One of {', '.join((*RELEASES, CORPUS))}, or a folder.")
        )
    if not isinstance(folder, str | Path | None) or folder == "":
        what = f"A collection's folder is a path, not {quote(folder)}."
        raise UserError(Problem(what, "folder", "Give a path, or leave it out."))

    if folder is None or name in (*RELEASES, CORPUS):
        try:
            return TestCollection(find_place(name, str(folder) if folder is not None else None))
        except UserError as error:
            raise UserError([_word_for_python(problem) for problem in error.problems]) from error
    if not Path(folder).is_dir():
        raise UserError(Problem("There is no such folder.", str(folder), "Correct the path."))
    place = recognise(Path(folder))
    return TestCollection(replace(place, name=name) if place.benchmark == "collections" else place)


def _word_for_python(problem: Problem) -> Problem:
    """Return a problem of the command's options in words of this function's arguments."""
    where = {"--on": "name", "--data": "folder"}.get(problem.where, problem.where)
    hint = problem.hint.replace("--data FOLDER", "folder=FOLDER")
    if "--" in hint:
        hint = "Correct the name or the folder."
    return Problem(problem.what, where, hint)


def as_collection(value: Any) -> TestCollection:
    """Return a collection, or the one that a text names, as ``collection`` does."""
    if isinstance(value, TestCollection):
        return value
    if isinstance(value, str | Path):
        return collection(value)
    what = f"A collection cannot be of type {type(value).__name__}."
    raise UserError(Problem(what, "collection", "Give what pp.collection returns."))
