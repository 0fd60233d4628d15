"""What the shared task's evaluation script reads from the rows of a CSV file.

Source: the behaviour of CL-SciSumm's ``task1_eval.py`` (2018 to 2020). It overwrites both offsets
by '0', so that a row's key is its reference paper and its citing paper, and of the rows of one key
the last stands for all. Sentences are never looked up: offsets are compared as strings, and texts
are those that stand in the row.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from paperpool.scisumm.judge.python2 import dict_order
from paperpool.scisumm.names import COLUMNS
from paperpool.scisumm.read.rows import GoldRow, SubmittedRow

Row = GoldRow | SubmittedRow

Key = tuple[str, str]
"""A reference paper and a citing paper."""

WHITESPACE = " \t\n\r\x0b\x0c"
"""What Python 2 strips from a byte string."""

_TAG = re.compile(r"<(/?)S\b([^<>]*)>?")
_SID = re.compile(r"\bsid\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")


@dataclass(frozen=True)
class Answer:
    """The offsets of a row, its sentences in the order in which they go to ROUGE, its citance."""

    offsets: tuple[str, ...]
    texts: tuple[str, ...]
    citance_id: str | None


def read_answers(rows: Iterable[Row]) -> dict[Key, Answer]:
    """Return what the script keeps of a file: the last readable row of each key."""
    answers: dict[Key, Answer] = {}
    for row in rows:
        texts = None if is_skipped(row) else read_texts(row.reference_text)
        if texts is not None:
            key = (row.paper_id.replace(".xml", ""), row.citing_id.replace(".xml", ""))
            answers[key] = Answer(split_offsets(row.reference_offset), texts, row.citance_id)
    return answers


def is_skipped(row: Row) -> bool:
    """Tell whether a row has too few or too many columns, or "NA" as its text."""
    complete = isinstance(row, SubmittedRow) or row.n_columns == len(COLUMNS)
    return row.reference_text == "NA" or not complete


def split_offsets(offset: str) -> tuple[str, ...]:
    """Return the offsets of a field, without one bracket of the field and one quote of each.

    >>> split_offsets("['9', '10]")
    ('9', '10')
    """
    offset = offset.removeprefix("[").removesuffix("]")
    return tuple(_unquote(part.strip(WHITESPACE)) for part in offset.split(","))


def _unquote(offset: str) -> str:
    if offset.startswith(("'", '"')):
        offset = offset[1:]
    return offset[:-1] if offset.endswith(("'", '"')) else offset


@lru_cache(maxsize=1 << 14)  # a gold row is read for each ranker
def read_texts(text: str) -> tuple[str, ...] | None:
    """Return the texts of the S elements of a field, in Python 2's order of their sids.

    None where the script gives up on the row: there is no S element, or one without text. Tags
    inside an element that was not closed are part of it, and end its text; of the elements of one
    sid the last counts; "&amp;" is the only entity that is decoded.
    """
    sentences: dict[str | int, str] = {}
    depth = number = 0
    for tag in _TAG.finditer(text):
        if tag[1]:
            depth = max(0, depth - 1)
        elif tag[2].endswith("/"):
            if depth == 0:
                return None
        else:
            if depth == 0:
                number += 1
                sentence = text[tag.end() :].partition("<")[0]
                if not sentence:
                    return None
                sid = _SID.search(tag[2])
                key = number if sid is None else sid[1] or sid[2] or ""
                sentences[key] = sentence.replace("&amp;", "&")
            depth += 1
    return tuple(sentences[key] for key in dict_order(sentences)) or None
