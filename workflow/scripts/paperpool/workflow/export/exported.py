"""A test collection as it is exported, of any benchmark."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from paperpool.collections.collection import Collection, OpenCollection, WholePapers
from paperpool.collections.found import ANY, mark_questions
from paperpool.collections.papers import Paper, PlainPaper, Question
from paperpool.errors import Problem, UserError, name_some
from paperpool.io.files import blank_controls


@dataclass(frozen=True)
class Topic:
    """A query: its paper, its part (a facet or a field) and its text.

    ``sentences`` and ``labels`` are a faceted collection's; a question has a text alone.
    """

    topic_id: str
    text: str
    paper_id: str = ""
    part: str = ANY
    title: str = ""
    abstract: str = ""
    sentences: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()

    @property
    def is_question(self) -> bool:
        """Whether the query is no paper."""
        return not self.paper_id


class Document(NamedTuple):
    """A document: title, abstract and, in a faceted collection, labelled sentences."""

    title: str
    abstract: str
    sentences: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()


class Place(NamedTuple):
    """A topic's place: a slice that scores are reported for, and a split or fold of it."""

    topic_id: str
    slice: str
    split: str


Qrels = dict[str, dict[str, int]]
"""The grades of each topic's judged papers, 0 among them."""


def sort_qrels(qrels: Qrels) -> list[tuple[str, str, int]]:
    """Return (topic, paper, grade) of each judged paper, sorted."""
    return [
        (topic, paper, grade)
        for topic, grades in sorted(qrels.items())
        for paper, grade in sorted(grades.items())
    ]


Candidates = Mapping[str, Mapping[str, Iterable[str]]]
"""Of each split and topic the candidates that are ranked."""

Ranking = list[tuple[str, float]]
"""Candidates and their scores, best first."""

RankedRun = tuple[str, str, Iterator[tuple[str, Ranking]]]
"""A run: its split, its name and the ranking of each topic."""


@dataclass(frozen=True)
class ExportedCollection:
    """A collection: topics and documents sorted by id, qrels by split, and the topics' places.

    ``beir`` are the splits of the BEIR folder; ``candidates`` is by these, empty if any document
    may be ranked. Candidates are relevant from the grade ``relevant`` on. Papers of a ``faceted``
    collection have labelled sentences.
    """

    topics: list[Topic]
    documents: dict[str, Document]
    qrels: dict[str, Qrels]
    beir: dict[str, Qrels]
    candidates: Candidates
    places: list[Place]
    relevant: float
    faceted: bool

    @property
    def is_asked_by_papers(self) -> bool:
        """Whether some topic is no question."""
        return not all(topic.is_question for topic in self.topics)

    def grade_counts(self, split: str) -> Counter[int]:
        """Return how many judged pairs of a split have each grade."""
        return Counter(grade for grades in self.qrels[split].values() for grade in grades.values())


WHOLE = "test"
"""The one TREC split of a CSFCube-style collection; the folds are further BEIR splits."""


def export_collection(collection: Collection) -> ExportedCollection:
    """Return a collection as it is exported; raise UserError for ids that TREC cannot hold.

    A topic's text is the paper's title and its part: the sentences of the facet, or the abstract.
    Of a collection of ours the judged candidates are the pool, without the query's own paper, as in
    the corrected protocol. Documents, grades and candidates of an open one are as they were read.
    """
    names = collection.topic_names()
    judged = {pair: _list_grades(collection, pair) for pair in sorted(names, key=names.__getitem__)}
    documents = _list_documents(collection, judged)
    graded = (i for grades in judged.values() for i in grades)
    mark = mark_questions(collection.documents)
    topics = [_make_topic(collection, pair, names[pair], mark) for pair in judged]
    asking = (topic.paper_id for topic in topics if not topic.is_question)
    check_ids("papers and topics", {*documents, *graded, *asking, *names.values()})
    papers, is_open = collection.papers, isinstance(collection, OpenCollection)
    has_folds = not isinstance(collection, (OpenCollection, WholePapers))
    whose = {*documents, *(pair[0] for pair in names if not _is_question(collection, pair))}
    splits = {
        split: {names[pair]: judged[pair] for pair in sorted(pairs, key=names.__getitem__)}
        for split, pairs in collection.folds["all"].items()
    }
    whole = {WHOLE: {names[pair]: grades for pair, grades in judged.items()}}
    beir = whole | splits if has_folds else splits
    candidates: Candidates = beir
    if isinstance(collection, OpenCollection):
        of_topics = {names[pair]: ids for pair, ids in collection.candidates.items()}
        candidates = {split: of_topics for split in splits if of_topics}
    return ExportedCollection(
        topics=topics,
        documents={
            i: Document(papers[i].title, papers[i].abstract, *_list_labelled(papers[i]))
            for i in documents
        },
        qrels=whole if has_folds else splits,
        beir=beir,
        candidates=candidates,
        places=[
            Place(name, slice_, split)
            for slice_, folds in collection.folds.items()
            if has_folds or is_open or slice_ != "all"
            for split, pairs in folds.items()
            for name in sorted(names[pair] for pair in pairs)
        ],
        relevant=collection.relevant,
        faceted=all(isinstance(papers[i], Paper) for i in whose),
    )


Pair = tuple[str, str]


def _list_grades(collection: Collection, pair: Pair) -> dict[str, int]:
    grades = collection.judgments[pair].grades()
    own = set() if isinstance(collection, OpenCollection) else {pair[0]}
    return {i: grade for i, grade in grades.items() if i not in own}


def _list_documents(collection: Collection, judged: Mapping[Pair, Mapping[str, int]]) -> list[str]:
    """Return the papers that can be found: candidates if there are any, else every document."""
    if collection.is_searched:
        return collection.documents
    listed = collection.candidates if isinstance(collection, OpenCollection) else judged
    return sorted({i for ids in listed.values() for i in ids})


def _is_question(collection: Collection, pair: Pair) -> bool:
    return isinstance(collection.papers[pair[0]], Question) and pair[1] == ANY


def _make_topic(collection: Collection, pair: Pair, name: str, mark: str) -> Topic:
    """Return a topic; a query that is no document has its paper's id, without ``mark``."""
    (key, part), text = pair, collection.headed_text(*pair)
    if _is_question(collection, pair):
        return Topic(name, text)
    paper_id = key.removeprefix(mark) if key in collection.questions else key
    paper = collection.papers[key]
    return Topic(name, text, paper_id, part, paper.title, paper.abstract, *_list_labelled(paper))


def _list_labelled(paper: Paper | PlainPaper) -> tuple[tuple[str, ...], ...]:
    """Return a paper's sentences and their labels; empty if they have none."""
    return (paper.sentences, paper.labels) if isinstance(paper, Paper) else ()


def check_ids(kind: str, ids: Iterable[str]) -> None:
    """Raise UserError if ids are ambiguous in a file with blanks between columns."""
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
