"""The vectors that are taken from files, for the papers that are requested.

A job takes those of a file, one more joins them in the order of the papers. A paper without a
vector has a row of ``LACKING``: it is never found, and its own results are empty.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from paperpool.encoding.given_vectors import read_vectors
from paperpool.encoding.shares import Owned, read_chunks, read_share, write_share, write_to_rows
from paperpool.errors import Problem, UserError, name_some
from paperpool.io.tables import read_batches, write_csv
from paperpool.rankers.formats import FORMATS
from paperpool.rankers.scoring.vector_files import PART_PAPERS
from paperpool.search.dense_search import TOO_LARGE
from paperpool.search.lacking import LACKING

_BUILT_OF = "in_mdcr"


class PaperRows:
    """The rows of papers, by their ids; memory holds the ids as sorted bytes."""

    def __init__(self, ids: pa.ChunkedArray):
        keys = ids.cast(pa.binary()).to_numpy().astype("S")
        keys = keys.astype(f"S{keys.itemsize + 1}")  # a longer id is the start of no other
        self._order = np.argsort(keys, kind="stable")
        self._keys = keys[self._order]
        self.other: str | None = None
        """An id that was looked for in vain."""

    def find(self, ids: Sequence[bytes]) -> NDArray[np.int64]:
        """Return the row of each paper, -1 of one that is not among them."""
        if not len(self._keys) or not len(ids):
            return np.full(len(ids), -1)
        wanted = np.array(ids, self._keys.dtype)
        places = np.searchsorted(self._keys, wanted).clip(max=len(self._keys) - 1)
        rows = np.where(self._keys[places] == wanted, self._order[places], -1)
        if self.other is None and rows.min() < 0:
            self.other = ids[int(rows.argmin())].decode("utf-8", "replace")
        return rows


def list_papers(files: str | Sequence[str]) -> pa.ChunkedArray:
    """Return the papers' ids of tables (those of MDCR), CSFCube's release, or MDCR's two splits."""
    files = [files] if isinstance(files, str) else files
    if not files[0].endswith(".parquet"):
        splits = {Path(file).stem.removeprefix("mdcr_"): file for file in files}
        name = "mdcr" if "test_data" in splits else "csfcube"
        papers = FORMATS[name].read({"collection": files, **splits}).papers
        return pa.chunked_array([sorted(papers)], pa.string())
    columns = [c for c in ("paper_id", _BUILT_OF) if c in pq.read_schema(files[0]).names]
    batches = read_batches(files, columns)
    kept = (b.filter(b[_BUILT_OF]) if _BUILT_OF in columns else b for b in batches)
    return pa.chunked_array([batch["paper_id"] for batch in kept], pa.string())


def take_share(
    file: str, papers: pa.ChunkedArray, vectors: str | Path, owners: str | Path, dtype: str
) -> dict[str, Any]:
    """Take the vectors of ``papers``, ids, from a file; write them as ``write_share`` does.

    They are of ``dtype``, or of half precision like the file's. The first vector of a paper is
    taken. Returns the counts: ``rows`` are the sum of ``taken``, ``repeated``, ``other_papers``,
    ``unusable`` (not finite, or without a direction), and malformed vectors by reason; ``other`` is
    the id of another paper, if any.
    """
    rows, counts = PaperRows(papers), Counter[str]()
    batches = _keep_usable(read_vectors(file, rows.find, counts), len(papers), counts)
    first = list(islice(batches, 1))
    if first and first[0][1].dtype == np.float16:
        dtype = "float16"
    counts["taken"] = write_share(chain(first, batches), vectors, owners, dtype)
    return {**dict(sorted(counts.items())), "other": rows.other}


def _keep_usable(batches: Iterable[Owned], n_papers: int, counts: Counter[str]) -> Iterator[Owned]:
    """Yield the first usable vector of every paper."""
    is_taken = np.zeros(n_papers, bool)
    for rows, vectors in batches:
        lengths = np.linalg.norm(vectors.astype(np.float64), axis=1)
        usable = (lengths > 0) & (lengths < TOO_LARGE)
        counts["unusable"] += int((~usable).sum())
        rows, vectors = rows[usable], vectors[usable]
        _, at = np.unique(rows, return_index=True)
        at = np.sort(at[~is_taken[rows[at]]])
        counts["repeated"] += len(rows) - len(at)
        is_taken[rows[at]] = True
        if len(at):
            yield rows[at], vectors[at]


def join_taken(
    shares: Sequence[tuple[str | Path, str | Path]],
    counts: Sequence[Mapping[str, Any]],
    asked: pa.ChunkedArray,
    ids: pa.ChunkedArray,
    vectors: str | Path,
    missing: str | Path,
    name: str,
    refuses: bool,
) -> dict[str, int]:
    """Join the shares of all files, in the order of the papers; return the counts of all files.

    The shares are of the papers ``asked``, those joined are the papers ``ids``; the first vector of
    a paper counts. Papers without a vector are listed in ``missing``, a CSV of ``paper_id``.
    ``name`` is the ranker's. Raises UserError if no paper has a vector, if files differ in their
    dimensions, or if ``refuses`` and a paper has no vector. Memory holds the ids, a row for each,
    and some vectors.
    """
    where, others = f"rankers.{name}.vectors", [one["other"] for one in counts if one["other"]]
    total = Counter(dict.fromkeys(("rows", "taken", "repeated", "other_papers", "unusable"), 0))
    for of_file in counts:
        total.update({key: n for key, n in of_file.items() if key != "other"})
    places = PaperRows(ids).find(asked.cast(pa.binary()).to_numpy())
    is_taken = np.zeros(len(ids), bool)
    for _, owners in shares:
        for owned in read_chunks(owners):
            some = places[owned][places[owned] >= 0]
            total["other_papers"] += len(owned) - len(some)
            total["repeated"] += int(is_taken[some].sum())
            is_taken[some] = True
    total["taken"], total["missing"] = int(is_taken.sum()), int((~is_taken).sum())
    if len(ids) and not total["taken"]:
        what = f"None of the {len(ids):,} papers has a vector: one is called {ids[0].as_py()!r}"
        what += f", one of the vectors {others[0]!r}" if others else ""
        raise UserError(Problem(f"{what}.", where, "Name vectors of these papers, by their ids."))
    bare = np.flatnonzero(~is_taken)
    lacking = ids.take(pa.array(bare)).to_pylist()
    if refuses and lacking:
        what = f"{len(lacking):,} of {len(ids):,} papers have no vector: {name_some(lacking)}."
        raise UserError(Problem(what, where, f"Add them, or set rankers.{name}.missing to last."))
    held = [some for path, _ in shares if len(some := np.load(path, mmap_mode="r"))]
    widths = sorted({some.shape[1] for some in held})
    if len(widths) > 1:
        what = f"Files have vectors of {' and '.join(map(str, widths))} numbers."
        raise UserError(Problem(what, where, "Give vectors of one model."))

    def fill() -> Iterator[Owned]:
        for start in range(0, len(bare), PART_PAPERS):
            yield bare[start : start + PART_PAPERS], np.full((1, 1), LACKING)
        for values, owned in chain.from_iterable(read_share(*of) for of in reversed(shares)):
            rows = places[owned]
            yield rows[rows >= 0], values[rows >= 0]

    dtype = np.result_type(*(some.dtype for some in held)) if held else np.dtype(np.float32)
    write_to_rows(vectors, (len(ids), max(widths, default=1)), dtype, fill())
    write_csv(missing, pd.DataFrame({"paper_id": lacking}))
    return dict(total)
