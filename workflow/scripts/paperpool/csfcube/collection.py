"""What a CSFCube-style test collection is made of, in memory.

Source: Mysore et al., "CSFCube: A Test Collection of Computer Science Research Articles for
Faceted Query by Example" (2021), sections 2 and 3, and the README of its release.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import compress

FACETS = ("background", "method", "result")
"""The facets that are queried; ``objective`` sentences count as background (section 3)."""

SLICES = (*FACETS, "all")
"""What figures are reported for; ``all`` pools the (query, facet) pairs of every facet."""

LABELS = ("background", "objective", "method", "result", "other")
"""The labels a sentence can have."""

FOLDS = ("fold1_dev", "fold2_dev", "fold1_test", "fold2_test")

MAX_GRADE = 3

UNGRADED = -1
"""An annotator's grade where they gave none (17 cells of the release)."""

RELEVANT_GRADE = 2
"""Grades run from 0 to 3; a candidate is relevant from this grade on (``ranking_eval.py``)."""


@dataclass(frozen=True)
class Paper:
    """A query or candidate: its abstract as sentences, each with a label of ``LABELS``."""

    paper_id: str
    title: str
    sentences: tuple[str, ...]
    labels: tuple[str, ...]
    year: int | None = None

    @property
    def abstract(self) -> str:
        """The sentences joined by a space."""
        return " ".join(self.sentences)

    def facet_labels(self, facet: str) -> list[bool]:
        """Tell of each sentence whether it is of ``facet``, objective merged into background."""
        wanted = {"background", "objective"} if facet == "background" else {facet}
        return [label in wanted for label in self.labels]

    def facet_sentences(self, facet: str) -> list[str]:
        """Return the sentences of ``facet``, objective merged into background."""
        return list(compress(self.sentences, self.facet_labels(facet)))


@dataclass(frozen=True)
class Pool:
    """The candidates of one query paper and, for each, the sources that gave it."""

    candidates: tuple[str, ...]
    sources: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Judgments:
    """The grades (0-3) of one (query, facet) pair, aligned with ``candidates``.

    A grade of an annotator may be ``UNGRADED``; an adjudicated one is so only where annotation is
    not finished, never in a collection.
    """

    candidates: tuple[str, ...]
    adjudicated: tuple[int, ...]
    annotators: dict[str, tuple[int, ...]]

    @property
    def is_settled(self) -> bool:
        """Whether every candidate has its adjudicated grade."""
        return UNGRADED not in self.adjudicated

    def grades(self) -> dict[str, int]:
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
    """A whole test collection.

    ``judgments`` is keyed by (query paper, facet), ``pools`` by query paper, ``folds`` by slice
    and then fold name, each fold a list of (query paper, facet).
    """

    papers: dict[str, Paper]
    pools: dict[str, Pool]
    judgments: dict[tuple[str, str], Judgments]
    folds: dict[str, dict[str, list[tuple[str, str]]]]
    queries: list[Query] = field(default_factory=list)

    def pairs(self, facet: str | None = None) -> list[tuple[str, str]]:
        """Return the judged (query, facet) pairs, sorted; of one facet when it is named."""
        return sorted(pair for pair in self.judgments if facet in (None, pair[1]))

    def rankable(self, query: str, facet: str) -> list[str]:
        """Return the judged candidates of a pair without the query itself, sorted by id."""
        return sorted(set(self.judgments[query, facet].candidates) - {query})

    def unjudged(self, query: str, facet: str) -> set[str]:
        """Return the ids that stand in the query's pool and were never judged for the facet."""
        return set(self.pools[query].candidates) - set(self.judgments[query, facet].candidates)


def pair_name(query: str, facet: str) -> str:
    """Return the id of a (query, facet) pair as the splits and TREC runs write it."""
    return f"{query}_{facet}"
