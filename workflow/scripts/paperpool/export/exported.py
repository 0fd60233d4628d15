"""A test collection as it is exported, whichever benchmark it is of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from paperpool.errors import Problem, UserError, name_some
from paperpool.files import blank_controls


@dataclass(frozen=True)
class Topic:
    """A query: its paper, what it is asked for (a facet or a field) and what is searched with."""

    topic_id: str
    paper_id: str
    part: str
    title: str
    abstract: str
    text: str


class Document(NamedTuple):
    """A candidate's title and abstract."""

    title: str
    abstract: str


class Place(NamedTuple):
    """A topic's place: a slice that figures are reported for, and a split or fold of it."""

    topic_id: str
    slice: str
    split: str


Qrels = dict[str, dict[str, int]]
"""Of each topic the grades of its candidates, 0 among them: together they are its pool."""

Ranking = list[tuple[str, float]]
"""Candidates and their scores, best first."""

RankedRun = tuple[str, str, Iterator[tuple[str, Ranking]]]
"""A run: its split, its name and the ranking of each topic."""


@dataclass(frozen=True)
class ExportedCollection:
    """A collection: topics and documents sorted by id, qrels by split, and the topics' places.

    ``beir`` are the splits of the BEIR folder, of which there may be more. A candidate is relevant
    from the grade ``relevant`` on.
    """

    topics: list[Topic]
    documents: dict[str, Document]
    qrels: dict[str, Qrels]
    beir: dict[str, Qrels]
    places: list[Place]
    relevant: int

    def grade_counts(self, split: str) -> Counter[int]:
        """Return how many judged pairs of a split have each grade."""
        return Counter(grade for grades in self.qrels[split].values() for grade in grades.values())


def check_ids(kind: str, ids: Iterable[str]) -> None:
    """Raise UserError where ids could not be told apart in a file whose columns are blanks."""
    wrong = sorted({i for i in ids if i.split() != [i] or blank_controls(i) != i})
    if wrong:
        names = name_some([repr(i) for i in wrong])
        raise UserError(
            Problem(
                f"{len(wrong)} ids hold blanks or control characters, or are empty: {names}.",
                f"the {kind} that are exported",
                "TREC's files separate their columns by blanks: give the papers other ids.",
            )
        )
