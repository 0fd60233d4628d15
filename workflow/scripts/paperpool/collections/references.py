"""References that name no paper, resolved by volume, page and year.

Citation indexes of the last century name a cited work by its first author, journal, volume, first
page and year. A paper of a collection is found by the last three; as different journals have the
same ones now and then, the journal's first letters or the first author have to agree as well.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


class Place(NamedTuple):
    """Where a work was printed: volume and first page without blanks, and year."""

    volume: str
    page: str
    year: int | None


class Reference(NamedTuple):
    """A work as a reference names it: the first author, the journal, and the place."""

    author: str
    journal: str
    place: Place


class Known(NamedTuple):
    """A paper that references may be to: its id, first author, journal and place."""

    paper_id: str
    author: str
    journal: str
    place: Place


RESOLVED = "resolved"
NO_YEAR = "no_year"
OTHER_YEAR = "year_without_papers"
NO_PLACE = "no_volume_or_page"
NOT_THERE = "no_paper_there"
OTHER_PAPER = "another_paper_there"
SEVERAL = "several_papers_there"
ITSELF = "the_paper_itself"
REASONS = (RESOLVED, NO_YEAR, OTHER_YEAR, NO_PLACE, NOT_THERE, OTHER_PAPER, SEVERAL, ITSELF)
"""What may come of a reference."""

_YEAR = re.compile(r"\b((?:18|19|20)[0-9]{2})\b")
_ISSUE = re.compile(r"\(([0-9]+)[^)]*\)")
_PAGE = re.compile(r"\bP\s+(?:suppl:)?[A-Za-z]?([0-9]+)")


def squeeze(text: str) -> str:
    """Return a text without blanks, as some stand inside numbers."""
    return "".join(text.split())


def read_place(source: str) -> Place:
    """Return the place in a source of Medline's form: ``Thorax. 1974 Nov. 63(6). P 843-8.``

    A series that counts supplements alone, ``1977. (269). P 1-93``, has their number as volume.
    What a source lacks, as that of a chapter, is empty.
    """
    year = _YEAR.search(source)
    if year is None:
        return Place("", "", None)
    page = _PAGE.search(source, year.end())
    if page is None:
        return Place("", "", int(year[1]))

    # between the year and the page: month and day, then the volume and the issue in brackets
    between = source[year.end() : page.start()]
    *_, numbers = between.strip(" .").rpartition(". ")
    volume = re.match(r"([0-9]+)", numbers) or _ISSUE.search(numbers)
    return Place(volume[1] if volume else "", page[1], int(year[1]))


def _letters(text: str) -> str:
    return re.sub(r"[^A-Z]", "", text.upper())


def _surname(author: str) -> str:
    """Return the letters of the first of an author's names, of which blanks may part initials."""
    words = re.split(r"[\s-]+", author.strip())
    if len(words) > 1 and len(words[0]) < 3:  # L-Heureux-P-R, De-Boeck-K
        return _letters("".join(words[:2]))
    return _letters(words[0])


def _is_same_work(reference: Reference, known: Known) -> bool:
    """Return whether a reference's journal or author is that of a paper at the same place."""
    journal = _letters(reference.journal)[:2]
    if journal and journal == _letters(known.journal)[:2]:
        return True
    author = _surname(known.author)
    return bool(author) and _letters(reference.author).startswith(author)


def _key(place: Place) -> Place:
    """Return a place without the letters of supplements (S43)."""
    volume = place.volume.upper().removeprefix("S").lstrip("0")
    page = place.page.upper().removeprefix("S").lstrip("0")
    return Place(volume, page, place.year)


@dataclass
class Resolver:
    """Finds the papers of references, and counts what comes of each (``REASONS``)."""

    known: Iterable[Known]
    counts: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._papers: dict[Place, list[Known]] = {}
        self._years = set()
        for paper in self.known:
            self._years.add(paper.place.year)
            if paper.place.volume and paper.place.page:
                self._papers.setdefault(_key(paper.place), []).append(paper)

    def look_up(self, reference: Reference) -> tuple[str | None, str]:
        """Return the id of a reference's paper, or None, and which of ``REASONS`` it is."""
        place = reference.place
        if place.year is None:
            return None, NO_YEAR
        if place.year not in self._years:
            return None, OTHER_YEAR
        if not place.volume or not place.page:
            return None, NO_PLACE
        there = self._papers.get(_key(place), [])
        if not there:
            return None, NOT_THERE

        same = [paper for paper in there if _is_same_work(reference, paper)]
        if len(same) > 1:  # letters on one page: their authors differ
            written = [
                paper
                for paper in same
                if _letters(reference.author).startswith(_surname(paper.author) or "?")
            ]
            same = written or same
        if len(same) == 1:
            return same[0].paper_id, RESOLVED
        return None, SEVERAL if same else OTHER_PAPER

    def resolve_all(self, paper_id: str, references: Sequence[Reference]) -> Iterator[str]:
        """Yield the other papers that a paper's references are to, each once."""
        seen = set()
        for reference in references:
            found, outcome = self.look_up(reference)
            if found == paper_id:
                outcome = ITSELF
            self.counts[outcome] += 1
            if outcome == RESOLVED and found not in seen:
                assert found is not None
                seen.add(found)
                yield found
