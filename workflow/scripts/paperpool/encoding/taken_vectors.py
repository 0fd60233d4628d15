"""The vectors that are taken from files, for the papers that are requested.

A job takes those of a file, one more joins them in the order of the papers. A paper without a
vector has a row of ``LACKING``: it is never found, and its own results are empty.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
from numpy.typing import NDArray

from paperpool.encoding.given_vectors import read_vectors
from paperpool.encoding.odd_vectors import (
    MOST_IDS,
    Counts,
    describe_unusable,
    differ,
    keep_usable,
    tell_of_queries,
    tell_other_vectors,
)
from paperpool.encoding.shares import Owned, read_chunks, read_share, write_share, write_to_rows
from paperpool.encoding.wanted_papers import PaperRows, WantedPapers
from paperpool.errors import Problem, UserError, name_some
from paperpool.io.tables import write_csv
from paperpool.rankers.scoring.vector_files import PART_PAPERS
from paperpool.search.lacking import LACKING

MISSING_COLUMNS = ["paper_id"]
"""Of the table of papers without a vector."""


def take_share(
    file: str, papers: WantedPapers, vectors: str | Path, owners: str | Path, dtype: str
) -> dict[str, Any]:
    """Take the vectors of ``papers`` from a file; write them as ``write_share`` does.

    They are of ``dtype``, or of half precision like the file's. Returns the counts: ``rows`` are
    the sum of ``taken``, ``repeated``, ``other_papers``, ``unusable``, and malformed vectors by
    reason. ``unusable`` are those of ``zero``, ``not_finite`` and ``too_long``, and
    ``unusable_ids`` has some ids of each. ``file`` is the file, ``other`` the id of another paper,
    if any. Raises UserError for a paper that is there again with another vector.
    """
    rows = PaperRows(papers)
    counts: Counter[str] = Counter()
    first_ids: dict[str, list[str]] = {}
    batches = read_vectors(file, rows.find, counts)
    usable = keep_usable(batches, papers, counts, first_ids)
    kept = _keep_first(usable, len(papers), counts)

    # the first batch shows the precision of the file
    start = list(islice(kept, 1))
    if start and start[0][1].dtype == np.float16:
        dtype = "float16"
    counts["taken"] = write_share(chain(start, kept), vectors, owners, dtype)
    if counts["repeated"]:
        again = keep_usable(read_vectors(file, rows.find, Counter()), papers, Counter(), {})
        _refuse_other_vectors(again, papers, vectors, owners, file)

    summary: dict[str, Any] = dict(sorted(counts.items()))
    summary |= {"file": file, "other": rows.other, "unusable_ids": first_ids}
    return summary


def _keep_first(batches: Iterable[Owned], n_papers: int, counts: Counter[str]) -> Iterator[Owned]:
    """Yield the first vector of every paper."""
    is_taken = np.zeros(n_papers, bool)
    for rows, vectors in batches:
        _, at = np.unique(rows, return_index=True)
        at = np.sort(at[~is_taken[rows[at]]])
        counts["repeated"] += len(rows) - len(at)
        is_taken[rows[at]] = True
        if len(at):
            yield rows[at], vectors[at]


def _refuse_other_vectors(
    batches: Iterable[Owned],
    papers: WantedPapers,
    vectors: str | Path,
    owners: str | Path,
    file: str,
) -> None:
    """Raise UserError if a paper's vector is another one than that of the share."""
    place = np.full(len(papers), -1)
    start = 0
    for owned in read_chunks(owners):
        place[owned] = np.arange(start, start + len(owned))
        start += len(owned)

    other: set[int] = set()
    for rows, values in batches:
        taken = np.load(vectors, mmap_mode="r")[place[rows]]
        other.update(rows[differ(values, taken)].tolist())
    if other:
        raise UserError(tell_other_vectors(sorted(other), papers, file, file))


def describe_missing(counts: Counts) -> str:
    """Return a sentence on papers and queries without a vector, by the counts of ``join_taken``."""
    text = f"{counts['missing']:,} papers have no vector"
    if counts["missing_queries"]:
        text += f", {counts['missing_queries']:,} queries among them, whose candidates all tie"
    return f"{text}.{describe_unusable(counts)}"


def join_taken(
    shares: Sequence[tuple[str | Path, str | Path]],
    counts: Sequence[Counts],
    asked: WantedPapers,
    papers: WantedPapers,
    vectors: str | Path,
    missing: str | Path,
    name: str,
    refuses: bool,
) -> dict[str, Any]:
    """Join the shares of all files, in the order of the papers; return the counts of all files.

    The shares are of the papers ``asked``, those joined are ``papers``. Papers without a vector are
    listed in ``missing``, a CSV of ``paper_id``, and counted, the queries among them apart.
    ``name`` is the ranker's. Raises UserError if no paper or no query has a vector, if files have
    different vectors of a paper or differ in their dimensions, or if ``refuses`` and a paper has no
    vector. Memory holds the ids, a row for each, and some vectors.
    """
    where = f"rankers.{name}.vectors"
    total = _add_up(counts)

    # shares name the rows of the papers asked, of which the joined papers are some
    places = PaperRows(papers).find(asked.ids.cast(pa.binary()).to_numpy())
    first_share = np.full(len(papers), -1, np.int32)
    n_across = 0
    for number, (_, owners_path) in enumerate(shares):
        for owners in read_chunks(owners_path):
            rows = places[owners]
            rows = rows[rows >= 0]
            total["other_papers"] += len(owners) - len(rows)
            is_new = first_share[rows] < 0
            n_across += int((~is_new).sum())
            first_share[rows[is_new]] = number
    total["repeated"] += n_across

    bare = np.flatnonzero(first_share < 0)
    total["taken"] = len(papers) - len(bare)
    total["missing"] = len(bare)
    total["missing_queries"] = _check_missing(bare, papers, total, counts, where)
    lacking = papers.show(bare)
    if refuses and lacking:
        message = (
            f"{len(lacking):,} of {len(papers):,} papers have no vector: {name_some(lacking)}."
            f"{describe_unusable(total)}"
        )
        hint = f"Add them, or set rankers.{name}.missing to last."
        raise UserError(Problem(message, where, hint))

    width, dtype = _find_form(shares, where)
    write_to_rows(vectors, (len(papers), width), dtype, _fill_rows(shares, places, bare))
    if n_across:
        files = [of_file["file"] for of_file in counts]
        _compare_files(shares, files, places, papers, vectors, first_share, where)
    write_csv(missing, pd.DataFrame({"paper_id": lacking}, columns=MISSING_COLUMNS))
    return total


def _find_form(shares: Sequence[tuple[str | Path, str | Path]], where: str) -> tuple[int, np.dtype]:
    """Return the width and the type of the vectors of all shares; UserError for several widths."""
    arrays = [np.load(path, mmap_mode="r") for path, _ in shares]
    arrays = [array for array in arrays if len(array)]
    if not arrays:
        return 1, np.dtype(np.float32)
    widths = sorted({array.shape[1] for array in arrays})
    if len(widths) > 1:
        message = f"Files have vectors of {' and '.join(map(str, widths))} numbers."
        raise UserError(Problem(message, where, "Give vectors of one model."))
    return widths[0], np.result_type(*(array.dtype for array in arrays))


def _fill_rows(
    shares: Sequence[tuple[str | Path, str | Path]],
    places: NDArray[np.int64],
    bare: NDArray[np.int64],
) -> Iterator[Owned]:
    """Yield the row of each vector, and LACKING for those of the papers without one, ``bare``."""
    for start in range(0, len(bare), PART_PAPERS):
        yield bare[start : start + PART_PAPERS], np.full((1, 1), LACKING)

    # the last that is written to a row stays there, which is to be the first file's
    for vectors_path, owners_path in reversed(shares):
        for values, owners in read_share(vectors_path, owners_path):
            rows = places[owners]
            yield rows[rows >= 0], values[rows >= 0]


def _add_up(counts: Sequence[Counts]) -> dict[str, Any]:
    """Return the counts of all files, and the first ids of unusable vectors by reason."""
    total: dict[str, Any] = dict.fromkeys(
        ("rows", "taken", "repeated", "other_papers", "unusable"), 0
    )
    first_ids: dict[str, list[str]] = {}
    for of_file in counts:
        for key, value in of_file.items():
            if isinstance(value, int):
                total[key] = total.get(key, 0) + value
        for reason, ids in of_file["unusable_ids"].items():
            known = first_ids.setdefault(reason, [])
            known += ids[: MOST_IDS - len(known)]
    total["unusable_ids"] = first_ids
    return total


def _check_missing(
    bare: NDArray[np.int64],
    papers: WantedPapers,
    total: Counts,
    counts: Sequence[Counts],
    where: str,
) -> int:
    """Return how many queries have no vector; ``bare`` are the rows of papers without any.

    Raises UserError if no paper has a vector, or no query.
    """
    others = [of_file["other"] for of_file in counts if of_file["other"]]
    called = f", one of the vectors {others[0]!r}" if others else ""
    unusable = describe_unusable(total)
    correct = " Correct those that cannot be used." if unusable else ""
    if len(papers) and len(bare) == len(papers):
        first = papers.show([0])[0]
        message = (
            f"None of the {len(papers):,} papers has a vector: one is called {first!r}{called}."
            f"{unusable}"
        )
        hint = f"Name vectors of these papers, by their ids.{correct}"
        raise UserError(Problem(message, where, hint))

    lacking = set(papers.ids.take(pa.array(bare)).to_pylist())
    missing = [name for paper, name in papers.names.items() if paper in lacking]
    if papers.names and len(missing) == len(papers.names):
        message = (
            f"None of the {len(missing):,} queries has a vector: one is called {missing[0]!r}"
            f"{called}.{unusable}"
        )
        hint = f"Name the vectors of queries by the topics' ids.{tell_of_queries(papers)}{correct}"
        raise UserError(Problem(message, where, hint))
    return len(missing)


def _compare_files(
    shares: Sequence[tuple[str | Path, str | Path]],
    files: Sequence[str],
    places: NDArray[np.int64],
    papers: WantedPapers,
    vectors: str | Path,
    first_share: NDArray[np.int32],
    where: str,
) -> None:
    """Raise UserError if a file has another vector of a paper than the first file with it."""
    for (vectors_path, owners_path), file in zip(shares, files, strict=True):
        for values, owners in read_share(vectors_path, owners_path):
            rows = places[owners]
            is_joined = rows >= 0
            rows = rows[is_joined]
            joined = np.load(vectors, mmap_mode="r")[rows]
            other = rows[differ(values[is_joined], joined)]
            if len(other):
                between = f"{files[first_share[other[0]]]} and {file}"
                raise UserError(tell_other_vectors(other.tolist(), papers, between, where))
