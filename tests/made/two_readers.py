"""Damaged shards read twice: blocks of lines at once where that can be, and line by line.

Blocks are small here, so that many are without damage, that a row goes over several, and that one
bad row leaves others to the quick reader.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

from paperpool.fetch.listing import OPENALEX
from paperpool.io import streams
from paperpool.workflow.corpus import shards
from paperpool.workflow.corpus.shards import ReadShard, read_shards
from paperpool.workflow.corpus.sources import METADATA

from .fuzzed_rows import ENDS, MAX_ROW_BYTES, damage_row, make_row_of, pack
from .shards import encode

KINDS = {"metadata": METADATA, "works": OPENALEX}
"""The formats that have a reader of many lines at once."""

_ROWS = 300
_DAMAGED = 0.1
_BLOCK_BYTES = (400, 2_000, 10_000)


def fuzz_readers(kind: str, seed: int, folder: Path, n_shards: int) -> Counter[str]:
    """Read damaged shards of one of ``KINDS`` by both readers; AssertionError if files differ.

    Returns the blocks that the quick reader took, and those that it left.
    """
    draw = random.Random(f"{seed} {kind}")
    folder.mkdir(parents=True)
    counts = Counter[str]()
    for number in range(n_shards):
        content = bytearray(draw.choice([b"", b"\xef\xbb\xbf", b"\n \n"]))
        for row in range(_ROWS):
            values = make_row_of(kind, row + 1)
            line = damage_row(values, draw) if draw.random() < _DAMAGED else encode(values)
            content += line + (draw.choice(ENDS) if draw.random() < _DAMAGED else b"\n")
        path = folder / f"{number}.jsonl"
        path.write_bytes(pack(bytes(content), path.name, draw)[0])
        counts += _read_both(path, KINDS[kind], draw.choice(_BLOCK_BYTES))
    return counts


def _read_both(path: Path, kind: str, block_bytes: int) -> Counter[str]:
    """Return how many blocks the quick reader took and left, if both write the same bytes."""
    parse, parse_piece = shards._choose_parsers(kind, "concepts")
    counts = Counter[str]()

    def parse_and_count(data: bytes) -> Any:
        columns = parse_piece(data)
        counts["left" if columns is None else "taken"] += 1
        return columns

    quick = _read(path, kind, block_bytes, (parse, parse_and_count))
    assert quick == _read(path, kind, block_bytes, (parse, None)), path
    return counts


def _read(
    path: Path, kind: str, block_bytes: int, parsers: tuple[Callable, Callable | None]
) -> dict[str, bytes]:
    """Return the files, by name, that reading a shard by ``parsers`` writes."""
    names = ("papers", "citations", "quarantine", "summary")
    files = ReadShard(*(path.with_suffix(f".{name}") for name in names))
    with (
        patch.object(streams, "BLOCK_BYTES", block_bytes),
        patch.object(shards, "_choose_parsers", lambda *_: parsers),
    ):
        read_shards({path.name: path}, files, kind=kind, max_row_bytes=MAX_ROW_BYTES)
    return {name: path.with_suffix(f".{name}").read_bytes() for name in names}
