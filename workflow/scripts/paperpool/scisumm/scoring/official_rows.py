"""Read the rows of a CSV file as the shared task's evaluation script does.

Source: the behaviour of CL-SciSumm's ``task1_eval.py`` (2018 to 2020). It overwrites both offsets
by '0', so a row's key is the reference and citing paper in its cells, whatever the file's name, and
the last row of a key replaces the others. Offsets are compared as strings, and texts are those in
the row: sentences are never looked up.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from paperpool.scisumm.names import COLUMNS
from paperpool.scisumm.read.rows import Row

Key = tuple[str, str]
"""A reference paper and a citing paper, as named in a row."""


@dataclass(frozen=True)
class Answer:
    """A row's offsets, its sentences in the order for ROUGE, its citance, and its known sids."""

    offsets: tuple[str, ...]
    texts: tuple[str, ...]
    citance_id: str | None
    sids: tuple[int, ...]


def read_answers(rows: Iterable[Row]) -> dict[Key, Answer]:
    """Return the last readable row of each key."""
    answers: dict[Key, Answer] = {}
    for row in rows:
        if row.reference_text == "NA" or row.n_columns != len(COLUMNS):
            continue
        texts = read_texts(row.reference_text)
        if texts:
            reference = row.reference_article.replace(".xml", "")
            citing = row.citing_article.replace(".xml", "")
            offsets = split_offsets(row.reference_offset)
            answers[reference, citing] = Answer(offsets, texts, row.citance_id, row.sids)
    return answers


def split_offsets(offset: str) -> tuple[str, ...]:
    """Return the offsets of a field without brackets and their outer quotes.

    >>> split_offsets("['9', '10]")
    ('9', '10')
    """
    offset = offset.removeprefix("[").removesuffix("]")
    return tuple(_unquote(part.strip()) for part in offset.split(","))


def _unquote(offset: str) -> str:
    if offset.startswith(("'", '"')):
        offset = offset[1:]
    if offset.endswith(("'", '"')):
        offset = offset[:-1]
    return offset


@lru_cache(maxsize=1 << 14)  # a gold row is read for each ranker
def read_texts(text: str) -> tuple[str, ...] | None:
    """Return the texts of a field's S elements in the order of their sids, or None if unreadable.

    The script gives up on a row without S elements, or with an empty one. The last element of a sid
    counts. Only "&amp;" is decoded, before the markup is read (see ``recover_sentences``).
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
_TAG_END = re.compile(rf"[ \t\r\n]*(?:(?<=[ \t\r\n]){_NAME}[ \t\r\n]*(?:=[ \t\r\n]*)?)?(/?>)?")
"""The rest of a tag: an attribute without a value, and the tag's end."""
_CLOSING = re.compile(rf"</(?:{_NAME})?[ \t\r\n]*>?")
_PASSED = {"<!--": "-->", "<?": "?>"}
"""Skipped markup: its start and its end."""
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")


def recover_sentences(text: str) -> list[tuple[str | None, str]]:
    """Return (optional sid, text) of each outermost S element, as lxml's recovering parser does.

    The script repairs texts by that parser (libxml2's, fed with chunks). In malformed XML a ``<``
    before anything but a name ends the text, and the rest is lost. Before a name it opens an
    element with all readable attributes. An end tag closes the innermost element, whatever its
    name. Text after the outermost end is lost, open elements are closed at the end, and an
    element's text ends at the first nested element. Entities stay.
    """
    sentences: list[tuple[str | None, str]] = []
    depth = 0
    at = 0
    is_read = False  # the text belongs to the last sentence
    while at < len(text):
        tag = text.find("<", at)
        if tag < 0:
            tag = len(text)
        if is_read:
            sid, before = sentences[-1]
            sentences[-1] = (sid, before + _CONTROLS.sub("", text[at:tag]))

        passed = next((mark for mark in _PASSED if text.startswith(mark, tag)), None)
        if passed:
            end = text.find(_PASSED[passed], tag + len(passed))
            at = end + len(_PASSED[passed]) if end >= 0 else len(text)
            continue

        closing = _CLOSING.match(text, tag)
        if closing:
            at = closing.end()
            is_read = False
            depth -= 1
            if depth < 0:
                break
            continue

        opening = _OPENING.match(text, tag)
        if not opening:
            break
        attributes, at, is_empty = _read_attributes(text, opening.end())
        is_read = depth == 0 and opening[1] == "S"
        if is_read:
            sentences.append((attributes.get("sid"), ""))
        if is_empty:
            is_read = False
        else:
            depth += 1
    return sentences


def _read_attributes(text: str, at: int) -> tuple[dict[str, str], int, bool]:
    """Return a tag's attributes, the start of its content, and whether the element is empty."""
    attributes = {}
    while True:
        found = _ATTRIBUTE.match(text, at)
        if not found:
            break
        attributes[found[1]] = found[2] if found[2] is not None else found[3]
        at = found.end()

    tag_end = _TAG_END.match(text, at)
    assert tag_end  # the tag was found by a pattern that has it
    return attributes, tag_end.end(), tag_end[1] == "/>"
