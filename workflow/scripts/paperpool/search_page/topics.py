"""The topics of a collection: example queries, and the grades of a question's topic."""

import re

from paperpool.collections.collection import Collection, OpenCollection, WholePapers
from paperpool.collections.facets import FACETS
from paperpool.errors import Problem, UserError, name_some
from paperpool.pages.wording import plural
from paperpool.search_page.model import WHOLE, Example, JudgedPair, Topic
from paperpool.search_page.questions import Question
from paperpool.search_page.sentences import sentences_of

_DIGITS = re.compile(r"([0-9]+)")

Pair = tuple[str, str]


class Topics:
    """The topics of a run's collection: by id for a user's collection, else by paper and facet."""

    def __init__(self, collection: Collection | None):
        self._collection = collection
        names = {} if not isinstance(collection, OpenCollection) else collection.topic_names()
        self._pairs = {names[pair]: pair for pair in sorted(names, key=lambda p: _order(names[p]))}

    def describe(self) -> tuple[Topic, ...]:
        """Return the topics, by their ids, numbers in them by their size."""
        if self._collection is None:
            return ()
        asking = ((i, self._collection.papers[q], part) for i, (q, part) in self._pairs.items())
        return tuple(Topic(i, p.title or p.abstract, self._facet(part)) for i, p, part in asking)

    def _facet(self, part: str) -> str:
        return WHOLE if isinstance(self._collection, WholePapers) else part

    def example(self, topic_id: str) -> Example:
        """Return a topic as an example; UserError without this id."""
        if self._collection is None or topic_id not in self._pairs:
            hint = f"Known: {name_some(list(self._pairs), 20)}." if self._pairs else ""
            where = "topics of the collection" if self._pairs else "a page without topics"
            raise UserError(Problem(f"There is no topic {topic_id!r}.", where, hint))
        paper_id, _ = self._pairs[topic_id]
        paper = self._collection.papers[paper_id]
        known = None if paper_id in self._collection.questions else paper_id
        return Example(known, paper.title, sentences_of(paper), topic=topic_id)

    def find_asked(self, question: Question) -> Pair | None:
        """Return the topic that a question searches unchanged, if any."""
        facet = question.settings.facet
        if self._pairs:
            others = question.more or question.less
            pair = self._pairs.get(question.example.topic)
            changed = (
                pair is None or question.settings.marked or others or facet != self._facet(pair[1])
            )
            return None if changed else pair
        judged = {} if self._collection is None else self._collection.judgments
        return next(((q, facet) for q in sorted(question.own) if (q, facet) in judged), None)

    def pairs(self) -> tuple[JudgedPair, ...]:
        """Return the judged (paper, facet) pairs of CSFCube's collection; else it is empty."""
        if self._collection is None or isinstance(self._collection, OpenCollection):
            return ()
        judged, papers = self._collection.judgments, self._collection.papers
        return tuple(
            JudgedPair(q, papers[q].title, facet, len(judged[q, facet].candidates))
            for q, facet in sorted(judged, key=lambda pair: (pair[0], FACETS.index(pair[1])))
        )

    def pool(self, question: Question) -> frozenset[str]:
        """Return the papers that were judged for a question's topic, or for its paper and facet.

        A whole abstract or marked sentences are of all facets. UserError without judgments.
        """
        settings, judged = question.settings, {}
        if self._collection is not None:
            judged = self._collection.judgments
        if self._pairs:
            pairs = [self._pairs[i] for i in [question.example.topic] if i in self._pairs]
        else:
            free = settings.marked or settings.facet == WHOLE
            facets = FACETS if free else (settings.facet,)
            pairs = [(q, facet) for q in question.own for facet in facets if (q, facet) in judged]
        if not pairs:
            what = "No papers were judged for this query."
            hint = "Search all papers, or choose a query of the collection and one of its facets."
            raise UserError(Problem(what, "judged pool", hint))
        return frozenset().union(*(judged[pair].candidates for pair in pairs))

    def grades(self, pair: Pair | None) -> dict[str, int]:
        """Return a topic's grades by paper; empty without a topic."""
        if pair is None or self._collection is None:
            return {}
        return self._collection.judgments[pair].grades()

    def note(self, question: Question) -> str | None:
        """Return a note on the judgments of the chosen topic, if any."""
        topic = question.example.topic
        if topic is None or self._collection is None:
            return None
        pair = self.find_asked(question)
        if pair is None:
            return f"This is not topic {topic} unchanged: its judgments are not shown."
        grades = self.grades(pair).values()
        least = self._collection.relevant
        n_relevant = sum(grade >= least for grade in grades)
        judged = f"Judged for topic {topic}: {plural(len(grades), 'paper')}"
        return f"{judged}, {n_relevant} of them relevant (from grade {least} on)."


def _order(topic_id: str) -> list[tuple[int, str]]:
    """Return a key that sorts 2 before 10: every other part of the id is a number."""
    parts = _DIGITS.split(topic_id)
    numbers = (p.lstrip("0") for p in parts)
    return [(len(n), n) if i % 2 else (0, parts[i]) for i, n in enumerate(numbers)]
