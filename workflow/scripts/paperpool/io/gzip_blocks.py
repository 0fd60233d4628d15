"""The blocks of gzip data, up to its first defect, whatever was written after it."""

from collections.abc import Generator, Iterator
from io import BufferedReader

from zlib_ng import zlib_ng

from paperpool.io.streams import UnreadableTail

_READ_BYTES = 1 << 17


def decompress(file: BufferedReader, block_bytes: int) -> Iterator[bytes]:
    """Yield the content of the gzip members of ``file``; raise ``UnreadableTail`` at a defect.

    All that can be decompressed before the defect is yielded first, in blocks of ``block_bytes`` at
    most. Zero bytes between and after members are padding, as gzip(1) has it.
    """
    member = None
    n_read = 0
    is_first = True
    while True:
        data = file.read(_READ_BYTES)
        if not data:
            break
        n_read += len(data)
        while data:
            if member is None:
                data = data.lstrip(b"\0")
                if not data:
                    break
                member = zlib_ng.decompressobj(wbits=zlib_ng.MAX_WBITS | 16)

            before = member.copy()
            try:
                block = member.decompress(data, block_bytes)
            except zlib_ng.error as error:
                n_sound = yield from _decompress_until_error(before, data)
                bytes_read = n_read - len(data) + n_sound
                raise UnreadableTail(_explain(error, is_first), bytes_read) from None
            if block:
                yield block

            if member.eof:
                data = member.unused_data
                member = None
                is_first = False
            else:
                data = member.unconsumed_tail

    if member is not None:
        block = member.flush()
        if block:
            yield block
        raise UnreadableTail("its gzip data is cut short", n_read)


def _decompress_until_error(member, data: bytes) -> Generator[bytes, None, int]:
    """Yield ``data`` up to its defect (zlib drops a failing call's output); return its place."""
    for start in range(len(data)):
        try:
            block = member.decompress(data[start : start + 1])
        except zlib_ng.error:
            return start
        if block:
            yield block
    return len(data)


def _explain(error: Exception, is_first: bool) -> str:
    """Return the reason of zlib's error in the first or a later member of a file."""
    text = str(error)
    if "data check" in text or "length check" in text:
        return "its checksum does not match"
    if "header" in text or "compression method" in text:
        if is_first:
            return "its gzip header is damaged"
        return "after its gzip data come bytes that are none"
    return "its gzip data is damaged"
