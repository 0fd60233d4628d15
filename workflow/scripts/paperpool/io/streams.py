"""The bytes of a file, unpacked if it is gzip data, and the place from which they are unreadable.

The first bytes decide what a file is, not its name.
"""

import os
import re
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path

from paperpool.errors import Problem, UserError

BLOCK_BYTES = 1 << 19
"""Bytes of a block: what fits into a processor's cache is parsed while it is there."""

_GZIP_MAGIC = b"\x1f\x8b"
_BOM = b"\xef\xbb\xbf"
_START_BYTES = 1 << 12

_OTHER_FORMATS = {
    rb"PK\x03\x04": "a zip archive",
    rb"BZh[1-9]1AY&SY": "bzip2 data",
    rb"\xfd7zXZ\0": "xz data",
    rb"\x28\xb5\x2f\xfd": "Zstandard data",
    rb"\x04\x22\x4d\x18": "LZ4 data",
    rb"\x1f\x9d": "data of compress",
    rb"7z\xbc\xaf\x27\x1c": "a 7-Zip archive",
    rb"PAR1\x15": "a parquet file",
    rb"SQLite format 3\0": "an SQLite database",
    rb"\x89HDF\r\n\x1a\n": "an HDF5 file",
}
"""The first bytes of other formats, and their names."""

_NO_TEXT = re.compile(rb"[\x00-\x08\x0e-\x1f]")
_HINT = "Run again when nothing writes to it any more."


class UnreadableTail(Exception):
    """The rest of a file cannot be read: ``why``, and how many bytes of the file were read."""

    def __init__(self, why: str, bytes_read: int):
        self.why = why
        self.bytes_read = bytes_read
        super().__init__(f"{why} (after {bytes_read} bytes)")


def read_blocks(path: Path) -> Iterator[bytes]:
    """Yield the file's content, unpacked, without a byte order mark, in blocks of ~0.5 MB.

    Raises UnreadableTail if the rest cannot be read (gzip data cut short or damaged, another
    format, zeros alone), UserError if the file changed meanwhile.
    """
    with path.open("rb") as file:
        opened = _identify(os.fstat(file.fileno()))
        try:
            yield from _drop_mark(_open_blocks(file, path))
        except UnreadableTail:
            _refuse_changed(path, opened)
            raise
        _refuse_changed(path, opened)


def is_named_gzip(path: str | Path) -> bool:
    """Return whether a file's name is that of gzip data."""
    return Path(path).suffix.lower() == ".gz"


def is_text_named_gzip(path: str | Path) -> bool:
    """Return whether a file named ``.gz`` begins like plain text; an empty one does not."""
    if not is_named_gzip(path):
        return False
    with Path(path).open("rb") as file:
        start = file.read(_START_BYTES)
    return bool(start) and not start.startswith(_GZIP_MAGIC) and not _name_other(start, path)


def find_other_format(path: str | Path) -> str | None:
    """Return what a file is (``it is a zip archive``) that is neither gzip data nor text."""
    with Path(path).open("rb") as file:
        start = file.read(_START_BYTES)
    if start.startswith(_GZIP_MAGIC):
        return None
    return _name_other(start, path)


def _open_blocks(file: BufferedReader, path: Path) -> Iterator[bytes]:
    """Return the blocks of an open file, or raise UnreadableTail if it is of another format."""
    start = file.read(_START_BYTES)
    file.seek(0)
    if start.startswith(_GZIP_MAGIC):
        from paperpool.io.gzip_blocks import decompress  # imports zlib-ng

        return decompress(file, BLOCK_BYTES)

    if start.startswith(b"\0"):
        blocks = iter(lambda: file.read(BLOCK_BYTES), b"")
        if all(block.count(0) == len(block) for block in blocks):
            raise UnreadableTail("it holds zeros alone", 0)
        file.seek(0)

    other = _name_other(start, path)
    if other:
        raise UnreadableTail(other, 0)
    return iter(lambda: file.read(BLOCK_BYTES), b"")


def _name_other(start: bytes, path: str | Path) -> str | None:
    """Return the format of a file that begins so and is neither gzip data nor text, or None."""
    for magic, name in _OTHER_FORMATS.items():
        if re.match(magic, start):
            return f"it is {name}"
    if is_named_gzip(path) and _NO_TEXT.search(start):
        return "it is neither gzip data nor text"
    return None


def _drop_mark(blocks: Iterator[bytes]) -> Iterator[bytes]:
    """Yield blocks without the byte order mark that the first of them may begin with."""
    start = b""
    try:
        while len(start) < len(_BOM):
            block = next(blocks, None)
            if block is None:
                break
            start += block
    except UnreadableTail:
        yield start.removeprefix(_BOM)
        raise
    yield start.removeprefix(_BOM)
    yield from blocks


def _identify(status: os.stat_result) -> tuple[int, ...]:
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def _refuse_changed(path: Path, opened: tuple[int, ...]) -> None:
    """Raise UserError if the file at ``path`` is no longer the opened one."""
    try:
        is_same = _identify(path.stat()) == opened
    except FileNotFoundError:
        is_same = False
    if not is_same:
        raise UserError(Problem("The file changed while it was read.", str(path), _HINT))
