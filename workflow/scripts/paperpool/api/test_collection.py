"""A test collection by its name or folder, read when it is first used; or of a user's data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from paperpool.api.frames import tabulate_grades, tabulate_papers, tabulate_queries
from paperpool.api.own_data import build_collection
from paperpool.api.wording import count, word_place
from paperpool.collections.collection import Collection, OpenCollection
from paperpool.errors import Problem, UserError, quote
from paperpool.scoring.adapters import find_adapter
from paperpool.scoring.places import find_place, list_releases, recognise
from paperpool.scoring.task import Place

if TYPE_CHECKING:
    import pandas as pd

_OWN = "pp.collection('mine', papers=..., queries=..., qrels=...)"


@dataclass(frozen=True, repr=False)
class TestCollection:
    """A test collection; ``place`` holds its benchmark and its folder.

    ``built`` is the collection of a user's data, in place of a folder. Its length is the number of
    its papers.
    """

    __test__ = False  # pytest collects what is called Test

    place: Place
    built: OpenCollection | None = None

    def __repr__(self) -> str:
        try:
            papers = count(len(self), "paper", "papers")
            counts = f"{papers}, {count(len(self.topics), 'query', 'queries')}"
        except UserError:
            counts = f"in {self.place.folder}"
        return f"<collection {self.name}: {counts}>"

    def __len__(self) -> int:
        return len(self.data.documents)

    @cached_property
    def papers(self) -> pd.DataFrame:
        """A row per paper: doc_id, title and abstract."""
        return tabulate_papers(self.data)

    @cached_property
    def queries(self) -> pd.DataFrame:
        """A row per judged query: query_id and text; of papers also query_paper, and part."""
        return tabulate_queries(self.data)

    @cached_property
    def qrels(self) -> pd.DataFrame:
        """A row per judgment: query_id, doc_id and relevance."""
        return tabulate_grades(self.data)

    @property
    def name(self) -> str:
        """The name in tables of scores."""
        return self.place.name

    @cached_property
    def data(self) -> Collection:
        """Papers, topics and grades; raises UserError for malformed files, and for CL-SciSumm."""
        if self.built is not None:
            return self.built
        return find_adapter(self.place.benchmark).open_data(self.place)

    @cached_property
    def topics(self) -> dict[str, tuple[str, str]]:
        """The pair of query paper and facet (or field) of each topic's id."""
        return self.data.topics()


def collection(
    name: str | Path,
    folder: str | Path | None = None,
    *,
    papers: object = None,
    queries: object = None,
    qrels: object = None,
    candidates: object = None,
    relevant: float = 1,
) -> TestCollection:
    """Return the test collection in a folder, or of your own data.

    ``name`` is ``csfcube``, ``csfcube-corpus``, ``mdcr`` or ``scisumm``; any other name is that of
    a collection in ``folder``, or, without a folder, any name that ``paperpool score --on`` takes,
    such as a collection that ``paperpool fetch`` has got.

    With ``papers``, ``queries`` and ``qrels`` any name will do. They are DataFrames, lists of
    mappings or tuples, or ``{id: {"title": ..., "abstract": ...}}``, ``{query: text}`` and
    ``{query: {document: grade}}``. ``candidates``, ``{query: [documents]}`` or a run, are what
    rankers order in place of all papers; grades from ``relevant`` on are relevant. Raises UserError
    if the folder holds no collection that is known, and with every problem of the data.
    """
    if isinstance(name, Path):
        name = str(name)
    if not isinstance(name, str) or not name.strip():
        message = f"A collection's name is a text, not {quote(name)}."
        raise UserError(
            Problem(message, "name", f"One of {', '.join(list_releases())}, or a folder.")
        )
    if not isinstance(folder, str | Path | None) or folder == "":
        message = f"A collection's folder is a path, not {quote(folder)}."
        raise UserError(Problem(message, "folder", "Give a path, or leave it out."))

    data = {"papers": papers, "queries": queries, "qrels": qrels, "candidates": candidates}
    if relevant != 1 or any(argument is not None for argument in data.values()):
        _check_own(name, folder, data)
        place = Place("collections", Path(), name)
        built = build_collection(papers, queries, qrels, candidates, relevant)
        return TestCollection(place, built)

    if folder is None or name in list_releases():
        path = None if folder is None else str(folder)
        try:
            return TestCollection(find_place(name, path))
        except UserError as error:
            problems = [word_place(problem, path) for problem in error.problems]
            raise UserError(problems) from error

    if not Path(folder).is_dir():
        message = f"There is no folder {str(folder)!r}."
        raise UserError(Problem(message, "folder", "Correct the path."))
    place = recognise(Path(folder))
    if place.benchmark == "collections":
        place = replace(place, name=name)
    return TestCollection(place)


def _check_own(name: str, folder: object, data: Mapping[str, object]) -> None:
    """Raise UserError for data that are not all there, and for a name or folder beside them."""
    problems = []
    if name in list_releases():
        message = f"{name} is the name of a release."
        problems.append(Problem(message, "name", "Give your own collection another one."))
    if folder is not None:
        message = "A collection is either in a folder or of papers, queries and qrels."
        problems.append(Problem(message, "folder", "Leave out the folder, or the other arguments."))
    else:
        for argument in ("papers", "queries", "qrels"):
            if data[argument] is None:
                message = f"The collection has no {argument}."
                problems.append(Problem(message, argument, f"Write {_OWN}."))
    if problems:
        raise UserError(problems)


def as_collection(value: object) -> TestCollection:
    """Return a collection, or the one that a text names, as ``collection`` does."""
    if isinstance(value, TestCollection):
        return value
    if isinstance(value, str | Path):
        return collection(value)
    message = f"A collection cannot be of type {type(value).__name__}."
    hint = f"Give what pp.collection returns; of your own data: {_OWN}."
    raise UserError(Problem(message, "collection", hint))
