"""The classes of a test collection, in memory.

Source: Mysore et al., "CSFCube: A Test Collection of Computer Science Research Articles for Faceted
Query by Example" (2021), sections 2 and 3, and the README of its release.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Self

from paperpool.collections.papers import Paper, PlainPaper
from paperpool.collections.schemes import UNGRADED, Scheme, default_scheme

Pair = tuple[str, str]
"""A topic: the ids of a query paper and of its part, in CSFCube a facet."""

Grade = Any
"""An int if it is whole, as in CSFCube and MDCR, else a float."""

STORED_FILES = ("papers.parquet", "topics.parquet", "grades.parquet", "collection.json")
"""The files of an ``OpenCollection`` as a run stores it (``stored``)."""


@dataclass(frozen=True)
class Pool:
    """The candidates of one query paper, and the sources of each; in MDCR these are its types."""

    candidates: tuple[str, ...]
    sources: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Judgments:
    """The grades of one (query, facet) pair, aligned with ``candidates``.

    A user's collection may have decimals; grades of a scheme are its numbers. A grade of an
    annotator may be ``UNGRADED``; an adjudicated one only during annotation.
    """

    candidates: tuple[str, ...]
    adjudicated: tuple[Grade, ...]
    annotators: dict[str, tuple[int, ...]]

    @property
    def is_settled(self) -> bool:
        """Whether every candidate has its adjudicated grade."""
        return UNGRADED not in self.adjudicated

    def grades(self) -> dict[str, Grade]:
        """Return the adjudicated grade of each candidate."""
        return dict(zip(self.candidates, self.adjudicated, strict=True))


@dataclass(frozen=True)
class Query:
    """A row of the release's query list: one (paper, facet) pair."""

    paper_id: str
    facet: str
    year: int | None = None
    title: str = ""
    paper_type: str = ""


@dataclass(frozen=True)
class Collection:
    """A test collection: topics, papers, grades, pools, slices and their folds.

    A topic is a pair of a query paper and a part, in CSFCube a facet, whose sentences are the
    query; abstracts are compared word by word (CSFCube, appendix C). ``judgments`` is keyed by
    topic, ``pools`` by query paper, ``folds`` (lists of topics) by slice and then fold or split.

    ``scheme`` has the facets, the labels of sentences and the grades; parts that are no facets, and
    grades that are no scheme's, do not use it. Candidates are relevant from the grade ``relevant``
    on, in CSFCube's format that of the scheme. ``depth`` is the length of a run, None
    for all. ``questions`` are papers that are queries alone: never retrieved, and in no statistics.
    ``validation`` names the split of the slice ``all`` that parameters may be tuned on.
    """

    papers: Mapping[str, Paper | PlainPaper]
    pools: Mapping[str, Pool]
    judgments: dict[Pair, Judgments]
    folds: dict[str, dict[str, list[Pair]]]
    queries: list[Query] = field(default_factory=list)
    relevant: float = 2
    depth: int | None = None
    questions: frozenset[str] = frozenset()
    scheme: Scheme = field(default_factory=default_scheme)

    validation: ClassVar[str | None] = None

    @cached_property
    def documents(self) -> list[str]:
        """The papers that can be retrieved, sorted."""
        return sorted(self.papers.keys() - self.questions)

    @cached_property
    def has_decimals(self) -> bool:
        """Whether any gain is no whole number."""
        return any(gain != int(gain) for gain in self.scheme.gains)

    @property
    def is_searched(self) -> bool:
        """Whether all papers are searched for a topic."""
        return False

    @property
    def relevant_gain(self) -> float:
        """The least gain of relevant candidates."""
        return self.scheme.relevant_gain

    def gains(self, pair: Pair) -> dict[str, Grade]:
        """Return the gain of each judged candidate of a pair: what its grade counts in NDCG.

        A candidate whose grade is not settled has ``UNGRADED``.
        """
        by_grade: dict[int, float] = {UNGRADED: UNGRADED}
        by_grade.update(enumerate(self.scheme.gains))
        return {i: by_grade[grade] for i, grade in self.judgments[pair].grades().items()}

    def pairs(self, facet: str | None = None) -> list[Pair]:
        """Return the judged (query, facet) pairs, sorted; optionally of one facet."""
        return sorted(pair for pair in self.judgments if facet in (None, pair[1]))

    def rankable(self, query: str, facet: str) -> list[str]:
        """Return the candidates to rank for a pair, by id: the judged ones but the query itself."""
        return sorted(set(self.judgments[query, facet].candidates) - {query})

    def unjudged(self, query: str, facet: str) -> set[str]:
        """Return the ids of the query's pool unjudged for the facet, and left out of runs."""
        return set(self.pools[query].candidates) - set(self.judgments[query, facet].candidates)

    def scored(self, query: str, facet: str) -> Set[str]:
        """Return the candidates that the scores of a pair are over.

        If all papers are searched, these are all of them: the query itself too, which is no
        candidate.
        """
        return set(self.judgments[query, facet].candidates)

    def bodies(self) -> list[Self]:
        """Return the collections whose papers share term statistics."""
        return [self]

    def topic_names(self) -> dict[Pair, str]:
        """Return the ids of all topics."""
        return {pair: pair_name(pair[0], self.part_name(pair[1])) for pair in self.pairs()}

    def topics(self) -> dict[str, Pair]:
        """Return the topics by their ids."""
        return {name: pair for pair, name in self.topic_names().items()}

    def part_name(self, part: str) -> str:
        """Return a facet's or field's name as topic ids have it, its blanks as hyphens."""
        return part.replace(" ", "-")

    def labelled(self, paper_id: str) -> Paper:
        """Return a paper of a faceted collection; raise TypeError if it is not labelled."""
        paper = self.papers[paper_id]
        if not isinstance(paper, Paper):
            raise TypeError(f"The sentences of {paper_id} have no labels.")
        return paper

    def query_text(self, query: str, part: str) -> str:
        """Return the text of a topic."""
        return self.part_text(query, part)

    def document_text(self, paper_id: str) -> str:
        """Return the searched text of a paper."""
        return self.papers[paper_id].abstract

    def headed_text(self, paper_id: str, part: str, joint: str = " ") -> str:
        """Return a paper's title, ``joint``, and its text for the part."""
        return f"{self.papers[paper_id].head(joint)}{self.part_text(paper_id, part)}"

    def part_text(self, paper_id: str, part: str) -> str:
        """Return a paper's sentences of the facet, joined by a space, or its abstract."""
        return " ".join(self.facet_sentences(paper_id, part))

    def facet_sentences(self, paper_id: str, part: str) -> list[str]:
        """Return a paper's sentences of the facet."""
        return self.labelled(paper_id).labelled_sentences(self.scheme.labels_of(part))

    def facet_mask(self, paper_id: str, part: str, title: bool = False) -> list[bool]:
        """Mark the title (if ``title``) and the sentences of a topic's facet."""
        labels = self.scheme.labels_of(part)
        return [title, *self.labelled(paper_id).mark_labelled(labels)]

    def list_sentences(self, papers: Iterable[str]) -> list[tuple[str, ...]]:
        """Return the title and, after it, the sentences of each of ``papers``."""
        listed: list[tuple[str, ...]] = []
        for paper_id in papers:
            paper = self.papers[paper_id]
            listed.append((paper.title,) + paper.sentences)
        return listed

    def paper_mask(self, paper_id: str) -> list[bool]:
        """Return whether a paper's title and each of its sentences is offered."""
        return [False] + [True] * len(self.papers[paper_id].sentences)


class OwnGrades(Collection):
    """A collection whose grades are no scheme's: a grade is its own gain."""

    @property
    def relevant_gain(self) -> float:
        """The least grade of relevant candidates."""
        return self.relevant

    def gains(self, pair: Pair) -> dict[str, Grade]:
        """Return the grade of each judged candidate of a pair."""
        return self.judgments[pair].grades()


class WholePapers(OwnGrades):
    """A collection without facets: titles and abstracts are both queries and documents."""

    def query_text(self, query: str, part: str) -> str:
        """Return the searched text of the query paper, whatever the part."""
        return self.document_text(query)

    def document_text(self, paper_id: str) -> str:
        """Return the title and the abstract, joined by a space."""
        paper = self.papers[paper_id]
        return f"{paper.head()}{paper.abstract}"

    def part_text(self, paper_id: str, part: str) -> str:
        """Return the whole abstract."""
        return self.papers[paper_id].abstract

    def facet_mask(self, paper_id: str, part: str, title: bool = False) -> list[bool]:
        """Mark all sentences, and the title if it is wanted or there."""
        has_title, *sentences = self.paper_mask(paper_id)
        return [has_title or title, *sentences]

    def paper_mask(self, paper_id: str) -> list[bool]:
        """Offer the title, unless it is empty, and all sentences."""
        paper = self.papers[paper_id]
        return [bool(paper.title.strip())] + [True] * len(paper.sentences)


@dataclass(frozen=True)
class OpenCollection(OwnGrades):
    """A user's collection: unjudged papers are ranked too, and count as not relevant.

    Instead of pools it may have ``candidates`` of each topic; otherwise all papers are searched.
    ``names`` are the topics' ids. A topic that grades are drawn of may have none yet.
    """

    candidates: Mapping[Pair, Sequence[str]] = field(default_factory=dict)
    names: Mapping[Pair, str] = field(default_factory=dict)

    @property
    def is_searched(self) -> bool:
        """Whether all papers are searched: no topic has candidates."""
        return not self.candidates

    @cached_property
    def has_decimals(self) -> bool:
        """Whether any grade is no whole number."""
        for judged in self.judgments.values():
            if any(grade != int(grade) for grade in judged.adjudicated):
                return True
        return False

    @cached_property
    def _searched(self) -> frozenset[str]:
        return frozenset(self.documents)

    def rankable(self, query: str, facet: str) -> list[str]:
        """Return the candidates of a topic, sorted by id; of one without, all documents."""
        if self.is_searched:
            return [i for i in self.documents if i != query]
        return sorted(self.candidates[query, facet])

    def unjudged(self, query: str, facet: str) -> set[str]:
        """Return no id: unjudged papers count."""
        return set()

    def scored(self, query: str, facet: str) -> Set[str]:
        """Return the candidates of a topic, or all documents if they are searched."""
        if self.is_searched:
            return self._searched  # a copy for each topic would take long
        return set(self.candidates[query, facet])

    def topic_names(self) -> dict[Pair, str]:
        """Return the ids that the user's files give the topics."""
        return {pair: self.names[pair] for pair in self.pairs()}

    @cached_property
    def unjudged_topics(self) -> frozenset[Pair]:
        """The topics of which nothing is judged yet."""
        return frozenset(pair for pair, found in self.judgments.items() if not found.candidates)

    def keep_judged(self) -> Self:
        """Return the collection without the topics of which nothing is judged yet."""
        without = self.unjudged_topics
        if not without:
            return self
        judged = {pair: found for pair, found in self.judgments.items() if pair not in without}
        [split] = self.folds["all"]
        return replace(
            self,
            judgments=judged,
            folds={"all": {split: sorted(judged)}},
            candidates={pair: ids for pair, ids in self.candidates.items() if pair in judged},
        )

    def narrow(self, candidates: Mapping[Pair, Sequence[str]]) -> Self:
        """Return the collection with these candidates of each topic, and only their papers.

        Topics without candidates are left out.
        """
        listed = {pair: ids for pair, ids in candidates.items() if ids}
        named = name_papers(listed)
        return replace(
            self,
            papers={i: paper for i, paper in self.papers.items() if i in named},
            judgments={pair: self.judgments[pair] for pair in listed},
            candidates=listed,
        )


class OpenPapers(WholePapers, OpenCollection):
    """A user's collection without facets."""


def pair_name(query: str, facet: str) -> str:
    """Return the id of a (query, facet) pair in splits and TREC runs."""
    return f"{query}_{facet}"


def name_papers(candidates: Mapping[Pair, Iterable[str]]) -> set[str]:
    """Return the ids of all query papers and of their candidates."""
    named: set[str] = set()
    for (query, _), ids in candidates.items():
        named.add(query)
        named.update(ids)
    return named
