"""The vectors that are taken from files, for the papers that are asked for.

A job takes those of a file, one more joins them in the order of the papers. A paper without a
vector has a row of ``LACKING``: no search finds it, and it finds nothing.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

from paperpool.encoding.given_vectors import read_vectors
from paperpool.encoding.shares import Owned, read_chunks, write_share
from paperpool.errors import Problem, UserError, name_some
from paperpool.io.files import writing
from paperpool.io.tables import read_batches, write_csv
from paperpool.rankers.formats import FORMATS
from paperpool.search.dense_search import TOO_LARGE
from paperpool.search.lacking import LACKING

_BUILT_OF = "in_mdcr"
_CHUNK = 100_000


class PaperRows:
    """The rows of the papers of a table, by their ids; memory holds the ids as sorted bytes."""

    def __init__(self, ids: pa.ChunkedArray):
        width = (pc.max(pc.binary_length(ids)).as_py() or 0) + 1  # a longer id is no one's start
        keys = np.empty(len(ids), f"S{width}")
        for start in range(0, len(ids), _CHUNK):
            some = ids.slice(start, _CHUNK).to_pylist()
            keys[start : start + len(some)] = [paper.encode() for paper in some]
        self._order = np.argsort(keys, kind="stable")
        self._keys = keys[self._order]

    def __len__(self) -> int:
        return len(self._keys)

    def find(self, ids: Sequence[bytes]) -> NDArray[np.int64]:
        """Return the row of each paper, -1 of one that the table lacks."""
        if not len(self) or not len(ids):
            return np.full(len(ids), -1)
        wanted = np.array(ids, self._keys.dtype)
        places = np.searchsorted(self._keys, wanted).clip(max=len(self) - 1)
        return np.where(self._keys[places] == wanted, self._order[places], -1)


def list_papers(files: Sequence[str | Path]) -> pa.ChunkedArray:
    """Return the ids of the papers of tables, of CSFCube's release, or of MDCR's two splits.

    Of the corpus's tables these are the papers that MDCR is built of.
    """
    if not str(files[0]).endswith(".parquet"):
        splits = {Path(file).stem.removeprefix("mdcr_"): file for file in files}
        name = "mdcr" if "test_data" in splits else "csfcube"
        papers = FORMATS[name].read({"collection": files, **splits}).papers
        return pa.chunked_array([sorted(papers)], pa.string())
    parts: list[pa.Array] = []
    for file in files:
        columns = [c for c in ("paper_id", _BUILT_OF) if c in pq.read_schema(file).names]
        for batch in read_batches([file], columns):
            kept = batch.filter(batch[_BUILT_OF]) if _BUILT_OF in columns else batch
            parts.append(kept["paper_id"])
    return pa.chunked_array(parts, pa.string())


def take_share(
    file: str | Path, papers: pa.ChunkedArray, vectors: str | Path, owners: str | Path, dtype: str
) -> dict[str, Any]:
    """Take the vectors of ``papers``, ids, from a file; write them as ``write_share`` does.

    They are of ``dtype``, and of half precision where the file's are. The first vector of a paper
    is taken. Returns the counts: ``rows`` are the sum of ``taken``, ``repeated``, ``other_papers``,
    ``unusable`` (not finite, or without a direction), and what is no vector by reason;
    ``shortest`` and ``longest`` are lengths of vectors, ``other`` is the id of another paper.
    """
    rows, counts = PaperRows(papers), Counter[str]()
    facts: dict[str, Any] = {}

    def find(ids: Sequence[bytes]) -> NDArray[np.int64]:
        found = rows.find(ids)
        if "other" not in facts and (found < 0).any():
            facts["other"] = ids[int(np.argmax(found < 0))].decode("utf-8", "replace")
        return found

    batches = _keep_usable(read_vectors(file, find, counts), len(rows), counts, facts, str(file))
    first = next(batches, None)
    if first is not None and first[1].dtype == np.float16:
        dtype = "float16"
    every = chain([] if first is None else [first], batches)
    counts["taken"] = write_share(every, vectors, owners, dtype)
    return {**dict(sorted(counts.items())), **facts}


def _keep_usable(
    batches: Iterable[Owned], n_papers: int, counts: Counter[str], facts: dict[str, Any], name: str
) -> Iterator[Owned]:
    """Yield the first usable vector of every paper."""
    is_taken, width = np.zeros(n_papers, bool), None
    for rows, vectors in batches:
        width = width or vectors.shape[1]
        if vectors.shape[1] != width:
            what = f"Vectors have {width} numbers, and later ones {vectors.shape[1]}."
            raise UserError(Problem(what, name, "Give vectors of one model."))
        lengths = np.linalg.norm(vectors.astype(np.float64), axis=1)
        usable = (lengths > 0) & (lengths < TOO_LARGE)
        counts["unusable"] += int((~usable).sum())
        rows, vectors, lengths = rows[usable], vectors[usable], lengths[usable]
        _, at = np.unique(rows, return_index=True)
        at = np.sort(at[~is_taken[rows[at]]])
        counts["repeated"] += len(rows) - len(at)
        if len(at):
            is_taken[rows[at]] = True
            facts["shortest"] = min(facts.get("shortest", np.inf), float(lengths.min()))
            facts["longest"] = max(facts.get("longest", 0.0), float(lengths.max()))
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
) -> dict[str, Any]:
    """Join the shares of all files, in the order of the papers; return the counts of all files.

    The shares are of the papers ``asked``, those joined are the papers ``ids``. Of papers in
    several shares the first one counts. Those without a vector are listed in ``missing``, a CSV of
    ``paper_id``. ``name`` is the ranker's. Raises UserError where no paper has a vector, files
    differ in their dimensions, or ``refuses`` and some paper has none. Memory holds the ids, a row
    for each, and some vectors.
    """
    where = f"rankers.{name}.vectors"
    total = _add_counts(counts)
    places = _find_places(ids, asked)
    is_taken = np.zeros(len(ids), bool)
    for _, owners in shares:
        for owned in read_chunks(owners):
            some = places[owned][places[owned] >= 0]
            total["other_papers"] += len(owned) - len(some)
            total["repeated"] += int(is_taken[some].sum())
            is_taken[some] = True
    total["taken"], total["missing"] = int(is_taken.sum()), int((~is_taken).sum())
    if len(ids) and not is_taken.any():
        what = f"None of the {len(ids):,} papers has a vector: one is called {ids[0].as_py()!r}"
        what += f", one of the vectors {total['other']!r}." if "other" in total else "."
        raise UserError(Problem(what, where, "Name vectors of these papers, by the same ids."))
    lacking = ids.filter(pa.array(~is_taken))
    if refuses and len(lacking):
        what = f"{len(lacking):,} of {len(ids):,} papers have no vector: "
        hint = f"Add them, or set rankers.{name}.missing to last."
        raise UserError(Problem(f"{what}{name_some(lacking.to_pylist())}.", where, hint))
    held = [np.load(path, mmap_mode="r") for path, _ in shares]
    widths = {some.shape[1] for some in held if len(some)}
    if len(widths) > 1:
        what = f"Files have vectors of {' and '.join(map(str, sorted(widths)))} numbers."
        raise UserError(Problem(what, where, "Give vectors of one model."))
    dtype = np.result_type(*(some.dtype for some in held if len(some))) if widths else np.float32
    with writing(vectors) as part:
        shape = len(ids), next(iter(widths), 1)
        np.lib.format.open_memmap(part, "w+", dtype, shape).flush()
        for start in range(0, len(ids), _CHUNK):
            some = start + np.flatnonzero(~is_taken[start : start + _CHUNK])
            np.load(part, mmap_mode="r+")[some] = LACKING
        for values, owners in reversed(shares):
            for some, owned in zip(read_chunks(values), read_chunks(owners), strict=True):
                rows = places[owned]
                np.load(part, mmap_mode="r+")[rows[rows >= 0]] = some[rows >= 0]
    write_csv(missing, pd.DataFrame({"paper_id": lacking.to_pylist()}))
    return total


def _find_places(ids: pa.ChunkedArray, asked: pa.ChunkedArray) -> NDArray[np.int64]:
    """Return the row among ``ids`` of each of the papers that were asked for, -1 without one."""
    if ids.equals(asked):
        return np.arange(len(ids))
    rows, places = PaperRows(ids), np.empty(len(asked), np.int64)
    for start in range(0, len(asked), _CHUNK):
        some = asked.slice(start, _CHUNK).to_pylist()
        places[start : start + len(some)] = rows.find([paper.encode() for paper in some])
    return places


def _add_counts(counts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    total: dict[str, Any] = dict.fromkeys(("rows", "taken", "repeated", "other_papers"), 0)
    for key in dict.fromkeys(key for of_file in counts for key in of_file):
        values = [of_file[key] for of_file in counts if key in of_file]
        how = {"shortest": min, "longest": max, "other": itemgetter(0)}
        total[key] = how.get(key, sum)(values)
    return total
