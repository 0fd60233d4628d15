"""The columns of a table of papers by their meaning, and the paper that the cells of a row make."""

import ast
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from paperpool.io.bad_rows import BadRow, replace_unstorable
from paperpool.workflow.corpus.row import MAX_YEAR, Row

NEEDED = ("id", "title", "abstract")
"""What a paper needs; the default names of its columns."""

FURTHER = (
    "year",
    "fields",
    "doi",
    "venue",
    "arxiv_id",
    "citations",
    "cited_by",
    "language",
    "type",
    "topics",
)
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
    names = {}
    for meaning in MEANINGS:
        names[meaning] = usual.get(meaning, ())
        if meaning in source:
            names[meaning] = (source[meaning],)
    return names


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
        paper_id, title, abstract, *further = values
        year, fields, doi, venue, arxiv_id, cited, cited_by, language, types, topics = further
        paper_id = self._read_id(paper_id)
        self.n_rows += 1
        title = read_text(title)
        abstract = read_text(abstract)
        for meaning, value in zip(MEANINGS, values, strict=True):
            if value is not None and value != "" and not _is_nan(value):
                self.known[meaning] += 1

        n_citing = self._read_number("cited_by", cited_by, _read_count)
        return Row(
            paper_id,
            title,
            abstract,
            year=self._read_number("year", year, _read_year),
            fields=self._split(fields),
            arxiv_id=read_text(arxiv_id),
            acl_id=None,
            doi=self._read_doi(doi),
            venue=read_text(venue),
            outbound=self._split(cited),
            inbound=None if n_citing is None else range(n_citing),
            language=read_text(language),
            types=self._split(types),
            topics=self._split(topics),
        )

    def _read_id(self, value: object) -> str:
        paper_id = (read_text(value) or "").strip()
        if not paper_id:
            raise BadRow("missing_key", self.id_column)
        if paper_id.endswith(".0") and _WHOLE_NUMBER.fullmatch(paper_id):
            self.first_decimal_id = self.first_decimal_id or paper_id
            self.n_decimal_ids += 1
        return paper_id

    def _read_number(
        self, meaning: str, value: object, read: Callable[[object], int | None]
    ) -> int | None:
        """Return a number, None for a value that is missing or that ``read`` finds no number in."""
        if value is None or value == "":
            return None
        number = read(value)
        if number is None:
            is_blank = isinstance(value, str) and not value.strip()
            if not is_blank and not _is_nan(value):
                n, first = self.odd.get(meaning, (0, str(value)))
                self.odd[meaning] = n + 1, first
        return number

    def _split(self, value: object) -> list[str] | None:
        """Return the values of a cell, a list or a text with separators; None if it is empty."""
        if value is None or value == "" or _is_nan(value):
            return None
        parts: Sequence[object] = [value]
        if isinstance(value, list | tuple):
            parts = value
        elif isinstance(value, str):
            listed = _read_list(value)
            if listed is not None:
                parts = listed
            else:
                texts_of_cell = value.split(self.separator)
                if not any(map(str.strip, texts_of_cell)):
                    return None
                parts = texts_of_cell

        texts = []
        for part in parts:
            text = (read_text(part) or "").strip()
            if text:
                texts.append(text)
        return texts

    @staticmethod
    def _read_doi(value: object) -> str | None:
        text = read_text(value)
        if text is None:
            return None
        return _DOI_SITE.sub("", text.strip(), count=1) or None


def read_text(value: object) -> str | None:
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
        if _is_nan(value):
            return None
        if value.is_integer():
            return str(int(value))
        return str(value)
    raise BadRow("wrong_type")


def _is_nan(value: object) -> bool:
    """Return whether a value is not a number, as tables have missing values."""
    return value != value


def _read_year(value: object) -> int | None:
    """Return the year of a number, a date, or a text that begins with it."""
    if isinstance(value, date):
        return value.year
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        return None

    found = _YEAR.fullmatch(value) or _DATE.fullmatch(value)
    if found and int(found[1]) <= MAX_YEAR:
        return int(found[1])
    return None


def _read_count(value: object) -> int | None:
    text = str(value).strip().replace(",", "")
    if not _COUNT.fullmatch(text):
        return None
    return int(float(text))


def _read_list(text: str) -> Sequence[object] | None:
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


def clean_values(values: Sequence[object]) -> Sequence[object]:
    """Return values with texts that can be stored (``replace_unstorable``)."""
    for value in values:
        if isinstance(value, list) or (isinstance(value, str) and _UNSTORABLE.search(value)):
            return [replace_unstorable(value) for value in values]
    return values
