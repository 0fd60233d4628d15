"""The columns of a table of papers by their meaning, and the paper that the cells of a row make."""

import ast
import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from paperpool.io.json_lines import BadRow, replace_unstorable
from paperpool.workflow.corpus.rows import MAX_YEAR, Row

NEEDED = ("id", "title", "abstract")
"""What a paper needs; the default names of its columns."""

FURTHER = ("year", "fields", "doi", "venue", "arxiv_id", "citations", "cited_by")
"""What else a table may tell of a paper: unknown where no column is named."""

MEANINGS = (*NEEDED, *FURTHER)
"""The meanings of columns, in the order of the values of a record."""

SEPARATOR = ";"
"""Between the values of a cell that has several, by default."""

Names = Mapping[str, Sequence[str]]
"""The columns of each of ``MEANINGS``, the preferred one first; none if it is unknown."""

_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
_WHOLE_NUMBER = re.compile(r"\d+\.0")
_YEAR = re.compile(r"\s*(\d{1,4})(?:\.0+)?\s*")
_DATE = re.compile(r"\s*(\d{4})\s*[-/].*")
_QUOTED = re.compile(r"""'([^']*)'|"([^"]*)\"""")
_NUMPY_TEXTS = re.compile(r"""\s*(?:'[^']*'|"[^"]*")(?:\s+(?:'[^']*'|"[^"]*"))+\s*""")
_NUMPY_NUMBERS = re.compile(r"\s*\d+(?:\s+\d+)+\s*")
_COUNT = re.compile(r"\d{1,9}(?:\.0+)?")
_DOI_SITE = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|doi:\s*)", re.IGNORECASE)


def name_columns(source: Mapping[str, str], usual: Names) -> dict[str, Sequence[str]]:
    """Return the columns by meaning: those that a source of ``data.s2orc`` names, else the usual.

    ``usual`` are those of the table's format.
    """
    return {
        meaning: (source[meaning],) if meaning in source else usual.get(meaning, ())
        for meaning in MEANINGS
    }


@dataclass
class RowMaker:
    """Makes rows of the values of records, and counts what it meets.

    ``id_column`` is the name that a missing id is reported by. ``odd`` counts values that could not
    be understood, by meaning, with the first of each; ``known`` counts the values that papers have.
    """

    id_column: str
    separator: str = SEPARATOR
    odd: dict[str, tuple[int, str]] = field(default_factory=dict)
    known: Counter[str] = field(default_factory=Counter)
    n_rows: int = 0
    n_decimal_ids: int = 0
    first_decimal_id: str = ""

    def make_row(self, values: Sequence[Any]) -> Row:
        """Return the paper of a record's values, in the order of ``MEANINGS``; or raise ``BadRow``.

        A value is None or empty where it is missing.
        """
        paper_id, title, abstract, year, fields, doi, venue, arxiv_id, cited, cited_by = values
        paper_id = self._read_id(paper_id)
        self.n_rows += 1
        title, abstract = read_text(title), read_text(abstract)
        for meaning, value in zip(MEANINGS, values, strict=True):
            if value is not None and value != "" and value == value:  # nor not a number
                self.known[meaning] += 1
        number = self._read_number("cited_by", cited_by, _read_count)
        return Row(
            paper_id,
            title,
            abstract,
            self._read_number("year", year, _read_year),
            self._split(fields),
            read_text(arxiv_id),
            None,
            self._read_doi(doi),
            read_text(venue),
            self._split(cited),
            None if number is None else range(number),
        )

    def _read_id(self, value: Any) -> str:
        paper_id = (read_text(value) or "").strip()
        if not paper_id:
            raise BadRow("missing_key", self.id_column)
        if paper_id.endswith(".0") and _WHOLE_NUMBER.fullmatch(paper_id):
            self.first_decimal_id = self.first_decimal_id or paper_id
            self.n_decimal_ids += 1
        return paper_id

    def _read_number(self, meaning: str, value: Any, read: Any) -> int | None:
        """Return a number, None for a value that is missing or that ``read`` finds no number in."""
        if value is None or value == "":
            return None
        number = read(value)
        if number is None and (not isinstance(value, str) or value.strip()) and value == value:
            n, first = self.odd.get(meaning, (0, str(value)))
            self.odd[meaning] = n + 1, first
        return number

    def _split(self, value: Any) -> list[str] | None:
        """Return the values of a cell, a list or a text with separators; None if it is empty."""
        if value is None or value == "" or value != value:
            return None
        if isinstance(value, str):
            listed = _read_list(value)
            value = value.split(self.separator) if listed is None else listed
            if listed is None and not any(map(str.strip, value)):
                return None
        if not isinstance(value, list | tuple):
            value = [value]
        texts = ((read_text(one) or "").strip() for one in value)
        return [text for text in texts if text]

    @staticmethod
    def _read_doi(value: Any) -> str | None:
        text = read_text(value)
        return text and (_DOI_SITE.sub("", text.strip(), count=1) or None)


def read_text(value: Any) -> str | None:
    """Return a value as text, None if it is missing; or raise ``BadRow``.

    Whole numbers become their digits, as tables have ids and even titles as numbers.
    """
    if value is None or value == "":
        return None
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        raise BadRow("wrong_type")
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        if value != value:  # not a number: how tables have missing values
            return None
        return str(int(value)) if value.is_integer() else str(value)
    raise BadRow("wrong_type")


def _read_year(value: Any) -> int | None:
    """Return the year of a number, a date, or a text that begins with it."""
    if hasattr(value, "year"):
        return value.year
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = str(value)
    found = None
    if isinstance(value, str):
        found = _YEAR.fullmatch(value) or _DATE.fullmatch(value)
    year = int(found[1]) if found else None
    return year if year is None or year <= MAX_YEAR else None


def _read_count(value: Any) -> int | None:
    text = str(value).strip().replace(",", "")
    return int(float(text)) if _COUNT.fullmatch(text) else None


def _read_list(text: str) -> list[Any] | None:
    """Return a list that was written as text, as spreadsheets get it; None for another text.

    It is JSON's, Python's (``['a', 'b']``), or NumPy's, without commas (``['a' 'b']``, ``[1 2]``).
    """
    stripped = text.strip()
    if not (stripped.startswith("[") and stripped.endswith("]")):
        return None
    inner = stripped[1:-1]
    if _NUMPY_TEXTS.fullmatch(inner):
        return [single or double for single, double in _QUOTED.findall(inner)]
    if _NUMPY_NUMBERS.fullmatch(inner):
        return inner.split()
    for parse in (json.loads, ast.literal_eval):
        try:
            found = parse(stripped)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            continue
        if isinstance(found, list):
            return found
    return None


def clean_values(values: Sequence[Any]) -> Sequence[Any]:
    """Return values with texts that can be stored (``replace_unstorable``)."""
    if any(isinstance(value, str) and _UNSTORABLE.search(value) for value in values) or any(
        isinstance(value, list) for value in values
    ):
        return [replace_unstorable(value) for value in values]
    return values
