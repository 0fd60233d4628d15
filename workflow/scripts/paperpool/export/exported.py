"""A test collection as it is exported, whichever benchmark it is of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from paperpool.collections.collection import Collection
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


WHOLE = "test"
"""The one TREC split of a faceted collection; the folds are further BEIR splits."""


def export_collection(collection: Collection) -> ExportedCollection:
    """Return a collection as it is exported; raise UserError for ids that TREC cannot hold.

    A topic's text is the paper's title and what it is asked for: the sentences of the facet, or the
    abstract. Its pool are its judged candidates; a paper's own id, which stands in the pool of one
    of CSFCube's queries, is none: so the corrected protocol has it.
    """
    names = name_topics(collection)
    judged = {
        pair: {i: grade for i, grade in of_pair.grades().items() if i != pair[0]}
        for pair, of_pair in collection.judgments.items()
    }
    candidates = sorted({i for grades in judged.values() for i in grades})
    check_ids("papers and topics", [*candidates, *(q for q, _ in names), *names.values()])
    splits = {
        split: {names[pair]: judged[pair] for pair in sorted(pairs, key=names.get)}
        for split, pairs in collection.folds["all"].items()
    }
    whole = {names[pair]: judged[pair] for pair in sorted(judged, key=names.get)}
    papers = collection.papers
    return ExportedCollection(
        topics=[
            Topic(
                name,
                *pair,
                papers[pair[0]].title,
                papers[pair[0]].abstract,
                collection.headed_text(*pair),
            )
            for pair, name in sorted(names.items(), key=lambda item: item[1])
        ],
        documents={i: Document(papers[i].title, papers[i].abstract) for i in candidates},
        qrels={WHOLE: whole} if collection.faceted else splits,
        beir={WHOLE: whole, **splits} if collection.faceted else splits,
        places=[
            Place(name, slice_, split)
            for slice_, folds in collection.folds.items()
            if collection.faceted or slice_ != "all"
            for split, pairs in folds.items()
            for name in sorted(map(names.get, pairs))
        ],
        relevant=collection.relevant,
    )


def name_topics(collection: Collection) -> dict[tuple[str, str], str]:
    """Return the ids of all topics: ``<paper>_<facet>``, or the paper's own id.

    A paper that is asked for in several fields has a topic, and a pool, for each:
    ``<paper>_<field>``, blanks as hyphens.
    """
    pairs = collection.pairs()
    n_asked = Counter(query for query, _ in pairs)
    return {
        (query, part): f"{query}_{collection.part_name(part)}"
        if collection.faceted or n_asked[query] > 1
        else query
        for query, part in pairs
    }


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
