"""A test collection as it is exported, of any benchmark."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from paperpool.collections.collection import Collection, OpenCollection, WholePapers
from paperpool.collections.found import ANY, mark_questions
from paperpool.collections.papers import Paper, PlainPaper, Question
from paperpool.collections.schemes import Scheme, default_scheme
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
    rows = []
    for topic, grades in sorted(qrels.items()):
        for paper, grade in sorted(grades.items()):
            rows.append((topic, paper, grade))
    return rows


Pair = tuple[str, str]
"""A topic of a collection of ours: its paper and its part."""

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
    collection have labelled sentences, its ``scheme`` says for which facets. ``n_unjudged`` topics
    are left out, as nothing of them is judged yet.
    """

    topics: list[Topic]
    documents: dict[str, Document]
    qrels: dict[str, Qrels]
    beir: dict[str, Qrels]
    candidates: Candidates
    places: list[Place]
    relevant: float
    faceted: bool
    scheme: Scheme
    n_unjudged: int

    @property
    def carries_scheme(self) -> bool:
        """Whether the scheme is exported too: one that readers would not take by themselves."""
        return self.faceted and self.scheme != default_scheme()

    @property
    def is_asked_by_papers(self) -> bool:
        """Whether some topic is no question."""
        return not all(topic.is_question for topic in self.topics)

    def grade_counts(self, split: str) -> Counter[int]:
        """Return how many judged pairs of a split have each grade."""
        counts: Counter[int] = Counter()
        for grades in self.qrels[split].values():
            counts.update(grades.values())
        return counts


WHOLE = "test"
"""The one TREC split of a CSFCube-style collection; the folds are further BEIR splits."""


def export_collection(collection: Collection) -> ExportedCollection:
    """Return a collection as it is exported; raise UserError for ids that TREC cannot hold.

    A topic's text is the paper's title and its part: the sentences of the facet, or the abstract.
    Of a collection of ours the judged candidates are the pool, without the query's own paper, as in
    the corrected protocol. Documents, grades and candidates of an open one are as they were read,
    but for topics without a grade.
    """
    n_unjudged = 0
    if isinstance(collection, OpenCollection):
        n_unjudged = len(collection.unjudged_topics)
        collection = collection.keep_judged()

    names = collection.topic_names()
    judged = {pair: _list_grades(collection, pair) for pair in sorted(names, key=names.__getitem__)}
    documents = _list_documents(collection, judged)
    mark = mark_questions(collection.documents)
    topics = [_make_topic(collection, pair, names[pair], mark) for pair in judged]

    ids = set(documents)
    ids.update(names.values())
    for grades in judged.values():
        ids.update(grades)
    ids.update(topic.paper_id for topic in topics if not topic.is_question)
    check_ids("papers and topics", ids)

    # folds are further splits of a collection like CSFCube; others have their own
    splits: dict[str, Qrels] = {}
    for split, pairs in collection.folds["all"].items():
        ordered = sorted(pairs, key=names.__getitem__)
        splits[split] = {names[pair]: judged[pair] for pair in ordered}

    qrels = splits
    beir = splits
    has_folds = not isinstance(collection, (OpenCollection, WholePapers))
    if has_folds:
        qrels = {WHOLE: {names[pair]: grades for pair, grades in judged.items()}}
        beir = qrels | splits

    candidates: Candidates = beir
    if isinstance(collection, OpenCollection):
        of_topics = {names[pair]: ranked for pair, ranked in collection.candidates.items()}
        candidates = {split: of_topics for split in splits if of_topics}

    papers = collection.papers
    exported_papers = set(documents)
    for pair in names:
        if not _is_question(collection, pair):
            exported_papers.add(pair[0])
    return ExportedCollection(
        topics=topics,
        documents={paper_id: _make_document(papers[paper_id]) for paper_id in documents},
        qrels=qrels,
        beir=beir,
        candidates=candidates,
        places=_list_places(collection, names),
        relevant=collection.relevant,
        faceted=all(isinstance(papers[paper_id], Paper) for paper_id in exported_papers),
        scheme=collection.scheme,
        n_unjudged=n_unjudged,
    )


def _make_document(paper: Paper | PlainPaper) -> Document:
    """Return a paper as a document, with its sentences if they are labelled."""
    return Document(paper.title, paper.abstract, *_list_labelled(paper))


def _list_places(collection: Collection, names: Mapping[Pair, str]) -> list[Place]:
    """Return the places of topics; of MDCR's benchmark all fields together are no slice."""
    is_of_mdcr = isinstance(collection, WholePapers) and not isinstance(collection, OpenCollection)
    places = []
    for slice_name, folds in collection.folds.items():
        if is_of_mdcr and slice_name == "all":
            continue
        for split, pairs in folds.items():
            for name in sorted(names[pair] for pair in pairs):
                places.append(Place(name, slice_name, split))
    return places


def _list_grades(collection: Collection, pair: Pair) -> dict[str, int]:
    """Return the grades of a pair; the query's own paper counts in an open collection alone."""
    grades = dict(collection.judgments[pair].grades())
    if not isinstance(collection, OpenCollection):
        grades.pop(pair[0], None)
    return grades


def _list_documents(collection: Collection, judged: Mapping[Pair, Mapping[str, int]]) -> list[str]:
    """Return the papers that can be found: candidates if there are any, else every document."""
    if collection.is_searched:
        return collection.documents

    listed: Mapping[Pair, Iterable[str]] = judged
    if isinstance(collection, OpenCollection):
        listed = collection.candidates
    documents: set[str] = set()
    for candidates in listed.values():
        documents.update(candidates)
    return sorted(documents)


def _is_question(collection: Collection, pair: Pair) -> bool:
    return isinstance(collection.papers[pair[0]], Question) and pair[1] == ANY


def _make_topic(collection: Collection, pair: Pair, name: str, mark: str) -> Topic:
    """Return a topic; a query that is no document has its paper's id, without ``mark``."""
    key, part = pair
    text = collection.headed_text(*pair)
    if _is_question(collection, pair):
        return Topic(name, text)

    paper_id = key
    if key in collection.questions:
        paper_id = key.removeprefix(mark)
    paper = collection.papers[key]
    return Topic(name, text, paper_id, part, paper.title, paper.abstract, *_list_labelled(paper))


def _list_labelled(paper: Paper | PlainPaper) -> tuple[tuple[str, ...], ...]:
    """Return a paper's sentences and their labels; empty if they have none."""
    if not isinstance(paper, Paper):
        return ()
    return paper.sentences, paper.labels


def check_ids(kind: str, ids: Iterable[str]) -> None:
    """Raise UserError if ids are ambiguous in a file with blanks between columns."""
    wrong = sorted({i for i in ids if i.split() != [i] or blank_controls(i) != i})
    if wrong:
        names = name_some([repr(paper_id) for paper_id in wrong])
        raise UserError(
            Problem(
                f"{len(wrong)} ids hold blanks or control characters, or are empty: {names}.",
                f"the {kind} that are exported",
                "TREC's files separate their columns by blanks: give the papers other ids.",
            )
        )
