"""Whether a collection's judgments tell what is irrelevant, or hardly anything but the relevant.

Of a pool that was judged, irrelevant documents included, a replay may ask for no others. Where
nearly all that was written down is relevant, as of Cranfield, whose makers went through all
documents, the collection counts as judged throughout: what has no judgment is irrelevant.
"""

from __future__ import annotations

from dataclasses import dataclass

from paperpool.collections.collection import Collection

MOSTLY_RELEVANT = 0.75
"""The share of relevant judgments from which a collection counts as judged throughout.

A pool that was judged has far less, 8% in CSFCube (grades 2 and 3); of Cranfield it is 88%.
"""


@dataclass(frozen=True)
class JudgedKind:
    """How many judgments a collection has, and how many of them say relevant."""

    n_judged: int
    n_relevant: int

    @property
    def share(self) -> float:
        """The share of the judgments that say relevant."""
        return self.n_relevant / self.n_judged if self.n_judged else 0.0

    @property
    def is_throughout(self) -> bool:
        """Whether the collection counts as judged throughout."""
        return self.share >= MOSTLY_RELEVANT


def tell_kind(collection: Collection) -> JudgedKind:
    """Return the kind of a collection, by all its judgments."""
    grades = [g for judged in collection.judgments.values() for g in judged.adjudicated]
    return JudgedKind(len(grades), sum(grade >= collection.relevant for grade in grades))


def count_asked(collection: Collection, kind: JudgedKind) -> int:
    """Return how many pairs of topic and document a replay asks for at most."""
    if kind.is_throughout and collection.is_searched:
        return len(collection.pairs()) * len(collection.documents)
    return sum(map(len, list_asked(collection, kind).values()))


def list_asked(collection: Collection, kind: JudgedKind) -> dict[tuple[str, str], list[str]]:
    """Return what a replay asks for of each topic, sorted: what was judged, or all.

    All are the topic's candidates where it has some, else all documents.
    """
    asked = {}
    for pair in collection.pairs():
        rankable = collection.rankable(*pair)
        judged = collection.judgments[pair].grades()
        asked[pair] = [i for i in rankable if kind.is_throughout or i in judged]
    return asked
