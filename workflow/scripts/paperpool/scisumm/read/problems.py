"""What is malformed in a release of CL-SciSumm, and what was done about it.

Nothing that is wrong in a file is passed over: each malformation is a line of ``malformed.csv``.
A way of writing that a file keeps to throughout (a suffix of its ids) is one line for the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # slow to import for those that read one run
    import pandas as pd

COLUMNS = ("split", "paper_id", "file", "row", "problem", "action", "text")

ACTIONS = ("kept", "repaired", "dropped", "unmatched")
"""Read as it is; read as it was meant; left out; kept beside what it could not be matched to."""

PROBLEMS = {
    # files and folders
    "not_utf8": "bytes that are no UTF-8 were read as Windows-1252",
    "other_file": "a file of a kind that the release's description does not name",
    "link": "a link, which may lead anywhere: it is not followed",
    "unsafe_name": "a name that cannot stand in a path",
    "unsafe_member": "a link, a device or a path that leaves the archive's folder",
    "too_large": "a file that is larger than any of the release",
    "older_set": "an older edition of a set that is read from a newer one",
    "no_reference_xml": "a reference paper without sentences",
    "no_annotation": "a reference paper without annotation file",
    "unknown_paper": "gold of a reference paper that is not in the set",
    # sentences
    "dtd": "a document type definition or a comment",
    "no_sentence": "a file without sentences",
    "no_sid": "a sentence without number: it trains word vectors, but cannot be chosen",
    "repeated_sid": "a sentence's number that stands earlier in the file",
    "unquoted_sid": "a sentence's number without quotation marks",
    "unclosed_sentence": "a sentence without end tag",
    "broken_tag": "a tag without its first or last angle bracket",
    "stray_end_tag": "an end tag without sentence",
    "text_outside_sentences": "text that no sentence holds",
    "empty_sentence": "a sentence without text",
    "nested_entity": "entities that are escaped more than once",
    "broken_entity": "an entity that is none: unknown, or broken by a space",
    "repeated_paper": "a paper (or its text) that was read from elsewhere",
    # rows
    "trailing_separator": "a separator after the last field",
    "separator_in_text": "a separator inside a field",
    "empty_field": "a separator beside another",
    "field_name": "another spelling of a field's name",
    "repeated_field": "a field that the row has twice",
    "missing_field": "a field that the row has not",
    "glued_rows": "a row on the line of the row before",
    "broken_line": "a row that goes on in the next line",
    "unreadable_row": "a line that holds no row",
    "unreadable_file": "a table without its header, or one that breaks off",
    "blank_row": "a row of empty cells",
    "column_name": "another name of a column",
    "missing_column": "a column that the file has not",
    "column_count": "more or fewer cells than columns",
    "id_suffix": "a file name in place of a paper's id",
    "no_annotator": "no annotator is named",
    "facet_spelling": "another spelling of a facet, which is not read",
    "wrong_paper": "the id of another reference paper",
    "empty_citation": "a citation without text",
    # offsets
    "offset_quotes": "a missing quotation mark in an offset",
    "offset_spaces": "stray spaces in an offset",
    "offset_brackets": "one bracket of two",
    "offset_separator": "an offset that is no list",
    "repeated_offset": "a sentence's number that the offset has twice",
    "na_spelling": "another spelling of NA",
    "no_sid_in_text": "the cited text names no sentence, the offset does: the offset is read",
    "offset_disagrees": "offset and cited text disagree: the text is read if its sentences exist",
    "no_span": "neither offset nor cited text names a sentence, nor says NA",
    "unknown_sentence": "the number of no sentence of the reference paper",
    # gold of the test set
    "no_counterpart": "a gold row whose citance is not among those of the test set",
    "repeated_citance": "a gold row whose citance its file has more often than the test set",
}
"""Each problem's name and what it says."""

MAX_TEXT = 200
"""Characters of the malformed text that are kept."""


@dataclass
class FileProblems:
    """The malformations of one file, in the order found."""

    split: str
    paper_id: str
    file: str
    found: list[tuple[int | None, str, str, str]] = field(default_factory=list)
    repeated: dict[tuple[str, str], tuple[int, str]] = field(default_factory=dict)

    def add(self, problem: str, action: str, text: str = "", row: int | None = None) -> None:
        """Add a malformation; ``row`` (from 1) is None where it concerns the file."""
        _check(problem, action)
        self.found.append((row, problem, action, text))

    def repeat(self, problem: str, action: str, text: str = "") -> None:
        """Count one more of a malformation that is told once for the whole file."""
        _check(problem, action)
        n, first = self.repeated.get((problem, action), (0, text))
        self.repeated[problem, action] = (n + 1, first)

    def lines(self) -> Iterator[tuple[str, str, str, int | None, str, str, str]]:
        """Yield the lines of the table: those of the file first."""
        place = (self.split, self.paper_id, self.file)
        for (problem, action), (n, first) in sorted(self.repeated.items()):
            text = f"{n} times, first: {_shorten(first)}" if n > 1 else _shorten(first)
            yield (*place, None, problem, action, text)
        for row, problem, action, text in sorted(self.found, key=lambda line: line[0] or 0):
            yield (*place, row, problem, action, _shorten(text))


class Problems:
    """The malformations of a release."""

    def __init__(self) -> None:
        self._files: list[FileProblems] = []

    def of(self, split: str, paper_id: str, file: str) -> FileProblems:
        """Return where the malformations of a file are collected; ``file`` is a relative path."""
        found = FileProblems(split, paper_id, file)
        self._files.append(found)
        return found

    def table(self) -> pd.DataFrame:
        """Return columns ``COLUMNS``, sorted by split, paper, file and row."""
        import pandas as pd

        files = sorted(self._files, key=lambda f: (f.split, f.paper_id, f.file))
        lines = [line for file in files for line in file.lines()]
        frame = pd.DataFrame(lines, columns=list(COLUMNS))
        return frame.astype({"row": "Int64"})


def _check(problem: str, action: str) -> None:
    if problem not in PROBLEMS or action not in ACTIONS:
        raise ValueError(f"no such malformation: {problem}, {action}")


def _shorten(text: str) -> str:
    return " ".join(text.split())[:MAX_TEXT]
