"""Shards of seeded damaged rows of every format, and the corpus stage's outcome of each line."""

from __future__ import annotations

import gzip
import json
import random
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from .corpus_stage import run_bulk, run_corpus
from .damage import DEEP, DIGITS, ODD_VALUES, list_places, mutate, replace
from .mutated_lines import mutate as mutate_line
from .shards import (
    encode,
    make_abstract,
    make_citation,
    make_paper,
    make_released,
    make_row,
    write_shards,
)
from .works import PARQUET, SITE, make_work, write_part

KINDS = ("metadata", "released", "works", "parquet", "bulk")
ROWS_OF_SHARD = 250
MAX_ROW_BYTES = 20_000
FILTERS = {
    "csfcube": {},
    "mdcr": {},
    "own": {
        "language": ["en", None],
        "years": [1900, None],
        "type": ["article", None],
        "fields": ["Computer*", None],
        "topics": ["x", None],
        "venue": ["*", None],
        "source": ["*", "arxiv", None],
        "doi_prefix": ["10.1", None],
    },
}
_ODD = (*ODD_VALUES, 2**63, 2**64, -1, 1.5, 1e300, "", "\ud800", "\0", [None], {"": {}}, "1")
_RAW = (DEEP[:30_000], DIGITS, "NaN", "-Infinity", "1e999", '"\\ud800\\u0000"', "00", "")
ENDS = (b"\n", b"\n", b"\n", b"\n", b"\r\n", b"\n\n", b" \n", b"\n\t\n", b"\r\r\n")


def damage_row(row: dict[str, Any], draw: random.Random) -> bytes:
    """Return a row's line, intact or with one kind of damage: of values, of text or of bytes."""
    kind = draw.randrange(6)
    if kind == 0:
        return encode(row)
    if kind == 1:
        return encode(replace(row, draw.choice(list_places(row)), draw.choice(_ODD)))
    if kind == 2:
        marked = json.dumps(replace(row, draw.choice(list_places(row)), "@here"))
        return marked.replace('"@here"', draw.choice(_RAW)).encode()
    if kind == 3:
        return encode({key: value for key, value in row.items() if draw.random() < 0.9})
    return mutate_line(encode(row), draw) if kind == 4 else mutate(encode(row), draw)


def make_content(make: Callable[[int], dict[str, Any]], first: int, draw: random.Random) -> bytes:
    """Return the lines of a shard, whose rows have ids from ``first`` on, a few of them twice."""
    content = bytearray(draw.choice([b"", b"", b"\xef\xbb\xbf", b"\n \n"]))
    for number in range(first, first + ROWS_OF_SHARD):
        paper_id = number if draw.random() < 0.95 else draw.randrange(1, number + 1)
        content += damage_row(make(paper_id), draw) + draw.choice(ENDS)
    return bytes(content) if draw.random() < 0.7 else bytes(content).rstrip(b"\r\n")


def pack(content: bytes, name: str, draw: random.Random) -> tuple[bytes, bool]:
    """Return the bytes of a shard of some name, and whether they may break off before its end.

    Text named ``.gz`` may; impossible bytes make it another format.
    """
    kind = draw.randrange(6)
    if kind < 2:
        return content, name.endswith(".gz")
    packed = gzip.compress(content, 1, mtime=0)
    if kind < 5:
        return packed, False
    if draw.random() < 0.5:
        return packed[: draw.randrange(len(packed))], True
    return mutate(packed, draw), True


def number_lines(content: bytes) -> list[int]:
    """Return the numbers of the lines that are not blank."""
    lines = content.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    return [number for number, line in enumerate(lines, 1) if line.strip()]


class Shards:
    """Damaged shards of one dataset, written to a folder, and the lines of those that are whole."""

    def __init__(
        self, folder: Path, make: Callable[[int], dict[str, Any]], n: int, draw: random.Random
    ):
        self.lines: dict[str, list[int]] = {}
        files = {}
        for number in range(n):
            name = f"{number:03}.jsonl" + draw.choice(["", ".gz"])
            content = make_content(make, 1 + number * ROWS_OF_SHARD, draw)
            files[name], may_break = pack(content, name, draw)
            if not may_break:
                self.lines[name] = number_lines(content)
        self.paths = write_shards(folder, files)


def fuzz_rows(kind: str, seed: int, folder: Path, n_shards: int) -> Counter[str]:
    """Run the corpus stage over damaged shards of one of ``KINDS``; return counts."""
    if kind == "bulk":
        return fuzz_bulk(seed, folder, n_shards)
    if kind == "parquet":
        return fuzz_parquet(seed, folder, n_shards)
    return fuzz_papers(kind, seed, folder, n_shards)


def fuzz_papers(kind: str, seed: int, folder: Path, n_shards: int) -> Counter[str]:
    """Run the corpus stage over damaged lines of ``metadata``, ``released`` or ``works``.

    Every line of a shard that is whole has to be there once, as a readable row or a quarantined
    one; that all counts add up is checked by ``run_corpus``. Returns counts.
    """
    shards = Shards(folder / "in", partial(make_row_of, kind), n_shards, random.Random(seed))
    names = [path.name for path in shards.paths]
    out = folder / "out"
    kinds: dict[str, Any] = {"released": {"released": names}, "works": {"openalex": names}}
    of_kind = kinds.get(kind, {})
    stage = run_corpus(shards.paths, out, filters=FILTERS, max_row_bytes=MAX_ROW_BYTES, **of_kind)
    for number, name in enumerate(names):
        _check_lines(name, shards.lines.get(name), out / f"{number}.rows.parquet", out, number)
    return _count(stage.summary)


def fuzz_parquet(seed: int, folder: Path, n_shards: int) -> Counter[str]:
    """Do as ``fuzz_papers`` does with Parquet parts: odd values in all, damaged bytes in some."""
    draw = random.Random(seed)
    lines: dict[str, list[int]] = {}
    files = {}
    for number in range(n_shards):
        first, name = 1 + number * ROWS_OF_SHARD, f"{number:03}.parquet"
        rows = [damage_work(_make_work(first + n), draw) for n in range(ROWS_OF_SHARD)]
        files[name] = write_part(folder / "made" / name, rows).read_bytes()
        if draw.random() < 0.25:
            files[name] = mutate(files[name], draw)
        else:
            lines[name] = list(range(1, ROWS_OF_SHARD + 1))
    paths = write_shards(folder / "in", files)
    out = folder / "out"
    stage = run_corpus(paths, out, openalex=list(files), filters=FILTERS, leave_out=["paratext"])
    for number, name in enumerate(files):
        _check_lines(name, lines.get(name), out / f"{number}.rows.parquet", out, number)
    return _count(stage.summary)


def damage_work(work: dict[str, Any], draw: random.Random) -> dict[str, Any]:
    """Return a work, intact or with an odd value of its column's type."""
    if draw.random() < 0.3:
        return work
    key = draw.choice([key for key in PARQUET.names if key in work and key != "ids"])
    odd = {
        "abstract_inverted_index": [
            mutate(json.dumps(work["abstract_inverted_index"]).encode(), draw).decode(
                errors="ignore"
            ),
            {"a": [5, 5, 0], "": [1], "\x85": [2**62]},
        ],
        "referenced_works": [[None], [""], ["W1", f"{SITE}W2\n"], ["W" + "9" * 30]],
        "concepts": [[None], [{}], [{"level": 0, "score": float("nan"), "display_name": "Art"}]],
        "topics": [[None], [{"field": None}]],
        "locations": [[None], [{}]],
        "primary_location": [{}],
        "cited_by_count": [-1, 2**31, 2**62],
        "publication_year": [-1, 10_000, 0],
        "is_retracted": [True],
        "is_xpac": [True],
        "type": ["paratext", "\0"],
        "id": [f"{SITE}W1", "W", f"{SITE}W\u0661", "\0", ""],
    }
    return work | {key: draw.choice([None, *odd.get(key, ["", "\0", "x" * 100_000])])}


def fuzz_bulk(seed: int, folder: Path, n_shards: int) -> Counter[str]:
    """Do as ``fuzz_papers`` does with ``n_shards`` damaged shards of each bulk dataset."""
    draw = random.Random(seed)
    makers = {"papers": make_paper, "abstracts": make_abstract, "citations": _cite}
    shards = {
        dataset: Shards(folder / "in" / dataset, make, n_shards, draw)
        for dataset, make in makers.items()
    }
    out = folder / "out"
    paths = {dataset: of_dataset.paths for dataset, of_dataset in shards.items()}
    stage = run_bulk(paths, out, filters=FILTERS, max_row_bytes=MAX_ROW_BYTES)
    counts = _count(stage.summary)
    for dataset in ("abstracts", "citations"):
        part = stage.summary["bulk"][dataset]
        counts.update(read=part["read"], readable=part["readable"])
        counts.update(quarantined=sum(part["quarantined"].values()))
        for name, lines in shards[dataset].lines.items():
            assert part["shards"][f"{dataset}/{name}"]["read"] == len(lines), (dataset, name)
    for name, lines in shards["papers"].lines.items():
        assert stage.summary["shards"][f"papers/{name}"]["read"] == len(lines), name
    return counts


def _check_lines(name: str, lines: list[int] | None, rows: Path, out: Path, number: int) -> None:
    """Check that each of a shard's lines is either a readable row or a bad one."""
    readable = pq.read_table(rows)["line"].to_pylist()
    bad = pq.read_table(out / f"{number}.bad.parquet").to_pylist()
    found = sorted([*readable, *(row["line"] for row in bad)])
    assert len(set(found)) == len(found), name
    assert lines is None or found == lines, name


def _count(summary: Mapping[str, Any]) -> Counter[str]:
    """Return the outcome of rows of papers: kept or dropped by each filter, or bad."""
    counts = Counter(read=summary["read"], readable=summary["readable"])
    counts["quarantined"] = sum(summary["quarantined"].values())
    counts["broken"] = len(summary.get("broken_shards", {}))
    for name, one in summary["filters"].items():
        counts[f"{name} keeps"] = one["kept"]
        counts[f"{name} drops"] = sum(one["dropped"].values())
    return counts


def make_row_of(kind: str, number: int) -> dict[str, Any]:
    """Return an intact row of ``metadata``, ``released`` or ``works`` with some id."""
    make = {"metadata": _make_row, "released": _make_released, "works": _make_work}[kind]
    return make(number)


def _make_row(number: int) -> dict[str, Any]:
    return make_row(str(number), outbound_citations=[str(number + 1), "7"])


def _make_work(number: int) -> dict[str, Any]:
    return make_work(number, referenced_works=[f"{SITE}W{number + 1}", "W7"])


def _make_released(number: int) -> dict[str, Any]:
    return make_released(str(number))


def _cite(number: int) -> dict[str, Any]:
    return make_citation(number, number + 1)
