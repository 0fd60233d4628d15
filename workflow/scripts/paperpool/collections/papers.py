"""Papers of a test collection: a title and an abstract, whole or as labelled sentences."""

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from functools import cached_property
from itertools import compress
from typing import Any

from paperpool.text.sentences import split_sentences


@dataclass(frozen=True)
class Paper:
    """A query or candidate: its abstract as sentences, each with a label of a scheme.

    Under a scheme without labels its sentences have none.

    ``metadata`` is the release's further metadata (DOI, venue, authors) as it stands there,
    optional. ``others`` has the unread keys of its row. Neither counts in comparisons.
    """

    paper_id: str
    title: str
    sentences: tuple[str, ...]
    labels: tuple[str, ...]
    year: int | None = None
    metadata: Mapping[str, Any] | None = field(default=None, compare=False)
    others: Mapping[str, Any] = field(default_factory=dict, compare=False)

    @property
    def abstract(self) -> str:
        """The sentences joined by a space."""
        return " ".join(self.sentences)

    def head(self, joint: str = " ") -> str:
        """Return the title and ``joint``, to stand before a text of the paper."""
        return f"{self.title}{joint}"

    def mark_labelled(self, labels: Set[str]) -> list[bool]:
        """Return whether each sentence has one of ``labels``, those of a facet.

        A facet without labels is a question about the whole abstract: all sentences are its own.
        """
        if not labels:
            return [True] * len(self.sentences)
        return [label in labels for label in self.labels]

    def labelled_sentences(self, labels: Set[str]) -> list[str]:
        """Return the sentences with one of ``labels``, or all without labels."""
        return list(compress(self.sentences, self.mark_labelled(labels)))


@dataclass(frozen=True)
class PlainPaper:
    """A query or candidate without labelled sentences."""

    paper_id: str
    title: str
    abstract: str

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """The sentences of the abstract, as ``split_sentences`` parts them."""
        return tuple(split_sentences(self.abstract))

    def head(self, joint: str = " ") -> str:
        """Return the title and ``joint``, to stand before a text of the paper."""
        return f"{self.title}{joint}"


class Question(PlainPaper):
    """A query that is no paper: a text without a title."""

    def head(self, joint: str = " ") -> str:
        """Return no text."""
        return ""
