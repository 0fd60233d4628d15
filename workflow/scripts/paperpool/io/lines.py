"""Read the lines of a file in bounded memory, damaged or not."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from paperpool.errors import Problem, UserError
from paperpool.io.streams import UnreadableTail, read_blocks

EXCERPT_BYTES = 4096
"""Bytes kept of a line that is too large: enough for the first 500 characters."""


class Line(NamedTuple):
    """A non-blank line: its number from 1, its bytes, and why it cannot be parsed (or None)."""

    number: int
    data: bytes
    reason: str | None


class Piece(NamedTuple):
    """Lines that follow each other: the number of the first, and their bytes, breaks included.

    An unparsable line is a piece of its own, with its reason and first bytes; ``tail`` is why the
    rest cannot be read.
    """

    number: int
    data: bytes
    reason: str | None = None
    tail: UnreadableTail | None = None


def read_lines(path: str | Path, max_row_bytes: int, at_returns: bool = False) -> Iterator[Line]:
    """Yield the non-blank lines of a text file, or of a gzipped one, in order.

    A line ends at ``\\n``, with ``at_returns`` at ``\\r\\n`` and ``\\r`` too. Blank lines count in
    the numbers; a byte order mark is dropped. A line of more than ``max_row_bytes`` bytes yields
    its first bytes with reason ``too_large``, the partial line before an unreadable tail
    ``truncated``, as the last line. Memory is bounded by ``max_row_bytes``.
    """
    for piece in read_pieces(path, max_row_bytes, at_returns):
        yield from split_piece(piece, max_row_bytes, at_returns)


def read_user_lines(path: str | Path, hint: str) -> Iterator[tuple[int, bytes]]:
    """Yield number and bytes of non-blank lines of a user's file; UserError if it breaks off."""
    try:
        for piece in read_pieces(path, sys.maxsize, at_returns=True):
            if piece.tail:
                raise piece.tail
            for line in split_piece(piece, sys.maxsize, at_returns=True):
                yield line.number, line.data
    except (OSError, ValueError, UnreadableTail) as error:  # ValueError: a path that none can have
        raise UserError(Problem(f"It cannot be read: {error}.", str(path), hint)) from error


def split_piece(piece: Piece, max_row_bytes: int, at_returns: bool = False) -> Iterator[Line]:
    """Yield the non-blank lines of one piece."""
    first, data, reason, _ = piece
    if reason is not None:
        yield Line(first, data, reason)
        return
    lines = data.splitlines() if at_returns else data.split(b"\n")
    for number, line in enumerate(lines, first):
        if not line or line.isspace():
            continue
        if len(line) > max_row_bytes:
            yield Line(number, line[:EXCERPT_BYTES], "too_large")
        else:
            yield Line(number, line, None)


def read_pieces(path: str | Path, max_row_bytes: int, at_returns: bool = False) -> Iterator[Piece]:
    """Yield the lines of a file as ``read_lines`` does, many at a time, blank ones among them.

    A piece has a block of ``read_blocks`` and one line more at most. If the rest of the file cannot
    be read, the last piece is ``truncated`` and has its ``tail``.
    """
    number = 1
    start = _Start(max_row_bytes)
    blocks = read_blocks(Path(path))
    while True:
        try:
            block = next(blocks, None)
        except UnreadableTail as tail:
            yield Piece(number, start.take()[:EXCERPT_BYTES], "truncated", tail)
            return
        if block is None:
            break
        end = block.rfind(b"\n") + 1
        if not end:
            start.add(block)
            continue

        # whole lines are a piece, with the start of the first one from the blocks before; one that
        # is too large is a piece of its own
        if start.is_too_large():
            of_first = block.find(b"\n") + 1
            start.add(block[: of_first - 1])
            yield from start.refuse(number)
            number += 1
            data = block[of_first:end]
        else:
            data = b"".join((start.take(), memoryview(block)[:end]))
        if data:
            yield Piece(number, data)
            number += data.count(b"\n")
            if at_returns:
                number += data.count(b"\r") - data.count(b"\r\n")
        start.add(block[end:])

    # the last line may lack its break
    if start.is_too_large():
        yield from start.refuse(number)
        return
    data = start.take()
    if data:
        yield Piece(number, data)


class _Start:
    """The start of a line whose end is not read yet: of one that is too large, a few bytes."""

    def __init__(self, max_row_bytes: int):
        self._max = max_row_bytes
        self._pieces: list[bytes] = []
        self._size = 0
        self._blank = True

    def add(self, data: bytes) -> None:
        """Add the next bytes."""
        if not data:
            return
        self._pieces.append(data)
        self._size += len(data)
        self._blank = self._blank and data.isspace()
        if self.is_too_large():
            self._pieces = [b"".join(self._pieces)[:EXCERPT_BYTES]]

    def is_too_large(self) -> bool:
        """Return whether the line has too many bytes already."""
        return self._size > self._max

    def take(self) -> bytes:
        """Return the kept bytes, and begin a new line."""
        data = b"".join(self._pieces)
        self._pieces = []
        self._size = 0
        self._blank = True
        return data

    def refuse(self, number: int) -> Iterator[Piece]:
        """Yield the line, too large, unless it is blank, and begin a new one."""
        blank = self._blank
        data = self.take()
        if not blank:
            yield Piece(number, data, "too_large")
