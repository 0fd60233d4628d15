"""Files of vectors that are there already: Semantic Scholar's, or your own.

Semantic Scholar's ``embeddings-specter_v1`` and ``_v2`` are JSON lines ``{"corpusid": 1, "model":
"specter_v2", "vector": "[0.1, …]"}``, gzipped; the vector is a text. Your own are Parquet files
(``paper_id``, or ``corpusid``, and ``vector``, a list of numbers), or a folder with ``vectors.npy``
and its ids, in the same order: ``ids.txt``, one a line, or ``ids.npy``. Nothing is unpickled.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import orjson
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from paperpool.corpus.sources import Source, find_listing
from paperpool.encoding.shares import Owned
from paperpool.errors import Problem, UserError
from paperpool.fetch import s2ag
from paperpool.io.files import expand_globs
from paperpool.io.json_lines import BadRow, parse_values
from paperpool.io.lines import read_lines, read_user_lines

Find = Callable[[Sequence[bytes]], NDArray[np.int64]]
"""Returns the row of each paper among those that are asked for, by its id; -1 of any other."""

Item = TypeVar("Item")

PACKED = "vectors.npy"
IDS = ("ids.txt", "ids.npy")
ENDINGS = (".gz", ".jsonl", ".parquet", PACKED)

_BATCH_ROWS = 512
_MOST_BYTES = 1_000_000
"""Of a line; one of 768 numbers has 16,000."""

_START = re.compile(rb'\{"corpusid": ?([0-9]+), ?"model": ?"[^"\\]*", ?"vector": ?"')
_HINT = "Correct or remove it; docs/rankers.md says what files of vectors hold."


def list_vector_files(given: Any, sources: Iterable[Source] | None) -> list[str]:
    """Return the files of a ranker's ``vectors``: a path, folder or glob, a list of them, or s2ag.

    ``{s2ag: DATASET}`` is a dataset of the release that is one of ``sources``; its files need not
    be there yet. Raises UserError where the release is not listed with it.
    """
    if isinstance(given, Mapping):
        return _list_released(given[s2ag.SOURCE], sources or [])
    files: list[str] = []
    for pattern in [given] if isinstance(given, str) else given:
        folders = [Path(path) for path in expand_globs([pattern]) or [pattern]]
        for path in folders:
            inside = sorted(map(str, path.iterdir())) if path.is_dir() else [str(path)]
            files += [file for file in inside if file.endswith(ENDINGS)] or [str(path)]
    return list(dict.fromkeys(files))


def _list_released(dataset: str, sources: Iterable[Source]) -> list[str]:
    listings = [listing for source in sources if (listing := find_listing(source))]
    released = [listing for listing in listings if listing.source == s2ag.SOURCE]
    files = [file for listing in released for file in listing.raw_paths(dataset)]
    if not files:
        what = f"There is no release that {dataset} could be of."
        hint = "Name one in data.s2orc, as {s2ag: {release: DATE}}, or name files of vectors."
        if released:
            release = released[0].release
            what = f"The listing of the release {release} has no files of {dataset}."
            hint = f"Run `paperpool fetch {s2ag.SOURCE} {release} {dataset}`."
        raise UserError(Problem(what, "data.s2orc", hint))
    return files


def refuse_odd_file(path: str) -> None:
    """Raise UserError for a file that is not there, or of no known form, or without its ids."""
    if not Path(path).is_file():
        what = f"There is no file of vectors {path}."
        hint = "Correct the path; a folder or a glob stands for files."
    elif not path.endswith(ENDINGS):
        what = f"{path} is no file of vectors."
        hint = f"Name files that end in {', '.join(ENDINGS)}."
    elif path.endswith(PACKED) and not find_ids(path):
        what = f"There is no {' or '.join(IDS)} beside {path}."
        hint = "Write the ids there, in the order of the vectors."
    else:
        return
    raise UserError(Problem(what, path, hint))


def find_ids(path: str | Path) -> str | None:
    """Return the file of the ids of a ``vectors.npy``; None where there is none, or no need."""
    beside = [Path(path).parent / name for name in IDS if Path(path).name == PACKED]
    return next((str(file) for file in beside if file.is_file()), None)


def read_vectors(path: str | Path, find: Find, counts: Counter[str]) -> Iterator[Owned]:
    """Yield the vectors of a file, of the papers that ``find`` knows, in batches.

    Half precision stays as it is, all else becomes single precision. ``counts`` gets the ``rows``,
    those of ``other_papers``, and those that are no vector, by reason (of ``io.json_lines``).
    Raises UserError where the file cannot be read to its end, or is of no known form.
    """
    refuse_odd_file(str(path))
    if str(path).endswith((".gz", ".jsonl")):
        yield from _read_json_lines(path, find, counts)
        return
    read = _read_packed if str(path).endswith(PACKED) else _read_parquet
    for ids, vectors in read(Path(path)):
        rows = find(ids)
        counts["rows"] += len(rows)
        counts["other_papers"] += int((rows < 0).sum())
        yield rows[rows >= 0], _narrow(vectors[rows >= 0])


def _batch(items: Iterable[Item]) -> Iterator[list[Item]]:
    remaining = iter(items)
    while some := list(islice(remaining, _BATCH_ROWS)):
        yield some


def _narrow(vectors: NDArray) -> NDArray[np.floating]:
    return vectors if vectors.dtype == np.float16 else vectors.astype(np.float32)


def _read_json_lines(path: str | Path, find: Find, counts: Counter[str]) -> Iterator[Owned]:
    for lines in _batch(read_lines(path, _MOST_BYTES)):
        ids, texts = [], []
        for line in lines:
            if line.reason == "truncated":
                what = f"The file breaks off in line {line.number}."
                raise UserError(Problem(what, str(path), "Download it again."))
            counts["rows"] += 1
            try:
                paper, text = _split_line(line.data, line.reason)
            except BadRow as error:
                counts[error.reason] += 1
                continue
            ids.append(paper)
            texts.append(text)
        rows = find(ids)
        parsed: list[NDArray[np.float32]] = []
        kept = []
        for row, text in zip(rows.tolist(), texts, strict=True):
            if row < 0:
                counts["other_papers"] += 1
            elif (vector := _parse_numbers(text)) is None:
                counts["wrong_type"] += 1
            else:
                parsed.append(vector)
                kept.append(row)
        if parsed:
            _refuse_uneven([len(vector) for vector in parsed], path)
            yield np.array(kept), np.stack(parsed)


def _split_line(data: bytes, reason: str | None) -> tuple[bytes, bytes]:
    """Return the id and the numbers of a line, still a text; raises BadRow.

    Lines as Semantic Scholar writes them are not parsed twice.
    """
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
    """Return a JSON array of numbers, None for anything else; a null is NaN."""
    try:
        vector = np.array(orjson.loads(text), np.float32)
    except (ValueError, TypeError):
        return None
    return vector if vector.ndim == 1 and b'"' not in text else None


def _read_parquet(path: Path) -> Iterator[tuple[list[bytes], NDArray]]:
    try:
        with pq.ParquetFile(path) as file:
            names = file.schema_arrow.names
            paper = next((name for name in ("paper_id", "corpusid") if name in names), None)
            if paper is None or "vector" not in names:
                what = "It has no columns paper_id (or corpusid) and vector."
                raise UserError(Problem(what, str(path), _HINT))
            for batch in file.iter_batches(_BATCH_ROWS, columns=[paper, "vector"]):
                vectors, ids = batch["vector"], batch[paper].cast(pa.string()).to_pylist()
                if vectors.null_count or None in ids:
                    raise UserError(Problem("An id or a vector is null.", str(path), _HINT))
                widths = vectors.value_lengths().to_pylist()
                _refuse_uneven(widths, path)
                values = vectors.flatten().to_numpy(zero_copy_only=False)
                yield [i.encode() for i in ids], values.reshape(len(ids), -1)
    except (pa.ArrowException, OSError, AttributeError) as error:  # no list has no value_lengths
        raise UserError(Problem(f"It cannot be read: {error}.", str(path), _HINT)) from error


def _read_packed(path: Path) -> Iterator[tuple[list[bytes], NDArray]]:
    ids, vectors = Path(find_ids(path) or ""), _map(path)
    if vectors.ndim != 2 or vectors.dtype.kind != "f":
        what = f"It has {vectors.dtype} in the shape {vectors.shape}, not a row of numbers a paper."
        raise UserError(Problem(what, str(path), _HINT))
    done = 0
    for some in _batch(_read_ids(ids)):
        rows = np.load(path, mmap_mode="r")[done : done + len(some)]
        done += len(some)
        if len(rows) == len(some):
            yield some, rows
    if done != len(vectors):
        what = f"It has {done:,} ids; there are {len(vectors):,} vectors."
        raise UserError(Problem(what, str(ids), "Write an id for each vector, in their order."))


def _read_ids(path: Path) -> Iterator[bytes]:
    if path.suffix == ".txt":
        yield from (line.strip() for _, line in read_user_lines(path, _HINT))
        return
    for paper in _map(path):
        yield str(paper).encode()


def _map(path: Path) -> NDArray:
    try:
        return np.load(path, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        raise UserError(Problem(f"It cannot be read: {error}.", str(path), _HINT)) from error


def _refuse_uneven(widths: Sequence[int], path: str | Path) -> None:
    if len(set(widths)) > 1:
        what = f"Vectors have {min(widths)} numbers, and others {max(widths)}."
        raise UserError(Problem(what, str(path), _HINT))
