"""What the shared task's evaluation script reads from the rows of a CSV file.

Source: the behaviour of CL-SciSumm's ``task1_eval.py`` (2018 to 2020). It overwrites both offsets
by '0', so that a row's key is the reference paper and the citing paper that its own cells name
(what its file is called plays no part), and of the rows of one key the last stands for all.
Sentences are never looked up: offsets are compared as strings, and texts are those that stand in
the row.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from paperpool.scisumm.judge.recovered_markup import recover_sentences
from paperpool.scisumm.names import COLUMNS
from paperpool.scisumm.read.rows import GoldRow, SubmittedRow

Row = GoldRow | SubmittedRow

Key = tuple[str, str]
"""A reference paper and a citing paper, as a row names them."""


@dataclass(frozen=True)
class Answer:
    """The offsets of a row, its sentences in the order in which they go to ROUGE, its citance.

    ``sids`` are the numbers of its sentences that the reference paper has.
    """

    offsets: tuple[str, ...]
    texts: tuple[str, ...]
    citance_id: str | None
    sids: tuple[int, ...]


def read_answers(rows: Iterable[Row]) -> dict[Key, Answer]:
    """Return what the script keeps of a file: the last readable row of each key."""
    answers: dict[Key, Answer] = {}
    for row in rows:
        texts = None if is_skipped(row) else read_texts(row.reference_text)
        if texts is not None:
            reference, citing = row.reference_article, row.citing_article
            offsets = split_offsets(row.reference_offset)
            answers[reference.replace(".xml", ""), citing.replace(".xml", "")] = Answer(
                offsets, texts, row.citance_id, row.sids
            )
    return answers


def is_skipped(row: Row) -> bool:
    """Tell whether a row has too few or too many columns, or "NA" as its text."""
    return row.reference_text == "NA" or row.n_columns != len(COLUMNS)


def split_offsets(offset: str) -> tuple[str, ...]:
    """Return the offsets of a field, without one bracket of the field and one quote of each.

    >>> split_offsets("['9', '10]")
    ('9', '10')
    """
    offset = offset.removeprefix("[").removesuffix("]")
    return tuple(_unquote(part.strip()) for part in offset.split(","))


def _unquote(offset: str) -> str:
    if offset.startswith(("'", '"')):
        offset = offset[1:]
    return offset[:-1] if offset.endswith(("'", '"')) else offset


@lru_cache(maxsize=1 << 14)  # a gold row is read for each ranker
def read_texts(text: str) -> tuple[str, ...] | None:
    """Return the texts of the S elements of a field, in the order in which it names their sids.

    None where the script gives up on the row: there is no S element, or one without text. Of the
    elements of one sid the last counts; "&amp;" is the only entity that is decoded, and it is
    decoded before the markup is read (see ``recovered_markup``).
    """
    sentences: dict[str | int, str] = {}  # a sid keeps its first place
    for number, (sid, sentence) in enumerate(recover_sentences(text.replace("&amp;", "&")), 1):
        if not sentence:
            return None
        sentences[number if sid is None else sid] = sentence
    return tuple(sentences.values()) or None
