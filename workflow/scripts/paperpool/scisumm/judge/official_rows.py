"""The rows of a CSV file as the shared task's evaluation script reads them.

Source: the behaviour of CL-SciSumm's ``task1_eval.py`` (2018 to 2020). It overwrites both offsets
by '0', so that a row's key is the reference paper and the citing paper in its own cells (the name
of its file plays no part), and of the rows of one key the last stands for all. Sentences are never
looked up: offsets are compared as strings, and texts are those that stand in the row.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from paperpool.scisumm.names import COLUMNS
from paperpool.scisumm.read.rows import Row

Key = tuple[str, str]
"""A reference paper and a citing paper, as a row names them."""


@dataclass(frozen=True)
class Answer:
    """The offsets of a row, its sentences in the order for ROUGE, its citance.

    ``sids`` are the numbers of its sentences that the reference paper has.
    """

    offsets: tuple[str, ...]
    texts: tuple[str, ...]
    citance_id: str | None
    sids: tuple[int, ...]


def read_answers(rows: Iterable[Row]) -> dict[Key, Answer]:
    """Return the rows that the script keeps of a file: the last readable row of each key."""
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
    """Return whether a row has too few or too many columns, or "NA" as its text."""
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
    """Return the texts of the S elements of a field, in the order of their sids. None if the script
    gives up on the row: there is no S element, or one without text. Of the elements of one sid the
    last counts; "&amp;" is the only entity that is decoded, and it is decoded before the markup is
    read (see ``recover_sentences``).
    """
    sentences: dict[str | int, str] = {}  # a sid keeps its first place
    for number, (sid, sentence) in enumerate(recover_sentences(text.replace("&amp;", "&")), 1):
        if not sentence:
            return None
        sentences[number if sid is None else sid] = sentence
    return tuple(sentences.values()) or None


_NAME = r"(?:[^\W\d]|[_:])[\w:.\-]*"
_OPENING = re.compile(f"<({_NAME})")
_ATTRIBUTE = re.compile(rf"[ \t\r\n]+({_NAME})[ \t\r\n]*=[ \t\r\n]*(?:\"([^\"<]*)\"?|'([^'<]*)'?)")
_REST = re.compile(rf"[ \t\r\n]*(?:(?<=[ \t\r\n]){_NAME}[ \t\r\n]*(?:=[ \t\r\n]*)?)?(/?>)?")
"""The rest of a tag after its attributes: one that has no value, and the tag's end."""
_CLOSING = re.compile(rf"</(?:{_NAME})?[ \t\r\n]*>?")
_PASSED = {"<!--": "-->", "<?": "?>"}
"""Skipped markup, and its end."""
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")


def recover_sentences(text: str) -> list[tuple[str | None, str]]:
    """Return ``sid`` (None: without) and text of each S element that is in no other, in order.

    So lxml's recovering parser (libxml2's, fed with chunks) finds them, as the script uses it to
    repair texts. Its results for text that is no XML: a ``<`` before anything but a name ends the
    text, and all that follows is lost; before a name it opens an element, with as many attributes
    as can be read; an end tag closes the innermost element, with any name; text after the end of
    the whole is lost; open elements are closed at the end. The text of an element ends at the start
    of another inside it. Entities are left as they are.
    """
    sentences: list[tuple[str | None, str]] = []
    depth = at = 0
    is_read = False  # the text belongs to the last sentence
    while at < len(text):
        tag = text.find("<", at)
        tag = len(text) if tag < 0 else tag
        if is_read:
            sid, before = sentences[-1]
            sentences[-1] = sid, before + _CONTROLS.sub("", text[at:tag])
        passed = next((mark for mark in _PASSED if text.startswith(mark, tag)), None)
        if passed:
            end = text.find(_PASSED[passed], tag + len(passed))
            at = end + len(_PASSED[passed]) if end >= 0 else len(text)
        elif closing := _CLOSING.match(text, tag):
            at, is_read, depth = closing.end(), False, depth - 1
            if depth < 0:
                break
        elif opening := _OPENING.match(text, tag):
            attributes, at, is_empty = _read_attributes(text, opening.end())
            is_read = depth == 0 and opening[1] == "S"
            if is_read:
                sentences.append((attributes.get("sid"), ""))
            is_read, depth = (False, depth) if is_empty else (is_read, depth + 1)
        else:
            break
    return sentences


def _read_attributes(text: str, at: int) -> tuple[dict[str, str], int, bool]:
    """Return the attributes of a tag, the start of its content, and whether it is empty."""
    attributes = {}
    while found := _ATTRIBUTE.match(text, at):
        attributes[found[1]] = found[2] if found[2] is not None else found[3]
        at = found.end()
    rest = _REST.match(text, at)
    assert rest  # the tag was found by a pattern that has it
    return attributes, rest.end(), rest[1] == "/>"
