"""Reading lines of shards in every state."""

import gzip
import random
import tracemalloc
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperpool.errors import UserError
from paperpool.io import streams
from paperpool.io.lines import EXCERPT_BYTES, read_lines, read_user_lines

LIMIT = 8_000_000


def read(path, data, limit=LIMIT):
    path.write_bytes(data)
    return [tuple(line) for line in read_lines(path, limit)]


def test_counts_blank_lines_and_drops_the_byte_order_mark(tmp_path):
    data = b"\xef\xbb\xbfone\r\n\n  \ntwo\nthree"
    expected = [(1, b"one\r", None), (4, b"two", None), (5, b"three", None)]
    assert read(tmp_path / "a.jsonl", data) == expected
    assert read(tmp_path / "a.jsonl.gz", gzip.compress(data, mtime=0)) == expected
    assert read(tmp_path / "b.jsonl", gzip.compress(data, mtime=0)) == expected


@pytest.mark.parametrize("block", [1, 7, 1000])
def test_lines_of_users_end_as_editors_write_them(tmp_path, monkeypatch, block):
    monkeypatch.setattr(streams, "BLOCK_BYTES", block)
    path = tmp_path / "a.txt"
    data = b"\xef\xbb\xbfa\xe2\x80\xa8b\r\n\r\r\nc\rd\n \ne\r"
    for content in (data, gzip.compress(data, mtime=0)):
        path.write_bytes(content)
        lines = [(1, b"a\xe2\x80\xa8b"), (4, b"c"), (5, b"d"), (7, b"e")]
        assert list(read_user_lines(path, "")) == lines
        assert [line[:2] for line in read_lines(path, LIMIT, at_returns=True)] == lines


def test_a_file_of_users_that_cannot_be_read_to_its_end_is_refused(tmp_path):
    (tmp_path / "a.txt").write_bytes(gzip.compress(b"a\nb", mtime=0)[:-4])
    found = read_user_lines(tmp_path / "a.txt", "Get it again.")
    assert next(found) == (1, b"a")
    with pytest.raises(UserError, match=r"cannot be read: its gzip data is cut short(?s:.*)again"):
        list(found)


@settings(max_examples=60)
@given(st.lists(st.binary(max_size=60)), st.integers(1, 50), st.booleans())
def test_agrees_with_splitting(tmp_path_factory, lines, limit, zipped):
    content = b"\n".join(lines)
    path = tmp_path_factory.mktemp("lines") / ("a.gz" if zipped else "a")
    if not zipped and content[:2] == b"\x1f\x8b":
        return
    found = read(path, gzip.compress(content, mtime=0) if zipped else content, limit)
    if not zipped and content and not content.strip(b"\0"):  # what a crash leaves of a file
        assert found == [(1, b"", "truncated")]
        return
    kept = content.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    assert found == [
        (number, line, "too_large" if len(line) > limit else None)
        for number, line in enumerate(kept, 1)
        if line.strip()
    ]


def numbered(count):
    draw = random.Random(5)
    return b"".join(b"%d %d\n" % (n, draw.getrandbits(256)) for n in range(1, count + 1))


@pytest.mark.parametrize("cut", [1, 5, 12, 500, 20_000, 100_000, -1, -7, -8, -9])
def test_truncated_gzip_keeps_whole_rows(tmp_path, cut):
    content = numbered(3000)
    whole = gzip.compress(content, mtime=0)
    *found, last = read(tmp_path / "a.gz", whole[:cut])
    available = zlib.decompressobj(31).decompress(whole[:cut])
    lines = available.split(b"\n")
    assert [line[1] for line in found] == lines[:-1]
    assert last == (len(lines), lines[-1], "truncated")


def test_corrupt_gzip_keeps_rows_before_the_defect(tmp_path):
    content = numbered(3000)
    packer = zlib.compressobj(wbits=31)
    start = packer.compress(content[:100_001]) + packer.flush(zlib.Z_FULL_FLUSH)
    rest = b"\xff" + packer.compress(content[100_001:]) + packer.flush()  # no such kind of block
    *found, last = read(tmp_path / "a.gz", start + rest)
    lines = content[:100_001].split(b"\n")
    assert [line[1] for line in found] == lines[:-1]
    assert last == (len(lines), lines[-1], "truncated")


def test_memory_is_bounded_by_the_row_limit(tmp_path):
    path = tmp_path / "a.gz"
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(b"first\n")
        for _ in range(150):
            file.write(b"x" * 1_000_000)
        file.write(b"\n" + b" " * 20_000_000 + b"\nlast\n")
    tracemalloc.start()
    found = list(read_lines(path, 2_000_000))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [(line.number, line.reason) for line in found] == [
        (1, None),
        (2, "too_large"),
        (4, None),
    ]
    assert found[1].data == b"x" * EXCERPT_BYTES
    assert peak < 20_000_000
