"""Assemble the rows of a user's files into a collection.

Rows read are rows kept and rows dropped, by reason. Faults that would silently change scores, such
as a missing judged topic, are errors; faults that only hinder rankers are counted.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, NamedTuple

from paperpool.collections.collection import (
    Judgments,
    OpenCollection,
    OpenPapers,
    Pair,
    name_papers,
)
from paperpool.collections.foreign_ids import IdCheck, compare_ids, find_foreign
from paperpool.collections.papers import Paper, PlainPaper, Question
from paperpool.collections.relevance import find_irrelevance
from paperpool.collections.schemes import Scheme, default_scheme
from paperpool.errors import Problem, UserError, name_some

ANY = ""
"""The part of a topic without one."""

BAD_ROWS = 5
"""Bad rows of a file of topics or judgments that an error lists."""


@dataclass(frozen=True)
class Topic:
    """A topic: its text, or the query paper under its id, and its part."""

    text: str = ""
    paper: Paper | PlainPaper | None = None
    paper_id: str = ""
    part: str = ANY


@dataclass(frozen=True)
class BadRow:
    """An unusable row: its file, its line, the reason, and its first characters."""

    file: str
    line: int
    reason: str
    text: str


@dataclass(frozen=True)
class Hints:
    """The hints of problems with a whole collection: they depend on where its rows come from."""

    documents: str = "Correct the path, or the format."
    judgments: str = "Correct the path, or the split."
    irrelevant: str = (
        "Correct the judgments, or the least grade that is relevant (relevant, in the settings of "
        "data.collections)."
    )


@dataclass
class Found:
    """Documents, topics, grades by topic, and optionally candidates by topic.

    Where several people judged, ``votes`` has what each of the ``judges`` gave a topic's document.
    ``read`` counts rows by kind (documents, topics, judgments), ``dropped`` the rows left out, by
    reason; ``bad`` are the unreadable ones. ``where`` has the file of each kind, ``hint`` is the
    hint for missing judged topics, ``hints`` are others. ``scheme`` has the facets and labels of a
    faceted collection. Grades of ``drawn_topics`` are drawn over all of these: one without a grade
    is none that was left out.
    """

    documents: dict[str, Paper | PlainPaper] = field(default_factory=dict)
    topics: dict[str, Topic] = field(default_factory=dict)
    grades: dict[str, dict[str, float]] = field(default_factory=dict)
    candidates: dict[str, list[str]] | None = None
    judges: Sequence[str] = ()
    votes: dict[str, Mapping[str, Sequence[int]]] = field(default_factory=dict)
    read: Counter[str] = field(default_factory=Counter)
    dropped: dict[str, Counter[str]] = field(default_factory=dict)
    bad: list[BadRow] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    where: Mapping[str, str] = field(default_factory=dict)
    hint: str = "Correct the topics or the judgments: both name a topic by its id."
    hints: Hints = Hints()
    scheme: Scheme = field(default_factory=default_scheme)
    drawn_topics: frozenset[str] = frozenset()

    @property
    def kept_topics(self) -> frozenset[str]:
        """The ids of topics with a judgment, and of those that grades are drawn of."""
        return self.drawn_topics.union(i for i, grades in self.grades.items() if grades)

    def drop(self, kind: str, reason: str) -> None:
        """Count a left-out row of a kind."""
        self.dropped.setdefault(kind, Counter())[reason] += 1

    def refuse(self, message: str, key: str, hint: str) -> None:
        """Add a problem of the file of ``key``."""
        self.problems.append(Problem(message, self.where.get(key, key), hint))

    def add_document(self, paper_id: str, paper: Paper | PlainPaper) -> bool:
        """Add a document unless its id is taken; return whether it was added."""
        if paper_id in self.documents:
            self.drop("documents", "duplicate_id")
            return False
        self.documents[paper_id] = paper
        return True

    def add_topic(self, topic_id: str, topic: Topic) -> None:
        """Add a topic; a second one of its id is a problem."""
        self.read["topics"] += 1
        if topic_id in self.topics:
            hint = "Give every topic an id of its own."
            self.refuse(f"The topic {topic_id!r} is there twice.", "topics", hint)
        self.topics[topic_id] = topic

    def add_grade(self, topic_id: str, document: str, grade: float) -> None:
        """Add a grade; a repeated one is counted, another one for the same pair is a problem."""
        self.read["judgments"] += 1
        grades = self.grades.setdefault(topic_id, {})
        if document not in grades:
            grades[document] = grade
        elif grades[document] == grade:
            self.drop("judgments", "repeated")
        else:
            both = f"{grades[document]} and {grade}"
            message = f"Topic {topic_id!r}: document {document!r} has the grades {both}."
            self.refuse(message, "qrels", "Leave one of them.")

    def list_votes(self) -> Iterator[tuple[str, str, str, int]]:
        """Yield the topic, the document, the judge and the grade of each vote, sorted by topic."""
        for topic_id, of_topic in sorted(self.votes.items()):
            for document, votes in sorted(of_topic.items()):
                for judge, vote in zip(self.judges, votes, strict=True):
                    yield topic_id, document, judge, vote

    def summarise(self, collection: OpenCollection) -> dict[str, Any]:
        """Count rows read, kept and dropped by reason, and odd rows that are kept."""
        kept = {
            "documents": len(self.documents),
            "topics": len(collection.judgments),
            "judgments": sum(len(judged.candidates) for judged in collection.judgments.values()),
        }
        summary: dict[str, Any] = {}
        for kind, n_kept in kept.items():
            dropped = self.dropped.get(kind, {})
            summary[kind] = {
                "read": self.read[kind],
                "kept": n_kept,
                "dropped": dict(sorted(dropped.items())),
            }

        papers = self.documents.values()
        summary["documents"]["blank"] = sum(
            not f"{paper.title}{paper.abstract}".strip() for paper in papers
        )
        n_ungraded = sum(not judged.candidates for judged in collection.judgments.values())
        if n_ungraded:
            summary["topics"]["ungraded"] = n_ungraded

        n_absent = 0
        for grades in self.grades.values():
            n_absent += sum(document not in self.documents for document in grades)
        summary["judgments"]["document_not_there"] = n_absent
        return summary


def assemble(found: Found, split: str, relevant: float, depth: int) -> OpenCollection:
    """Build the collection of the rows found; raise UserError with every problem.

    Unjudged topics are left out, unless grades are drawn of them. The collection is faceted if
    every topic's paper and every document have labelled sentences. A topic without a paper is a
    question with a key of its own.
    """
    _check(found, relevant)
    kept = found.kept_topics
    judged = {i: topic for i, topic in found.topics.items() if i in kept}
    for _ in range(len(found.topics) - len(judged)):
        found.drop("topics", "not_judged")

    asked = _add_query_papers(found, judged)
    pairs = asked.pairs
    papers = asked.papers
    if found.problems:
        raise UserError(found.problems)

    judgments = {}
    for topic_id, pair in pairs.items():
        grades = found.grades.get(topic_id, {})
        ids = tuple(sorted(grades))
        judgments[pair] = Judgments(ids, tuple(grades[i] for i in ids), {})

    candidates = {}
    if found.candidates:
        candidates = {pair: sorted(found.candidates[i]) for i, pair in pairs.items()}
    if candidates:
        # documents that nobody ranks would only be in the statistics of terms
        named = name_papers(candidates)
        papers = {i: paper for i, paper in papers.items() if i in named}

    facets = found.scheme.facet_names
    is_faceted = all(isinstance(paper, Paper) for paper in papers.values())
    is_faceted = is_faceted and all(part in facets for _, part in pairs.values())
    collection_class = OpenCollection if is_faceted else OpenPapers
    return collection_class(
        papers=dict(sorted(papers.items())),
        pools={},
        judgments=judgments,
        folds={"all": {split: sorted(judgments)}},
        relevant=relevant,
        candidates=candidates,
        depth=depth,
        questions=frozenset(asked.questions),
        names={pair: topic_id for topic_id, pair in pairs.items()},
        scheme=found.scheme,
    )


class _Asked(NamedTuple):
    """Documents and query papers, the pair of each topic, and the papers that are queries alone."""

    papers: dict[str, Paper | PlainPaper]
    pairs: dict[str, Pair]
    questions: set[str]


def _add_query_papers(found: Found, judged: Mapping[str, Topic]) -> _Asked:
    """Add the paper of each judged topic to the documents; two topics of a pair are a problem."""
    mark = mark_questions(found.documents)
    asked = _Asked(dict(found.documents), {}, set())
    taken: dict[Pair, str] = {}
    for topic_id, topic in judged.items():
        key = topic_id if topic.paper is None else topic.paper_id
        # with candidates of each topic nothing is searched, and a paper stays under its id
        keeps_id = found.candidates is not None or key in found.documents
        if topic.paper is None or not keeps_id:
            key = f"{mark}{key}"
            asked.questions.add(key)

        pair = (key, topic.part)
        first = taken.setdefault(pair, topic_id)
        if first != topic_id:
            found.refuse(
                f"The topic {topic_id!r} asks for the same part of paper {topic.paper_id!r} as "
                f"{first!r}.",
                "topics",
                "Give the topics other papers or parts, or no metadata.",
            )
        asked.pairs[topic_id] = pair
        paper = topic.paper or Question(key, "", topic.text)
        asked.papers.setdefault(key, replace(paper, paper_id=key))
    return asked


def mark_questions(documents: Collection[str]) -> str:
    """Return a prefix that begins no document's id."""
    mark = "?"
    while any(i.startswith(mark) for i in documents):
        mark += "?"
    return mark


def _check(found: Found, relevant: float) -> None:
    """Raise UserError if anything that was found would silently change scores."""
    missing = sorted(set(found.grades) - set(found.topics))
    if missing:
        message = f"{len(missing)} judged topics are not among the topics: {name_some(missing)}."
        found.refuse(message, "topics", f"{compare_ids(missing, found.topics)} {found.hint}")

    for kind, rows in (("documents", found.documents), ("topics", found.topics)):
        if not rows:
            unread = _tell_unread(found) if kind == "documents" else ""
            found.refuse(f"There are no {kind}.", kind, f"{found.hints.documents}{unread}")
    if not found.grades:
        found.refuse("There are no judgments.", "qrels", found.hints.judgments)
    elif found.documents:
        _check_judgments(found, relevant)
    if found.candidates is not None:
        _check_candidates(found, found.candidates)
    if found.problems:
        raise UserError(found.problems)


def _check_judgments(found: Found, relevant: float) -> None:
    """Refuse judgments of other documents, and such that no document is relevant by."""
    judged: set[str] = set()
    for of_topic in found.grades.values():
        judged.update(of_topic)
    unknown = judged - found.documents.keys()
    n_known = len(judged) - len(unknown)
    check = IdCheck("judged documents", "in the collection", n_known, len(judged))
    foreign = find_foreign(
        "The judgments", "qrels", [check], lambda _: (unknown, found.documents.keys())
    )
    if foreign:
        found.refuse(foreign.what, "qrels", f"{foreign.hint}{_tell_unread(found)}")

    if found.drawn_topics:  # a few drawn grades may well be low
        return
    grades = chain.from_iterable(of_topic.values() for of_topic in found.grades.values())
    qrels = found.where.get("qrels", "qrels")
    irrelevance = find_irrelevance(grades, relevant, qrels, found.hints.irrelevant)
    if irrelevance:
        found.problems.append(irrelevance)


def _check_candidates(found: Found, candidates: Mapping[str, Sequence[str]]) -> None:
    kept = found.kept_topics
    without = sorted(i for i in kept if i in found.topics and not candidates.get(i))
    if without:
        message = f"{len(without)} judged topics have no candidates: {name_some(without)}."
        found.refuse(message, "candidates", "List the candidates of every judged topic.")

    unknown = set(chain.from_iterable(candidates.values())) - found.documents.keys()
    if unknown:
        names = name_some(sorted(unknown))
        found.refuse(
            f"{len(unknown)} candidates are not among the documents: {names}.",
            "candidates",
            f"Candidates are ids of documents.{_tell_unread(found)}",
        )


def _tell_unread(found: Found) -> str:
    """Return a sentence of the documents that cannot be read; empty without one."""
    others = {file for kind, file in found.where.items() if kind != "documents"}
    bad = [row for row in found.bad if row.file not in others]
    if not bad:
        return ""
    first = f"{bad[0].file}, line {bad[0].line}: {bad[0].reason}"
    return f" {len(bad)} rows of documents cannot be read, the first {first}."
