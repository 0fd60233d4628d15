"""Files of vectors that are there already: Semantic Scholar's, or your own.

Semantic Scholar's ``embeddings-specter_v1`` and ``_v2`` are JSON lines ``{"corpusid": 1, "model":
"specter_v2", "vector": "[0.1, …]"}``, gzipped; the vector is a text. Your own are Parquet files
(``paper_id``, or ``corpusid``, and ``vector``, a list of numbers), or a folder with ``vectors.npy``
and ``ids.txt``, an id a line in the same order. Files are never unpickled.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import orjson
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from paperpool.encoding.shares import Owned
from paperpool.errors import Problem, UserError
from paperpool.fetch import s2ag
from paperpool.fetch.releases import Source, find_listing
from paperpool.io.files import expand_globs
from paperpool.io.json_lines import BadRow, parse_values
from paperpool.io.lines import read_lines, read_user_lines

Find = Callable[[Sequence[bytes]], NDArray[np.int64]]
"""Returns the row of each paper among those that are requested, by its id; -1 of any other."""

ENDINGS = (".gz", ".jsonl", ".parquet", "vectors.npy")

_BATCH_ROWS = 512
_MOST_BYTES = 1_000_000
"""Of a line; one of 768 numbers has 16,000."""

_START = re.compile(rb'\{"corpusid": ?([0-9]+), ?"model": ?"[^"\\]*", ?"vector": ?"')
_HINT = "Correct or remove it; docs/rankers.md says what files of vectors hold."


def list_vector_files(given: Any, sources: Iterable[Source] | None) -> list[str]:
    """Return the files of a ranker's ``vectors``: a path, folder or glob, a list of them, or s2ag.

    ``{s2ag: DATASET}`` is a dataset of the release that is one of ``sources``; its files need not
    be there yet. Raises UserError if the release is not listed with it.
    """
    files: list[str] = []
    if isinstance(given, Mapping):
        dataset, listings = given[s2ag.SOURCE], map(find_listing, sources or [])
        released = [one for one in listings if one and one.source == s2ag.SOURCE]
        files = [file for listing in released for file in listing.raw_paths(dataset)]
        if not files:
            what = f"No release of data.s2orc is listed with {dataset}."
            hint = f"Run `paperpool fetch {s2ag.SOURCE} RELEASE {dataset}`, or name files."
            raise UserError(Problem(what, "data.s2orc", hint))
        return files
    for pattern in [given] if isinstance(given, str) else given:
        inside = [file for end in ENDINGS for file in expand_globs([f"{pattern}/*{end}"])]
        files += sorted(inside) or expand_globs([pattern]) or [pattern]
    return list(dict.fromkeys(files))


def find_ids(path: str) -> list[str]:
    """Return the file of the ids of an array of vectors; empty for a file that has its own."""
    return [str(Path(path).with_name("ids.txt"))] if path.endswith(".npy") else []


def refuse_odd_file(path: str) -> None:
    """Raise UserError for a file that is not there, or of no known form, or without its ids."""
    [ids] = find_ids(path) or [path]
    if not Path(path).is_file():
        what, hint = f"There is no file of vectors {path}.", "Correct the path, folder or glob."
    elif not path.endswith(ENDINGS):
        what = f"{path} is no file of vectors."
        hint = f"Name files that end in {', '.join(ENDINGS)}."
    elif not Path(ids).is_file():
        what, hint = f"There is no {ids}.", "Write the ids there, in the order of the vectors."
    else:
        return
    raise UserError(Problem(what, path, hint))


def read_vectors(path: str, find: Find, counts: Counter[str]) -> Iterator[Owned]:
    """Yield the vectors of a file, of the papers that ``find`` knows, in batches.

    They are of half precision like the file's, else of single precision. ``counts`` gets the
    ``rows``, those of ``other_papers``, and malformed ones by reason (of ``io.json_lines``). Raises
    UserError if the file cannot be read to its end, or is of no known form.
    """
    refuse_odd_file(path)
    widths: set[int] = set()
    is_text = path.endswith((".gz", ".jsonl"))
    read = _read_packed if path.endswith(".npy") else _read_parquet
    for ids, values in _read_lines(path, counts) if is_text else read(path):
        rows = find(ids)
        counts["rows"] += len(rows)
        counts["other_papers"] += int((rows < 0).sum())
        asked = np.flatnonzero(rows >= 0)
        parsed = [_parse_numbers(values[i]) if is_text else values[i] for i in asked]
        vectors = [vector for vector in parsed if vector is not None]
        counts["wrong_type"] += len(parsed) - len(vectors)
        widths |= set(map(len, vectors))
        if len(widths) > 1:
            what = f"Vectors have {min(widths)} numbers, and others {max(widths)}."
            raise UserError(Problem(what, path, _HINT))
        if vectors:
            is_there = [vector is not None for vector in parsed]
            stacked = np.stack(vectors)
            is_half = stacked.dtype == np.float16
            yield rows[asked][is_there], stacked if is_half else stacked.astype(np.float32)


def _read_lines(path: str, counts: Counter[str]) -> Iterator[tuple[list[bytes], Any]]:
    lines = read_lines(path, _MOST_BYTES)
    while batch := list(islice(lines, _BATCH_ROWS)):
        rows = []
        for line in batch:
            if line.reason == "truncated":
                what = f"The file breaks off in line {line.number}."
                raise UserError(Problem(what, path, "Download it again."))
            try:
                rows.append(_split_line(line.data, line.reason))
            except BadRow as error:
                counts.update(["rows", error.reason])
        yield [paper for paper, _ in rows], [text for _, text in rows]


def _split_line(data: bytes, reason: str | None) -> tuple[bytes, bytes]:
    """Return the id and the numbers' text of a line, without parsing usual lines; raise BadRow."""
    if reason is not None:
        raise BadRow(reason)
    start = _START.match(data)
    if start and data.endswith(b']"}') and data.find(b'"', start.end()) == len(data) - 2:
        return start[1], data[start.end() : -2]
    (paper, vector), _ = parse_values(data, lambda row: (row["corpusid"], row["vector"]))
    if type(paper) not in (int, str) or not isinstance(vector, str | list):
        raise BadRow("wrong_type")
    text = vector.encode("utf-8", "replace") if isinstance(vector, str) else orjson.dumps(vector)
    return str(paper).encode("utf-8", "replace"), text


def _parse_numbers(text: bytes) -> NDArray[np.float32] | None:
    """Return a JSON array of numbers, a null as NaN, or None for any other text."""
    try:
        vector = np.array(orjson.loads(text), np.float32)
    except (ValueError, TypeError):
        return None
    return vector if vector.ndim == 1 and b'"' not in text else None


def _read_parquet(path: str) -> Iterator[tuple[list[bytes], Any]]:
    try:
        with pq.ParquetFile(path, pre_buffer=False) as file:
            types = dict(zip(file.schema_arrow.names, file.schema_arrow.types, strict=True))
            paper = next((name for name in ("paper_id", "corpusid") if name in types), "")
            number = getattr(types.get("vector"), "value_type", pa.null())
            if not paper or not pa.types.is_floating(number):
                what = "It has no columns paper_id (or corpusid) and vector, lists of numbers."
                raise UserError(Problem(what, path, _HINT))
            for batch in file.iter_batches(_BATCH_ROWS, columns=[paper, "vector"]):
                ids = batch[paper].cast(pa.string()).to_pylist()
                yield [(i or "").encode() for i in ids], batch["vector"].to_numpy(False)
    except (pa.ArrowException, OSError) as error:
        raise UserError(Problem(f"It cannot be read: {error}.", path, _HINT)) from error


def _read_packed(path: str) -> Iterator[tuple[list[bytes], Any]]:
    try:
        vectors = np.load(path, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        raise UserError(Problem(f"It cannot be read: {error}.", path, _HINT)) from error
    if vectors.ndim != 2 or vectors.dtype.kind != "f":
        what = f"It has {vectors.dtype} in the shape {vectors.shape}, not a row of numbers a paper."
        raise UserError(Problem(what, path, _HINT))
    [file], done = find_ids(path), 0
    ids = (line.strip() for _, line in read_user_lines(file, _HINT))
    while some := list(islice(ids, _BATCH_ROWS)):
        rows = np.load(path, mmap_mode="r")[done : done + len(some)]
        done += len(some)
        yield some[: len(rows)], rows
    if done != len(vectors):
        what = f"It has {done:,} ids; there are {len(vectors):,} vectors."
        raise UserError(Problem(what, file, "Write an id for each vector, in their order."))
