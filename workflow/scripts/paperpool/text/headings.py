"""Find the headings of structured abstracts, and the labels of the sentences below them.

Many journals of medicine have their abstracts written below headings: "Methods: …", "RESULTS …".
Once an abstract's markup and line breaks are lost, a heading stands in the text as one of these:

- marked by a colon, a full stop, a dash or the line's end: "Methods: We", "METHODS. We";
- bare, before a word that begins a sentence: "Methods We", "Objective To";
- joined to that word: "MethodsWe".

An abstract is structured if it has two known headings or more. A single one, such as "Results:" in
the middle, does not say what the sentences above it are, nor where its own end, so it changes
nothing. Bare and joined headings are weaker signs: words that begin a title-like sentence
("Background Subtraction is …") look the same. If an abstract has no marked heading, two of its
headings must have different labels.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

_CAPITAL = "A-ZÀ-ÖØ-Þ"

_ENDINGS = rf"""
    (?P<colon>\s?:(?:\s?:)?\s*)
  | (?P<stop>\.\s*(?=[{_CAPITAL}0-9]) | \s?[-–—]\s?(?=[{_CAPITAL}0-9]) | [^\S\n]*\n\s*)
  | (?P<bare>\s+(?=[{_CAPITAL}]|[0-9]{{2}}))
  | (?P<joined>(?=[{_CAPITAL}][a-z\s]))
"""

_LEAD = re.compile(r"\s*(?:article\s+)?(?:abstract|summary|zusammenfassung)?[\s.:]*", re.IGNORECASE)
"""What may stand before the first heading, and is no text."""

_CLOSED = r"""["'”’»)\]}]*\s*$"""
_SENTENCE_END = re.compile(rf"[.!?]{_CLOSED}")
_CLAUSE_END = re.compile(rf"[.!?;:]{_CLOSED}")
_WORD_BEFORE = re.compile(r"(\S+)\s+$")
_JOINING = frozenset(
    "a an and & / by for from in of on or our the their these this to with".split()
)
"""Before these words a heading goes on, or a sentence speaks of a section."""

_TAIL = 40
"""Characters read before a heading."""

_UNKNOWN = re.compile(rf"(?P<name>[{_CAPITAL}][\w'’/&,\- ]{{1,48}}?)\s?:\s+(?=[{_CAPITAL}0-9])")
_MOST_WORDS = 5

_MOST_TIMES = 2
"""A heading that is repeated more often is of a book's table of contents."""

_CLAUSE = frozenset(
    "are as be been can did do does following follows had has have if include included includes "
    "is may our that these this those was we were which who will".split()
)
"""Words of clauses: a text with one of them before a colon is a sentence, no heading."""

_CAPITALS_GO_ON = re.compile(rf"[{_CAPITAL}]{{2}}\S*+(?!\s+[a-z])")
"""A word in capitals that no sentence begins with: an abbreviation has a plain word behind it."""

_BETWEEN_NAMES = re.compile(r"/|,|&|\band\b")


@dataclass(frozen=True)
class AbstractSection:
    """A part of a structured abstract: its text without a known heading.

    ``heading`` is in lower case, empty above the first one. ``label`` is None if the heading is
    unknown or joins several labels ("methods and results"): the sentences are the labeller's then.
    An unknown heading stays in the text, as it may be none.
    """

    heading: str
    is_known: bool
    label: str | None
    text: str


@dataclass(frozen=True)
class _Mark:
    """A heading in a text: its first character, that of its section's text, and its kind."""

    start: int
    end: int
    heading: str
    is_known: bool
    label: str | None = None
    is_weak: bool = False


class HeadingFinder:
    """Finds the headings of a table: heading in lower case, without colon -> label of sentences."""

    def __init__(self, headings: Mapping[str, str]):
        self._labels = {normalize_heading(name): label for name, label in headings.items()}
        patterns = []
        for name in sorted(self._labels, key=lambda name: (-len(name), name)):
            words = [r"(?:and|&)" if word == "and" else re.escape(word) for word in name.split()]
            patterns.append(r"\s+".join(words))

        name = f"(?:{'|'.join(patterns)})"
        joint = r"(?:\s*/\s*|\s*,\s*(?:(?:and|&)\s+)?|\s*&\s*|\s+and\s+)"
        names = rf"(?=[{_CAPITAL}])(?i:{name}(?:{joint}{name})*)"
        self._pattern = re.compile(rf"(?P<name>{names})(?:{_ENDINGS})", re.VERBOSE)

    def find_sections(self, abstract: str) -> list[AbstractSection] | None:
        """Return the sections of a structured abstract in order, or None of another one.

        Nothing but known headings, and the word *Abstract* before the first one, is lost.
        """
        if not self._labels:
            return None
        marks = list(self._find_known(abstract))
        if not _is_structured(marks):
            return None

        marks = [*marks, *_find_unknown(abstract, marks)]
        marks.sort(key=lambda mark: mark.start)
        sections = []
        lead = abstract[: marks[0].start].strip()
        if lead and not _LEAD.fullmatch(lead):
            sections.append(AbstractSection("", True, None, lead))

        ends = [mark.start for mark in marks[1:]] + [len(abstract)]
        for mark, end in zip(marks, ends, strict=True):
            text = abstract[mark.end : end].strip()
            sections.append(AbstractSection(mark.heading, mark.is_known, mark.label, text))
        return sections

    def _find_known(self, text: str) -> Iterator[_Mark]:
        """Yield the known headings of a text, and those that may go on as unknown ones."""
        last_end = 0
        place = 0
        while True:
            found = self._pattern.search(text, place)
            if found is None:
                return
            place = found.end("name")
            if not _may_begin(text, found, last_end):
                place = found.start() + 1
                continue

            heading = normalize_heading(found["name"])
            if _goes_on(text, found):
                yield _Mark(found.start(), found.start(), f"{heading} …", is_known=False)
                continue
            is_weak = found["bare"] is not None or found["joined"] is not None
            label = self._label_of(heading)
            yield _Mark(found.start(), found.end(), heading, True, label, is_weak)
            place = found.end()
            last_end = place

    def _label_of(self, heading: str) -> str | None:
        """Return the label of a heading; of several names, the one that all have, or None."""
        if heading in self._labels:
            return self._labels[heading]
        labels = set()
        for name in _BETWEEN_NAMES.split(heading):
            if name.strip():
                labels.add(self._labels.get(name.strip()))
        return labels.pop() if len(labels) == 1 else None


def normalize_heading(name: str) -> str:
    """Return a heading in lower case, ``&`` as *and*, single spaces, without punctuation around."""
    words = name.lower().replace("&", " and ").split()
    return " ".join(words).strip(" .:;-–—")


def _may_begin(text: str, found: re.Match[str], last_end: int) -> bool:
    """Return whether a heading may stand here: where a sentence begins, or before a colon."""
    start = found.start()
    if start == last_end or _LEAD.fullmatch(text, 0, start):
        return True
    before = text[max(0, start - _TAIL) : start]
    if _CLAUSE_END.search(before):
        return True

    # the full stop before it is missing
    word = _WORD_BEFORE.search(before)
    return found["colon"] is not None and word is not None and word[1].lower() not in _JOINING


def _goes_on(text: str, found: re.Match[str]) -> bool:
    """Return whether a bare heading in capitals may go on, as in ``DESIGN CONSIDERATIONS.``"""
    is_bare_capitals = found["bare"] is not None and found["name"].isupper()
    return is_bare_capitals and _CAPITALS_GO_ON.match(text, found.end()) is not None


def _is_structured(marks: list[_Mark]) -> bool:
    """Return whether these are the headings of a structured abstract."""
    known = [mark for mark in marks if mark.is_known]
    n_times = Counter(mark.heading for mark in known)
    if len(n_times) < 2 or max(n_times.values()) > _MOST_TIMES:
        return False
    if all(mark.is_weak for mark in known):
        return len({mark.label for mark in known} - {None}) >= 2
    return True


def _find_unknown(text: str, known: list[_Mark]) -> Iterator[_Mark]:
    """Yield the unknown headings of a structured abstract: few words before a colon."""
    section_starts = {0, *(mark.end for mark in known)}
    for found in _UNKNOWN.finditer(text):
        start = found.start()
        before = text[max(0, start - _TAIL) : start]
        if start not in section_starts and not _SENTENCE_END.search(before):
            continue
        if any(mark.start < found.end() and start < mark.end for mark in known):
            continue

        words = found["name"].lower().split()
        if len(words) <= _MOST_WORDS and _CLAUSE.isdisjoint(words):
            yield _Mark(start, start, normalize_heading(found["name"]), is_known=False)
