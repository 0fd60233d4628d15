"""The format of a file by its first bytes, and the place from which it cannot be read."""

import bz2
import gzip
import lzma
import os
import random

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from zlib_ng import zlib_ng

from paperpool.errors import UserError
from paperpool.io import streams
from paperpool.io.streams import UnreadableTail, is_text_named_gzip, read_blocks

TEXT = b'{"a": 1}\n' * 50


def read(path, data):
    """Return what could be read of ``data`` as a file, and why and after how many bytes no more."""
    path.write_bytes(data)
    found = []
    try:
        found.extend(read_blocks(path))
    except UnreadableTail as tail:
        return b"".join(found), tail.why, tail.bytes_read
    return b"".join(found), None, None


def change(data, place, value=0xFF):
    """Return data with one byte changed."""
    changed = bytearray(data)
    changed[place] ^= value
    return bytes(changed)


def make_parquet(path):
    """Return the bytes of a parquet file."""
    pq.write_table(pa.table({"a": range(100)}), path)
    return path.read_bytes()


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz", "a", "a.GZ"])
def test_the_first_bytes_decide_not_the_name(tmp_path, name):
    for data in (TEXT, gzip.compress(TEXT, mtime=0), gzip.compress(TEXT, mtime=0) + bytes(500)):
        assert read(tmp_path / name, data) == (TEXT, None, None)
    mark = b"\xef\xbb\xbf"
    assert read(tmp_path / name, mark + TEXT) == (TEXT, None, None)
    assert read(tmp_path / name, b"") == (b"", None, None)
    is_told = is_text_named_gzip
    (tmp_path / name).write_bytes(TEXT)
    assert is_told(tmp_path / name) == (name in ("a.jsonl.gz", "a.GZ"))
    for other in (b"", gzip.compress(TEXT, mtime=0), bz2.compress(TEXT), bytes(50)):
        (tmp_path / name).write_bytes(other)
        assert not is_told(tmp_path / name)


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz"])
def test_other_formats_are_named(tmp_path, name):
    formats = {
        "it is bzip2 data": bz2.compress(TEXT),
        "it is xz data": lzma.compress(TEXT),
        "it is Zstandard data": pa.compress(TEXT, "zstd", asbytes=True),
        "it is a zip archive": b"PK\x03\x04" + TEXT,
        "it is a parquet file": make_parquet(tmp_path / "table"),
        "it holds zeros alone": bytes(700_000),
    }
    for why, data in formats.items():
        assert read(tmp_path / name, data) == (b"", why, 0)


@pytest.mark.parametrize(
    "data", [b"\0" + TEXT, change(gzip.compress(TEXT, mtime=0), 0), TEXT.decode().encode("utf-16")]
)
def test_what_is_no_text_is_refused_where_the_name_says_gzip(tmp_path, data):
    none = (b"", "it is neither gzip data nor text", 0)
    assert read(tmp_path / "a.gz", data) == none
    assert read(tmp_path / "a.jsonl", data) == (data, None, None)  # a matter of its rows


@pytest.mark.parametrize("place", [2, 3])
def test_a_damaged_header_is_told(tmp_path, place):
    found = read(tmp_path / "a.gz", change(gzip.compress(TEXT, mtime=0), place))
    assert found[:2] == (b"", "its gzip header is damaged") and found[2] <= place + 1


def test_a_wrong_checksum_or_length_is_told(tmp_path):
    packed = gzip.compress(TEXT, mtime=0)
    for place in (-8, -5, -4, -1):
        found, why, n_read = read(tmp_path / "a", change(packed, place))
        assert (found, why) == (TEXT, "its checksum does not match")
        assert len(packed) - 8 < n_read < len(packed)


def test_bytes_after_the_data_are_told_but_zeros_are_padding(tmp_path):
    packed = gzip.compress(TEXT, mtime=0)
    why = "after its gzip data come bytes that are none"
    found = read(tmp_path / "a", packed * 2 + bytes(9) + b"rubbish")
    assert found[:2] == (TEXT * 2, why) and 0 <= found[2] - 2 * len(packed) - 9 < 7
    data = packed + gzip.compress(b"", mtime=0) + packed + bytes(9)
    assert read(tmp_path / "a", data) == (TEXT * 2, None, None)


def test_a_file_cut_anywhere_is_told_with_all_that_could_be_read(tmp_path):
    packed = gzip.compress(TEXT, mtime=0)
    for cut in range(2, len(packed)):
        found, why, n_read = read(tmp_path / "a", packed[:cut])
        assert (why, n_read) == ("its gzip data is cut short", cut)
        assert found == zlib_ng.decompressobj(wbits=31).decompress(packed[:cut])
    assert found == TEXT
    assert read(tmp_path / "a.gz", packed[:1])[1] == "it is neither gzip data nor text"


def test_damage_in_the_middle_is_told_with_the_bytes_before_it(tmp_path):
    draw = random.Random(3)
    packed = gzip.compress(b"".join(b"%d\n" % draw.getrandbits(300) for _ in range(5000)), mtime=0)
    for place in (20_000, 150_000, 200_000):
        found, why, n_read = read(tmp_path / "a", packed[:place] + b"\xff" * 60 + packed[place:])
        assert why in ("its gzip data is damaged", "its checksum does not match")
        assert n_read >= place and len(found) > place


def start_over(path):
    path.write_bytes(TEXT)


def replace_by_the_same(path):
    other = path.with_name("other")
    other.write_bytes(path.read_bytes())
    os.utime(other, ns=(path.stat().st_mtime_ns,) * 2)
    other.replace(path)


def write_more(path):
    with path.open("ab") as file:
        file.write(TEXT)


def touch(path):
    os.utime(path, ns=(path.stat().st_mtime_ns + 1000,) * 2)


@pytest.mark.parametrize(
    "happen",
    [start_over, replace_by_the_same, write_more, touch, os.unlink],
    ids=lambda f: f.__name__,
)
@pytest.mark.parametrize("is_cut", [False, True])
def test_a_file_that_changes_while_it_is_read_is_told(tmp_path, monkeypatch, happen, is_cut):
    monkeypatch.setattr(streams, "BLOCK_BYTES", 100)
    path = tmp_path / "a.jsonl.gz"
    packed = gzip.compress(TEXT, mtime=0)
    path.write_bytes(packed[:-9] if is_cut else packed)
    blocks = read_blocks(path)
    assert next(blocks) == TEXT[:100]
    happen(path)
    with pytest.raises(UserError, match=r"changed while it was read(?s:.*)a\.jsonl\.gz"):
        list(blocks)
