"""Files of vectors that are there already: Semantic Scholar's, or your own.

Semantic Scholar's ``embeddings-specter_v1`` and ``_v2`` are JSON lines ``{"corpusid": 1, "model":
"specter_v2", "vector": "[0.1, …]"}``, gzipped; the vector is a text. Your own are Parquet files
(``paper_id``, or ``corpusid``, and ``vector``, a list of numbers), or a folder with ``vectors.npy``
and ``ids.txt``, an id a line in the same order. Files are never unpickled.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

import numpy as np
import orjson
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from paperpool.encoding.given_files import find_ids, refuse_odd_file
from paperpool.encoding.shares import Owned
from paperpool.errors import Problem, UserError
from paperpool.io.bad_rows import BadRow
from paperpool.io.json_lines import parse_values
from paperpool.io.lines import read_lines, read_user_lines

Find = Callable[[Sequence[bytes]], NDArray[np.int64]]
"""Returns the row of each paper among those that are requested, by its id; -1 of any other."""

_BATCH_ROWS = 512
_MOST_BYTES = 1_000_000
"""Of a line; one of 768 numbers has 16,000."""

_START = re.compile(rb'\{"corpusid": ?([0-9]+), ?"model": ?"[^"\\]*", ?"vector": ?"')
_HINT = "Correct or remove it; docs/rankers.md says what files of vectors hold."


def read_vectors(path: str, find: Find, counts: Counter[str]) -> Iterator[Owned]:
    """Yield the vectors of a file, of the papers that ``find`` knows, in batches.

    They are of half precision like the file's, else of single precision. ``counts`` gets the
    ``rows``, those of ``other_papers``, and malformed ones by reason (of ``io.json_lines``). Raises
    UserError if the file cannot be read to its end, or is of no known form.
    """
    refuse_odd_file(path)
    is_text = path.endswith((".gz", ".jsonl"))
    if is_text:
        batches = _read_lines(path, counts)
    elif path.endswith(".npy"):
        batches = _read_packed(path)
    else:
        batches = _read_parquet(path)

    widths: set[int] = set()
    for ids, values in batches:
        rows = find(ids)
        counts["rows"] += len(rows)
        counts["other_papers"] += int((rows < 0).sum())

        # numbers are parsed of the papers that are wanted alone: a release has many others
        wanted = np.flatnonzero(rows >= 0)
        wanted_rows = []
        vectors = []
        for i in wanted:
            vector = _parse_numbers(values[i]) if is_text else values[i]
            if vector is not None:
                wanted_rows.append(rows[i])
                vectors.append(vector)
        counts["wrong_type"] += len(wanted) - len(vectors)
        widths |= set(map(len, vectors))
        if len(widths) > 1:
            message = f"Vectors have {min(widths)} numbers, and others {max(widths)}."
            raise UserError(Problem(message, path, _HINT))
        if vectors:
            stacked = np.stack(vectors)
            if stacked.dtype != np.float16:
                stacked = stacked.astype(np.float32)
            yield np.array(wanted_rows, np.int64), stacked


def _read_lines(path: str, counts: Counter[str]) -> Iterator[tuple[list[bytes], list[bytes]]]:
    """Yield the ids and the numbers' texts of batches of lines; count the malformed ones."""
    lines = read_lines(path, _MOST_BYTES)
    while True:
        batch = list(islice(lines, _BATCH_ROWS))
        if not batch:
            return
        ids = []
        texts = []
        for line in batch:
            if line.reason == "truncated":
                message = f"The file breaks off in line {line.number}."
                raise UserError(Problem(message, path, "Download it again."))
            try:
                paper, text = _split_line(line.data, line.reason)
            except BadRow as error:
                counts.update(["rows", error.reason])
            else:
                ids.append(paper)
                texts.append(text)
        yield ids, texts


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


def _read_parquet(path: str) -> Iterator[tuple[list[bytes], NDArray]]:
    """Yield the ids and the vectors of batches of rows; UserError for a table of others."""
    try:
        with pq.ParquetFile(path, pre_buffer=False) as file:
            types = dict(zip(file.schema_arrow.names, file.schema_arrow.types, strict=True))
            id_column = next((name for name in ("paper_id", "corpusid") if name in types), "")
            number = getattr(types.get("vector"), "value_type", pa.null())
            if not id_column or not pa.types.is_floating(number):
                message = "It has no columns paper_id (or corpusid) and vector, lists of numbers."
                raise UserError(Problem(message, path, _HINT))
            for batch in file.iter_batches(_BATCH_ROWS, columns=[id_column, "vector"]):
                ids = batch[id_column].cast(pa.string()).to_pylist()
                vectors = batch["vector"].to_numpy(False)
                yield [(paper_id or "").encode() for paper_id in ids], vectors
    except (pa.ArrowException, OSError) as error:
        raise _explain(error, path) from error


def _explain(error: Exception, path: str) -> UserError:
    """Return the error of a file that a library cannot read."""
    reason = str(error).rstrip(".")
    return UserError(Problem(f"It cannot be read: {reason}.", path, _HINT))


def _read_packed(path: str) -> Iterator[tuple[list[bytes], NDArray]]:
    """Yield the ids and the vectors of an array; UserError if they differ in number."""
    try:
        vectors = np.load(path, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        raise _explain(error, path) from error
    if vectors.ndim != 2 or vectors.dtype.kind != "f":
        message = (
            f"It has {vectors.dtype} in the shape {vectors.shape}, not a row of numbers a paper."
        )
        raise UserError(Problem(message, path, _HINT))

    [file] = find_ids(path)
    lines = (line.strip() for _, line in read_user_lines(file, _HINT))
    n_read = 0
    while True:
        ids = list(islice(lines, _BATCH_ROWS))
        if not ids:
            break
        # mapped anew, as a single map would count the whole file as memory of the process
        rows = np.load(path, mmap_mode="r")[n_read : n_read + len(ids)]
        n_read += len(ids)
        yield ids[: len(rows)], rows
    if n_read != len(vectors):
        message = f"It has {n_read:,} ids; there are {len(vectors):,} vectors."
        raise UserError(Problem(message, file, "Write an id for each vector, in their order."))
