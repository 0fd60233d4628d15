"""Read the lines of a file in bounded memory, whatever state it is in."""

from __future__ import annotations

from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path
from typing import NamedTuple

from zlib_ng import zlib_ng

_GZIP_MAGIC = b"\x1f\x8b"
_BOM = b"\xef\xbb\xbf"
_READ_BYTES = 1 << 17
_BLOCK_BYTES = 1 << 20
EXCERPT_BYTES = 4096
"""Bytes kept of a line that is too large: enough for the first 500 characters."""


class Line(NamedTuple):
    """A non-blank line: its number from 1, its bytes, and why it cannot be parsed (or None)."""

    number: int
    data: bytes
    reason: str | None


class UnreadableTail(Exception):
    """The rest of a compressed file cannot be read."""


def read_lines(path: str | Path, max_row_bytes: int) -> Iterator[Line]:
    """Yield the non-blank lines of a ``.jsonl`` or ``.jsonl.gz`` file in order.

    Blank lines are not yielded but counted in the line numbers; a byte order mark at the start
    is dropped. A line of more than ``max_row_bytes`` bytes yields its first bytes with reason
    ``too_large``. The unreadable tail of a gzip file (cut short, corrupt, checksum that does not
    match) yields the partial line before it with reason ``truncated``, as the last line. Memory
    is bounded by ``max_row_bytes``, not by the file or its longest line.
    """
    number = 0
    pieces: list[bytes] = []  # of the line that the last block left unfinished
    size = 0
    blank = True
    truncated = False
    blocks = read_blocks(Path(path))
    while True:
        try:
            block = next(blocks, None)
        except UnreadableTail:
            truncated = True
            break
        if block is None:
            break
        *finished, rest = block.split(b"\n")
        for data in finished:
            number += 1
            if pieces:
                pieces.append(data)
                size += len(data)
                blank = blank and not data.strip()
                data = b"".join(pieces)
                pieces = []
            else:
                size = len(data)
                blank = not data or data.isspace()
            if not blank:
                yield _make_line(number, data, size, max_row_bytes)
            size, blank = 0, True
        if rest:
            size += len(rest)
            blank = blank and not rest.strip()
            pieces.append(rest)
            if size > max_row_bytes:
                pieces = [b"".join(pieces)[:EXCERPT_BYTES]]
    if truncated:
        yield Line(number + 1, b"".join(pieces)[:EXCERPT_BYTES], "truncated")
    elif not blank:
        yield _make_line(number + 1, b"".join(pieces), size, max_row_bytes)


def _make_line(number: int, data: bytes, size: int, max_row_bytes: int) -> Line:
    if size > max_row_bytes:
        return Line(number, data[:EXCERPT_BYTES], "too_large")
    return Line(number, data, None)


def read_blocks(path: Path) -> Iterator[bytes]:
    """Yield the file's content, decompressed, without a byte order mark, in blocks of ~1 MB.

    Raises UnreadableTail where the rest of a compressed file cannot be read.
    """
    with path.open("rb") as file:
        magic = file.peek(len(_GZIP_MAGIC))[: len(_GZIP_MAGIC)]
        compressed = magic == _GZIP_MAGIC or path.suffix == ".gz"
        blocks = _decompress(file) if compressed else iter(lambda: file.read(_BLOCK_BYTES), b"")
        start = b""
        for block in blocks:
            start += block
            if len(start) >= len(_BOM):
                yield start.removeprefix(_BOM)
                break
        else:
            yield start.removeprefix(_BOM)
        yield from blocks


def _decompress(file: BufferedReader) -> Iterator[bytes]:
    """Yield the content of the gzip members of ``file``; raise ``UnreadableTail`` at a defect.

    All that can be decompressed before the defect is yielded first. Zero bytes between and after
    members are padding, as gzip(1) has it.
    """
    member = None
    while data := file.read(_READ_BYTES):
        while data:
            if member is None:
                data = data.lstrip(b"\0")
                if not data:
                    break
                member = zlib_ng.decompressobj(wbits=zlib_ng.MAX_WBITS | 16)
            before = member.copy()
            try:
                block = member.decompress(data, _BLOCK_BYTES)
            except zlib_ng.error:
                yield from _decompress_until_error(before, data)
                raise UnreadableTail from None
            if block:
                yield block
            if member.eof:
                data, member = member.unused_data, None
            else:
                data = member.unconsumed_tail
    if member is not None:
        if block := member.flush():
            yield block
        raise UnreadableTail


def _decompress_until_error(member, data: bytes) -> Iterator[bytes]:
    """Yield what ``data`` holds before its defect: zlib drops the output of a failing call."""
    for start in range(len(data)):
        try:
            block = member.decompress(data[start : start + 1])
        except zlib_ng.error:
            return
        if block:
            yield block
