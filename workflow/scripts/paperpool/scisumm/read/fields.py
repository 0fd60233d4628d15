"""What the fields of annotations and of the task's CSV files have in common."""

from __future__ import annotations

import re
from dataclasses import dataclass

from paperpool.scisumm.names import COLUMNS
from paperpool.scisumm.read.markup import clean, read_elements
from paperpool.scisumm.read.offsets import is_na
from paperpool.scisumm.read.problems import FileProblems

FACETS = tuple(
    f"{facet}_Citation" for facet in ("Aim", "Hypothesis", "Implication", "Method", "Results")
)

_SAFE_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")
_SUFFIX = re.compile(r"\.(xml|txt)$", re.IGNORECASE)
_FACET_LIST = re.compile(r"\[\s*'(\w+)'((?:,\s*'\w+')*)\s*\]")


@dataclass(frozen=True)
class TaskRow:
    """A row as it is written, but for ``citing_id`` and ``citation``, the citance's text unescaped.

    ``reference_article`` and ``citing_article`` are the cells of a CSV file that name the papers,
    which the official script goes by; of ``*.ann.txt``, which it does not read, the ids. ``row``
    counts the file's rows from 1, those that were dropped included; ``annotator`` is empty where
    none is named. ``n_columns`` is that of ``names.COLUMNS`` where the row is as long as its file's
    header, which is what the official script asks, and differs from it by as many cells as the row
    does from the header; rows of ``*.ann.txt``, which have none, count as complete.
    """

    row: int
    number: str
    reference_article: str
    citing_article: str
    citing_id: str
    marker: str
    citation: str
    citation_text: str
    reference_offset: str
    reference_text: str
    n_columns: int = len(COLUMNS)
    annotator: str = ""


def is_safe_id(paper_id: str) -> bool:
    """Return whether a paper's id can be part of a path: letters, digits, ``_`` and ``-``."""
    return _SAFE_ID.fullmatch(paper_id) is not None


def read_id(text: str, problems: FileProblems) -> str:
    """Return the paper's id of a field, which may name a file (``C02-1050.xml``)."""
    stripped = text.strip()
    paper_id = _SUFFIX.sub("", stripped)
    if paper_id != stripped:
        problems.repeat("id_suffix", "repaired", stripped)
    return paper_id


def read_citation(text: str, problems: FileProblems, row: int) -> str:
    """Return the text of a citance, of its S elements if it has any, unescaped."""
    elements = read_elements(text, problems, row) if "<" in text else []
    parts = [element.text for element in elements] or [clean(text, problems)]
    citation = " ".join(part for part in parts if part)
    if not citation or is_na(citation):
        problems.add("empty_citation", "kept", text, row)
        return ""
    return citation


def check_facet(text: str, problems: FileProblems, row: int) -> None:
    """Count a facet that is not written as the task's facets (or a list of them) are."""
    listed = _FACET_LIST.fullmatch(text.strip())
    facets = re.findall(r"\w+", text) if listed else [text.strip()]
    if any(facet not in (*FACETS, "NA", "") for facet in facets):
        problems.add("facet_spelling", "kept", text, row)
