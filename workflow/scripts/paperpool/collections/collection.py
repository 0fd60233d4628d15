"""What a test collection is made of, in memory.

Source: Mysore et al., "CSFCube: A Test Collection of Computer Science Research Articles for
Faceted Query by Example" (2021), sections 2 and 3, and the README of its release.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from paperpool.collections.facets import RELEVANT_GRADE, UNGRADED
from paperpool.collections.papers import Paper, PlainPaper


@dataclass(frozen=True)
class Pool:
    """The candidates of one query paper and, for each, the sources that gave it.

    In MDCR a candidate's sources are the types that it stands under.
    """

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
    """A whole test collection: topics, documents, grades, pools, slices and their folds.

    A topic is a pair: a query paper and the part that is asked for, a facet of the paper or the
    field that it is asked in. ``judgments`` is keyed by these pairs, ``pools`` by query paper,
    ``folds`` by slice and then fold or split, each a list of pairs.

    Where the collection is ``faceted`` a topic asks with the sentences of its facet, and what is
    compared word by word are abstracts (CSFCube, appendix C); else whole papers ask, and title and
    abstract are compared. A candidate is relevant from the grade ``relevant`` on. ``validation``
    names the split of the slice ``all`` that parameters may be tuned on; where there is one, a
    split's papers are a body of texts of its own.

    Collections of others are open: what nobody judged is ranked too, and counts as not relevant.
    They have ``candidates`` of each topic instead of pools, or none: then topics ask for any paper,
    and a run has the first ``depth``.
    ``questions`` are the papers that only ask: they are never found, and no statistics count them.
    ``names`` are the topics' ids where they are not made of the pair.
    """

    papers: Mapping[str, Paper | PlainPaper]
    pools: dict[str, Pool]
    judgments: dict[tuple[str, str], Judgments]
    folds: dict[str, dict[str, list[tuple[str, str]]]]
    queries: list[Query] = field(default_factory=list)
    faceted: bool = True
    relevant: int = RELEVANT_GRADE
    validation: str | None = None
    is_open: bool = False
    candidates: Mapping[tuple[str, str], Sequence[str]] = field(default_factory=dict)
    depth: int | None = None
    questions: frozenset[str] = frozenset()
    names: Mapping[tuple[str, str], str] = field(default_factory=dict)

    @cached_property
    def documents(self) -> list[str]:
        """The papers that can be found, sorted."""
        return sorted(self.papers.keys() - self.questions)

    @property
    def is_searched(self) -> bool:
        """Whether topics ask for any paper, as they have no candidate lists."""
        return self.is_open and not self.candidates

    def pairs(self, facet: str | None = None) -> list[tuple[str, str]]:
        """Return the judged (query, facet) pairs, sorted; of one facet when it is named."""
        return sorted(pair for pair in self.judgments if facet in (None, pair[1]))

    def rankable(self, query: str, facet: str) -> list[str]:
        """Return the candidates that are to be ranked for a pair, sorted by id.

        Of a facet the judged ones without the query itself; a paper that is asked for in several
        fields is ranked over its whole pool in each. Without pools they are all papers.
        """
        if self.is_searched:
            return [i for i in self.documents if i != query]
        if self.is_open:
            return sorted(self.candidates[query, facet])
        if self.faceted:
            return sorted(set(self.judgments[query, facet].candidates) - {query})
        return sorted(set(self.pools[query].candidates))

    def unjudged(self, query: str, facet: str) -> set[str]:
        """Return the ids of the query's pool that nobody judged for the facet, and none ranks."""
        if self.is_open:
            return set()
        return set(self.pools[query].candidates) - set(self.judgments[query, facet].candidates)

    def scored(self, query: str, facet: str) -> set[str]:
        """Return the candidates that figures of a pair are over."""
        if self.is_open:
            return set(self.rankable(query, facet))
        return set(self.judgments[query, facet].candidates)

    def bodies(self) -> list[Collection]:
        """Return the collections whose papers' words are counted together."""
        if self.validation is None:
            return [self]
        return [self.of_split(split) for split in self.folds["all"]]

    def of_split(self, split: str) -> Collection:
        """Return what the topics of a split name: they, their papers and their pools."""
        pairs = self.folds["all"][split]
        queries = {query for query, _ in pairs}
        named = queries | {i for query in queries for i in self.pools[query].candidates}
        return replace(
            self,
            papers={i: self.papers[i] for i in sorted(named)},
            pools={query: self.pools[query] for query in sorted(queries)},
            judgments={pair: self.judgments[pair] for pair in pairs},
        )

    def narrow(self, candidates: Mapping[tuple[str, str], Sequence[str]]) -> Collection:
        """Return the collection with these candidates of each topic, to be ranked anew.

        Papers are those that ask and those that are candidates; topics without any are left out.
        """
        listed = {pair: ids for pair, ids in candidates.items() if ids}
        named = {i for (query, _), ids in listed.items() for i in (query, *ids)}
        return replace(
            self,
            papers={i: paper for i, paper in self.papers.items() if i in named},
            judgments={pair: self.judgments[pair] for pair in listed},
            candidates=listed,
        )

    def topic_names(self) -> dict[tuple[str, str], str]:
        """Return the ids of all topics: ``<paper>_<facet>``, or the paper's own id.

        A paper that is asked for in several fields has a topic, and a pool, for each:
        ``<paper>_<field>``, blanks as hyphens.
        """
        n_asked = Counter(query for query, _ in self.judgments)
        return {
            (query, part): self.names.get((query, part))
            or (
                pair_name(query, self.part_name(part))
                if self.faceted or n_asked[query] > 1
                else query
            )
            for query, part in self.pairs()
        }

    def part_name(self, part: str) -> str:
        """Return a facet's or field's name as ids of topics have it, its blanks as hyphens."""
        return part.replace(" ", "-")

    def labelled(self, paper_id: str) -> Paper:
        """Return a paper of a faceted collection: one whose sentences have labels."""
        paper = self.papers[paper_id]
        if not isinstance(paper, Paper):
            raise TypeError(f"The sentences of {paper_id} have no labels.")
        return paper

    def query_text(self, query: str, part: str) -> str:
        """Return what a topic is searched with: its facet's sentences, or title and abstract."""
        if self.faceted:
            return " ".join(self.labelled(query).facet_sentences(part))
        return _join(self.papers[query])

    def document_text(self, paper_id: str) -> str:
        """Return what is searched of a paper: its abstract, or title and abstract."""
        paper = self.papers[paper_id]
        return paper.abstract if self.faceted else _join(paper)

    def headed_text(self, paper_id: str, part: str, joint: str = " ") -> str:
        """Return a paper's title, ``joint``, and its sentences of the facet, or its abstract."""
        return f"{self.papers[paper_id].head(joint)}{self.part_text(paper_id, part)}"

    def part_text(self, paper_id: str, part: str) -> str:
        """Return a paper's sentences of the facet, joined by a space, or its abstract."""
        if self.faceted:
            return " ".join(self.labelled(paper_id).facet_sentences(part))
        return self.papers[paper_id].abstract

    def facet_mask(self, paper_id: str, part: str, title: bool = False) -> NDArray[np.bool_]:
        """Tell of a paper's title and each of its sentences whether it is of a topic's facet.

        The title is where ``title`` says so. Where there are no facets all are but an empty title.
        """
        if self.faceted:
            return np.array([title, *self.labelled(paper_id).facet_labels(part)])
        paper = self.papers[paper_id]
        return np.array([title or bool(paper.title.strip()), *[True] * len(paper.sentences)])

    def paper_mask(self, paper_id: str) -> NDArray[np.bool_]:
        """Tell of title and sentences whether they are offered: the title where no facet is asked.

        An empty title is not.
        """
        paper = self.papers[paper_id]
        has_title = not self.faceted and bool(paper.title.strip())
        return np.array([has_title, *[True] * len(paper.sentences)])


def _join(paper: Paper | PlainPaper) -> str:
    return f"{paper.head()}{paper.abstract}"


def pair_name(query: str, facet: str) -> str:
    """Return the id of a (query, facet) pair as the splits and TREC runs write it."""
    return f"{query}_{facet}"
