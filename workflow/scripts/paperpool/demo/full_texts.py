"""Full texts of the demo: long papers made of the sentences of several demo papers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from paperpool.demo.dirt import Dirt
from paperpool.demo.fields import COMPUTER_SCIENCE, FIELDS
from paperpool.demo.papers import DemoPaper, compose_papers
from paperpool.demo.plan import Plan

_SECTIONS = ("Introduction", "Related Work", "Model", "Data", "Experiments", "Results")


@dataclass(frozen=True)
class FullText:
    """A paper: its title, who wrote it and when, and its sections, the abstract first."""

    title: str
    authors: tuple[str, ...]
    year: int
    sections: tuple[tuple[str, tuple[str, ...]], ...]

    def numbered(self) -> dict[int, str]:
        """Return the sentences by their number; 0 is the title."""
        texts = [self.title, *(text for _, part in self.sections for text in part)]
        return dict(enumerate(texts))


class Shelf:
    """Hands out papers of one field after the other, neighbours on neighbouring topics."""

    def __init__(self, plan: Plan) -> None:
        plain = np.flatnonzero((plan.dirt == Dirt.CLEAN) & (plan.twin_of < 0))
        field, topic = plan.latent.field[plain], plan.latent.topics[plain, 0]
        first = field != FIELDS.index(COMPUTER_SCIENCE)
        self._plan = plan
        self._order = plain[np.lexsort((plain, topic, field, first))].tolist()
        self._next = 0

    def take(self, n_sentences: int, n_abstract: int) -> FullText:
        """Return a text of ``n_sentences``, the abstract of at most ``n_abstract`` among them."""
        papers: list[DemoPaper] = []
        sentences: list[str] = []
        while len(sentences) < n_sentences:
            at = self._next % len(self._order)
            [paper] = compose_papers(self._plan, [self._order[at]])
            papers.append(paper)
            sentences += paper.text.sentences
            self._next += 1
        return _lay_out(papers[0], sentences[:n_sentences], n_abstract)


def _lay_out(first: DemoPaper, sentences: list[str], n_abstract: int) -> FullText:
    """Return the sentences as an abstract and sections, under the title of one paper."""
    body = sentences[n_abstract:]
    parts = np.array_split(np.array(body, dtype=object), len(_SECTIONS))
    sections = [("", tuple(sentences[:n_abstract]))]
    sections += [
        (title, tuple(part)) for title, part in zip(_SECTIONS, parts, strict=True) if len(part)
    ]
    authors = tuple(author.last for author in first.authors) or ("Nobody",)
    return FullText(first.text.title or "Untitled", authors, first.year or 2000, tuple(sections))
