"""TREC's markup: SGML that is seldom XML, in blocks such as <doc> ... </doc>.

There may be a root, upper case or lower, and tags that are never closed, as in classic topics.
There is no validation: a block runs from its tag to the closing one.
"""

import html
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

_TAG = re.compile(r"<(/?)([A-Za-z][\w.-]*)((?:\s[^<>]*)?)/?>")
_LONG_NUMBER = re.compile(r"&#(?:[0-9]{9,}|[xX][0-9a-fA-F]{9,});?")
_ATTRIBUTE = re.compile(r"""([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")


class Block(NamedTuple):
    """A block: the line of its tag, the attributes of that, its content, and if it is closed."""

    line: int
    attributes: dict[str, str]
    data: bytes
    is_closed: bool


def read_blocks(pieces: Iterable[bytes], tag: str) -> Iterator[Block]:
    """Yield the blocks of a tag from a file that comes in pieces; memory holds one block.

    A block that another one begins in, or the file ends in, is not closed; nor is the text before a
    closing tag without an opening one.
    """
    edges = re.compile(rb"<(/?)%s(\s[^<>]*)?>" % tag.encode(), re.IGNORECASE)
    opened: tuple[int, dict[str, str]] | None = None
    rest, line, searched = b"", 1, 0
    for piece in pieces:
        rest += piece
        place = 0
        for edge in edges.finditer(rest, searched):
            is_end = bool(edge[1])
            if opened or is_end:
                data = rest[place : edge.start()]
                yield Block(*(opened or (line, {})), data, bool(opened) and is_end)
            line += rest.count(b"\n", place, edge.start())
            attributes = (edge[2] or b"").decode("utf-8", "replace")
            opened = None if is_end else (line, _read_attributes(attributes))
            line += rest.count(b"\n", edge.start(), edge.end())
            place = edge.end()
        rest = rest[place:]
        searched = max(rest.rfind(b"<"), 0)  # a tag may go on in the next piece
        if not opened:
            line += rest.count(b"\n", 0, searched)
            rest, searched = rest[searched:], 0
    if opened:
        yield Block(*opened, rest, False)


def read_fields(text: str, names: Iterable[str]) -> dict[str, str]:
    """Return the texts of the tags called ``names`` in a block, by name in lower case.

    A text runs to the closing tag or to the next of these tags; other tags within it are dropped,
    entities are characters, white space is folded. Texts of one name are joined by a space.
    """
    known = set(names)
    found: dict[str, list[str]] = {}
    current, place = None, 0
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
    """Return the text of markup without its tags: entities characters, white space folded."""
    return fold(_TAG.sub(" ", text))


def fold(text: str) -> str:
    """Return a text with entities as characters and white space folded."""
    return " ".join(_unescape(text).split())


def _read_attributes(text: str) -> dict[str, str]:
    return {
        name.lower(): _unescape(double or single)
        for name, double, single in _ATTRIBUTE.findall(text)
    }


def _unescape(text: str) -> str:
    """Return a text with entities as characters; a number of thousands of digits is no id."""
    return html.unescape(_LONG_NUMBER.sub("\ufffd", text))
