"""Full texts of the demo, made of the sentences of several demo papers, and their citances.

A citance rephrases one to three neighbouring sentences of the reference paper: some of their rarer
words in another order, with a citation marker in one of computational linguistics' styles.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from paperpool.extras.demo.corpus_plan import Dirt, Plan
from paperpool.extras.demo.latent import CS
from paperpool.extras.demo.papers import DemoPaper, compose_papers

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
        texts = [self.title]
        for _, sentences in self.sections:
            texts += sentences
        return dict(enumerate(texts))


class Shelf:
    """Hands out papers of one field after the other, neighbours on neighbouring topics."""

    def __init__(self, plan: Plan) -> None:
        plain = np.flatnonzero((plan.dirt == Dirt.CLEAN) & (plan.twin_of < 0))
        field = plan.latent.field[plain]
        topic = plan.latent.topics[plain, 0]
        self._plan = plan
        self._order = plain[np.lexsort((plain, topic, field, field != CS))].tolist()
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
    sections = [("", tuple(sentences[:n_abstract]))]
    parts = np.array_split(np.array(sentences[n_abstract:], dtype=object), len(_SECTIONS))
    for title, part in zip(_SECTIONS, parts, strict=True):
        if len(part):
            sections.append((title, tuple(part)))
    authors = tuple(author.last for author in first.authors) or ("Nobody",)
    return FullText(first.text.title or "Untitled", authors, first.year or 2000, tuple(sections))


_OPENINGS = (
    "Following {marker}, we use the {words}.",
    "{marker} showed that the {words}.",
    "Our {words} is close to earlier work {marker}.",
    "The {words} was first described for another task {marker}.",
    "As in {marker}, the {words} of the input.",
)
_OTHERS = ("Lee", "Miller and Novak", "Okafor et al.", "Schulz")
_SPAN = (1, 1, 1, 2, 2, 3)
"""How many sentences a citance is about, each as likely as the others."""
_KEPT = 5
_STRAY = 2
"""Words of a cited sentence that a citance keeps, and words that it has of another one."""
_CONTEXT = 0.4
"""The share of citances that hold a sentence on something else, too."""


@dataclass(frozen=True)
class Citance:
    """A citing sentence, its marker, and the numbers of the sentences that it is about."""

    citing_id: str
    text: str
    marker: str
    cited: tuple[int, ...]


def write_citances(
    paper: FullText, citing: Mapping[str, FullText], n_citances: int, generator: Generator
) -> list[Citance]:
    """Return ``n_citances`` citances of ``paper``, the citing papers taking turns."""
    sentences = paper.numbered()
    counts: Counter[str] = Counter()
    for text in sentences.values():
        counts.update(set(_words(text)))

    found = []
    for i in range(n_citances):
        citing_id = list(citing)[i % len(citing)]
        span = _SPAN[generator.integers(len(_SPAN))]
        first = int(generator.integers(1, len(sentences) - span))
        cited = tuple(range(first, first + span))
        words: list[str] = []
        for sid in cited:
            words += _rarest(sentences[sid], counts, _KEPT, generator)
        stray = sentences[int(generator.integers(1, len(sentences)))]
        words += _rarest(stray, counts, _STRAY, generator)

        marker = _marker(i, paper)
        opening = _OPENINGS[generator.integers(len(_OPENINGS))]
        text = opening.format(marker=marker, words=" ".join(words))
        if generator.random() < _CONTEXT:
            others = list(citing[citing_id].numbered().values())
            text = f"{others[generator.integers(1, len(others))]} {text}"
        bare = marker[1:-1] if marker[0] in "([" else marker
        found.append(Citance(citing_id, text, bare, cited))
    return found


def _words(text: str) -> list[str]:
    return [word.lower() for word in re.findall(r"[A-Za-z]{4,}", text)]


def _rarest(text: str, counts: Counter[str], n_words: int, generator: Generator) -> list[str]:
    """Return some of a sentence's words, the rarer more likely, in a new order."""
    words = list(dict.fromkeys(_words(text)))
    kept = sorted(words, key=lambda word: counts[word] + 6 * generator.random())[:n_words]
    return [kept[i] for i in generator.permutation(len(kept))]


def _marker(number: int, paper: FullText) -> str:
    """Return the marker of the citance of a number: each style in its turn."""
    names = paper.authors
    year = paper.year
    if len(names) == 1:
        name = names[0]
    elif len(names) == 2:
        name = f"{names[0]} and {names[1]}"
    else:
        name = f"{names[0]} et al."
    styles = (
        f"({name}, {year})",
        f"{name} ({year})",
        f"({_OTHERS[number % len(_OTHERS)]}, {year - 3}; {name}, {year})",
        f"[{number + 3}]",
        f"({name} {year}a)",
        f"[{number + 3},{number + 9}]",
    )
    return styles[number % len(styles)]
