"""The lines of a text file of a user's, in the encoding that it is in."""

import codecs
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from paperpool.io.streams import UnreadableTail, read_blocks

UTF8 = "UTF-8"
UTF16 = "UTF-16"
WINDOWS = "Windows-1252"
"""The encodings that are recognised; Latin-1 is read as Windows-1252, which adds to it."""

_CODECS = {UTF8: "utf-8", UTF16: "utf-16", WINDOWS: "cp1252"}
_MARKS_OF_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_BAD_BYTE = re.compile("[\udc80-\udcff]")
_SHOWN = 4096
"""Characters kept of a line that is too long."""


class TextLine(NamedTuple):
    """A line with its end: its number from 1, its text, and why it cannot be used (or None)."""

    number: int
    text: str
    reason: str | None = None


class TextForm(NamedTuple):
    """The encoding of a text file, and whether its lines end at ``\\r`` alone."""

    encoding: str
    at_returns: bool


def find_form(path: str | Path, most_bytes: int | None = None) -> TextForm:
    """Return the form of a text file by its bytes, or by the first ``most_bytes`` of them.

    A byte order mark decides. Else it is UTF-8 unless more bytes are against that than for it: a
    damaged character does not make another encoding of a file.
    """
    n_for = n_against = n_read = 0
    at_returns = False
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    for number, block in enumerate(_read_readable(path)):
        if number == 0:
            if block.startswith(_MARKS_OF_UTF16):
                start = block.decode("utf-16", "replace")
                return TextForm(UTF16, "\r" in start and "\n" not in start)
            at_returns = b"\r" in block and b"\n" not in block

        text = decoder.decode(block)
        if len(text) != len(block) or not text.isascii():
            n_against += len(_BAD_BYTE.findall(text))
            n_for += len(block) - len(text)
        n_read += len(block)
        if most_bytes is not None and n_read >= most_bytes:
            break

    encoding = WINDOWS if n_against > n_for else UTF8
    return TextForm(encoding, at_returns)


def _read_readable(path: str | Path) -> Iterator[bytes]:
    """Yield the blocks of a file up to damage."""
    try:
        yield from read_blocks(Path(path))
    except UnreadableTail:
        return


def read_lines(path: str | Path, form: TextForm, most: int) -> Iterator[TextLine]:
    """Yield the lines of a file with their ends, NUL characters as spaces.

    A line of more than ``most`` characters comes as its first ones with reason ``too_large``, one
    with bytes that are not UTF-8 as ``invalid_utf8``. Before it raises UnreadableTail, the partial
    line comes as ``truncated``. Memory is bounded by ``most``.
    """
    lines = _split_lines(path, form, most)
    if form.encoding != UTF8:
        yield from lines
        return
    for line in lines:
        if line.reason is None and not line.text.isascii() and _BAD_BYTE.search(line.text):
            line = TextLine(line.number, _BAD_BYTE.sub("\ufffd", line.text), "invalid_utf8")
        yield line


def _split_lines(path: str | Path, form: TextForm, most: int) -> Iterator[TextLine]:
    number = 1
    begun = ""
    is_long = False
    try:
        for text in _decode(path, form):
            start = 0
            end = text.find("\n") + 1
            while end:
                line = begun + text[start:end]
                if is_long or len(line) > most:
                    yield TextLine(number, line[:_SHOWN], "too_large")
                else:
                    yield TextLine(number, line)
                number += 1
                begun = ""
                is_long = False
                start = end
                end = text.find("\n", end) + 1

            begun += text[start:]
            if len(begun) > most:  # no more of it is kept
                begun = begun[:_SHOWN]
                is_long = True
    except UnreadableTail:
        yield TextLine(number, begun[:_SHOWN], "truncated")
        raise

    if begun:
        yield TextLine(number, begun, "too_large" if is_long else None)


def _decode(path: str | Path, form: TextForm) -> Iterator[str]:
    errors = "surrogateescape" if form.encoding == UTF8 else "replace"
    decoder = codecs.getincrementaldecoder(_CODECS[form.encoding])(errors)
    for block in read_blocks(Path(path)):
        text = decoder.decode(block).replace("\0", " ")
        if form.at_returns:
            text = text.replace("\r", "\n")
        yield text

    unfinished = decoder.decode(b"", final=True)
    if unfinished:
        yield unfinished


def read_start(path: str | Path, characters: int = 4096) -> str:
    """Return the first characters of a text file, undecodable ones replaced; "" if unreadable."""
    block = next(_read_readable(path), b"")
    if block.startswith(_MARKS_OF_UTF16):
        return block.decode("utf-16", "replace")[:characters]
    return block[: 4 * characters].decode("utf-8", "replace")[:characters]
