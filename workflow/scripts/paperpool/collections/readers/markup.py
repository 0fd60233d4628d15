"""Parse TREC's markup: SGML that is seldom XML, in blocks such as <doc> ... </doc>.

It may lack a root, be in upper or lower case, and have tags that are never closed, as in classic
topics. It is not validated: a block runs from its tag to the closing one.
"""

import html
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

_TAG = re.compile(r"<(/?)([A-Za-z][\w.-]*)((?:\s[^<>]*)?)/?>")
_LONG_NUMBER = re.compile(r"&#(?:[0-9]{9,}|[xX][0-9a-fA-F]{9,});?")
_ATTRIBUTE = re.compile(r"""([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")


class Block(NamedTuple):
    """A block: the line and the attributes of its tag, its content, and whether it is closed."""

    line: int
    attributes: dict[str, str]
    data: bytes
    is_closed: bool


def read_blocks(pieces: Iterable[bytes], tag: str) -> Iterator[Block]:
    """Yield the blocks of a tag from the pieces of a file; memory holds one block.

    A block is not closed if another one begins in it, or the file ends in it; nor is the text
    before a closing tag without an opening one.
    """
    edges = re.compile(rb"<(/?)%s(\s[^<>]*)?>" % tag.encode(), re.IGNORECASE)
    opened: tuple[int, dict[str, str]] | None = None  # the line and the attributes of a tag
    unread = b""
    line = 1
    searched = 0
    for piece in pieces:
        unread += piece
        place = 0
        for edge in edges.finditer(unread, searched):
            is_end = bool(edge[1])
            if opened or is_end:
                data = unread[place : edge.start()]
                start, attributes = opened or (line, {})
                yield Block(start, attributes, data, bool(opened) and is_end)

            line += unread.count(b"\n", place, edge.start())
            if is_end:
                opened = None
            else:
                text = (edge[2] or b"").decode("utf-8", "replace")
                opened = (line, read_attributes(text))
            line += unread.count(b"\n", edge.start(), edge.end())
            place = edge.end()

        unread = unread[place:]
        searched = max(unread.rfind(b"<"), 0)  # a tag may go on in the next piece
        if not opened:
            line += unread.count(b"\n", 0, searched)
            unread = unread[searched:]
            searched = 0
    if opened:
        yield Block(*opened, unread, False)


def read_fields(text: str, names: Iterable[str]) -> dict[str, str]:
    """Return the texts of the tags ``names`` in a block, by name in lower case.

    A text runs to the closing tag or to the next of these tags, without other tags; entities become
    characters, white space is folded, and texts of one name are joined by a space.
    """
    known = set(names)
    found: dict[str, list[str]] = {}
    current = None
    place = 0
    for tag in _TAG.finditer(text):
        if current:
            found[current].append(text[place : tag.start()])
        place = tag.end()
        name = tag[2].lower()
        if name in known:
            current = None if tag[1] else name
            found.setdefault(name, [])

    if current:
        found[current].append(text[place:])
    return {name: fold(" ".join(parts)) for name, parts in found.items()}


def plain_text(text: str) -> str:
    """Return the text of markup without its tags, folded."""
    return fold(_TAG.sub(" ", text))


def fold(text: str) -> str:
    """Replace entities by characters, and fold white space."""
    return " ".join(_unescape(text).split())


def read_attributes(text: str) -> dict[str, str]:
    """Return the attributes that the text of a tag has, by name in lower case."""
    attributes = {}
    for name, double_quoted, single_quoted in _ATTRIBUTE.findall(text):
        attributes[name.lower()] = _unescape(double_quoted or single_quoted)
    return attributes


def _unescape(text: str) -> str:
    return html.unescape(_LONG_NUMBER.sub("\ufffd", text))
