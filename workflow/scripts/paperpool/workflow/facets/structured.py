"""Split abstracts into sentences, with the labels that headings of structured abstracts give them.

A label by a heading is the authors' own, so it is taken as gold. It is no prediction, and has no
probability. How often the labeller agrees is counted beside it.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from paperpool.errors import name_some
from paperpool.io.csv_rows import defuse, write_rows
from paperpool.text.headings import AbstractSection, HeadingFinder
from paperpool.text.sentences import split_sentences

HEADING_COLUMNS = (
    "heading",
    "known",
    "label",
    "abstracts",
    "sentences",
    "predicted_alike",
    "paper_id",
    "example",
)
"""The columns of the table of headings: ``label`` is empty if the sentences are the labeller's,
``predicted_alike`` is the number of sentences to which the labeller gives the heading's label, and
the example is the beginning of a first sentence."""

_EXAMPLE = 80
"""Characters of an example."""

_LOG = logging.getLogger("paperpool")


@dataclass(frozen=True)
class SplitPaper:
    """A paper's id and the sentences of its abstract.

    ``sections`` has the section of each sentence of a structured abstract, else nothing. ``fields``
    are the fields of study of a paper of the corpus, None of one of a collection, whose sentences
    may keep their ``labels``.
    """

    paper_id: str
    sentences: Sequence[str]
    sections: Sequence[AbstractSection] = ()
    fields: Sequence[str] | None = None
    labels: Sequence[str] = ()

    @property
    def gold_labels(self) -> list[str | None]:
        """The label that each sentence has, or that its heading gives it, or None."""
        if self.labels:
            return list(self.labels)
        if not self.sections:
            return [None] * len(self.sentences)
        return [section.label for section in self.sections]


class AbstractSplitter:
    """Splits abstracts into sentences by a table of headings (see ``HeadingFinder``), or none."""

    def __init__(self, headings: Mapping[str, str]):
        self._finder = HeadingFinder(headings)

    def split(self, paper_id: str, abstract: str, fields: Sequence[str] = ()) -> SplitPaper:
        """Return a paper's sentences; known headings are no part of them."""
        sections = self._finder.find_sections(abstract)
        if sections is None:
            return SplitPaper(paper_id, split_sentences(abstract), fields=fields)

        sentences: list[str] = []
        section_of: list[AbstractSection] = []
        for section in sections:
            in_section = split_sentences(section.text)
            sentences += in_section
            section_of += [section] * len(in_section)
        return SplitPaper(paper_id, sentences, section_of, fields)


@dataclass
class _HeadingCount:
    """What is counted of a heading, and its first example."""

    label: str | None
    is_known: bool
    paper_id: str
    example: str
    n_abstracts: int = 0
    n_sentences: int = 0
    n_predicted_alike: int = 0


@dataclass
class HeadingTally:
    """Counts the headings of structured abstracts; ``has_labeller``: others are predicted."""

    has_labeller: bool = True
    n_abstracts: int = 0
    _counts: dict[tuple[str, bool], _HeadingCount] = field(default_factory=dict)

    def add(self, paper: SplitPaper, predicted: Sequence[str]) -> None:
        """Count a paper whose sentences a labeller gave the labels ``predicted``."""
        if not paper.sections:
            return
        self.n_abstracts += 1
        counted: set[tuple[str, bool]] = set()
        for section, sentence, label in zip(
            paper.sections, paper.sentences, predicted, strict=True
        ):
            if not section.heading:
                continue
            key = (section.heading, section.is_known)
            if key not in self._counts:
                self._counts[key] = _HeadingCount(
                    section.label, section.is_known, paper.paper_id, sentence[:_EXAMPLE]
                )
            count = self._counts[key]
            if key not in counted:
                count.n_abstracts += 1
                counted.add(key)
            count.n_sentences += 1
            if section.label == label:
                count.n_predicted_alike += 1

    def write(self, path: str | Path) -> None:
        """Write the table of ``HEADING_COLUMNS``, the most frequent headings first."""
        rows = []
        for heading, count in self._sort():
            rows.append(
                (
                    defuse(heading),
                    "yes" if count.is_known else "no",
                    count.label or "",
                    count.n_abstracts,
                    count.n_sentences,
                    count.n_predicted_alike if count.label and self.has_labeller else "",
                    count.paper_id,
                    defuse(count.example),
                )
            )
        write_rows(path, HEADING_COLUMNS, rows)

    def log(self) -> None:
        """Log how many sentences have the label of their heading, and the unknown headings."""
        if not self.n_abstracts:
            return
        by_heading = [count for count in self._counts.values() if count.label]
        n_sentences = sum(count.n_sentences for count in by_heading)
        n_alike = sum(count.n_predicted_alike for count in by_heading)
        told = f"{n_sentences} of their sentences have the label of their heading"
        if self.has_labeller:
            share = 100 * n_alike / max(1, n_sentences)
            told += f", and the labeller gives the same label to {n_alike} of these ({share:.1f}%)"
        _LOG.info("%d abstracts are structured: %s", self.n_abstracts, told)
        unknown = [heading for heading, count in self._sort() if not count.is_known]
        if unknown:
            _LOG.info(
                "%d headings are not in the table, and do not label their sentences: %s",
                len(unknown),
                name_some(unknown),
            )

    def _sort(self) -> Iterable[tuple[str, _HeadingCount]]:
        """Return headings and their counts, the most frequent first."""
        named = [(heading, count) for (heading, _), count in self._counts.items()]
        return sorted(named, key=lambda item: (-item[1].n_abstracts, item[0], item[1].is_known))
