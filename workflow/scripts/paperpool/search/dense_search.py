"""Exact nearest neighbours among dense vectors, a block of them at a time.

Products in single precision, selected by FAISS or on a GPU, tell which vectors may be among the
best: those that reach the worst one kept, less what rounding may have taken. They are compared
anew in double precision, so equal vectors have equal scores and neither blocks, threads nor the
device change a result.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paperpool.errors import Problem, UserError, name_some
from paperpool.search.selection import FaissSelection, Selection, TorchSelection
from paperpool.search.top_rows import Ranked, TopRows, compiled, offer, split_evenly, summing

BLOCK_ROWS = 4096
_CHUNK_QUERIES = 512
"""Queries that are compared with a block at once, at most; their products take 8 MB."""

Vectors = NDArray[np.float32] | NDArray[np.float64]

_ROUNDING = 2.0**-23
"""Twice single precision's relative error, which adds up over the dimensions."""

_DOUBLE_ROUNDING = 2.0**-50
"""That of double precision, with which a distance is turned into a product and bias."""

_FURTHER_ROUNDINGS = 16
"""More than converting to single precision, scaling to unit length and adding the bias take."""

_CHECKED_VALUES = 2**24

_TOO_LARGE = 1e15
"""No encoder gives such values; their products would overflow."""


@dataclass(frozen=True)
class Side:
    """Vectors to compare: a chunk of the queries, or a block of the pool.

    ``exact``, as given, and ``lengths`` are for the comparison in double precision. ``compared`` is
    multiplied in single precision: of unit length for the cosine; to products ``bias`` is added,
    for L2 minus half the square of the length.
    """

    exact: NDArray[np.floating]
    lengths: NDArray[np.float64]
    compared: Any
    bias: Any


def search_dense(
    vectors: Vectors,
    rows: NDArray[np.int32],
    queries: Vectors,
    similarity: str,
    depth: int,
    exclude: Sequence[NDArray[np.integer]] | None = None,
    threads: int = 1,
    device: str = "cpu",
    block_rows: int = BLOCK_ROWS,
) -> Ranked:
    """Return the ``depth`` nearest of ``vectors[rows]`` for each query: rows and scores.

    ``vectors``, shape (papers, dimensions), may be a memory map; ``queries`` has the same
    dimensions. ``similarity``: "cosine" (0 with a zero vector) or "l2" (scores are negative
    distances). ``exclude`` has for each query an array of rows that are never found. ``device``:
    "cpu" or one of torch's. Memory holds two blocks. Values must be finite (see check_vectors).
    """
    rows = np.asarray(rows, np.int32)
    cosine = {"cosine": True, "l2": False}[similarity]
    selection = FaissSelection() if device == "cpu" else TorchSelection(device)
    top = TopRows(len(queries), depth, exclude)
    n_chunks = threads * -(-len(queries) // (threads * _CHUNK_QUERIES))
    edges = split_evenly(len(queries), n_chunks)
    chunks = [
        (first, _prepare(queries[first:last].astype(np.float64), cosine, selection))
        for first, last in itertools.pairwise(edges)
    ]

    with ThreadPoolExecutor(threads) as pool, selection.ready():
        for part, block in _blocks(pool, vectors, rows, cosine, selection, block_rows):
            compare = partial(_compare, block, rows[part], cosine, selection, top)
            list(pool.map(compare, *zip(*chunks, strict=True)))
    return top.ranked()


def _blocks(
    pool: ThreadPoolExecutor, vectors, rows, cosine, selection, block_rows
) -> Iterator[tuple[slice, Side]]:
    """Yield the blocks of the pool, the next one read meanwhile."""

    def read(start: int) -> tuple[slice, Side]:
        part = slice(start, start + block_rows)
        return part, _prepare(vectors[rows[part]], cosine, selection)

    starts = range(0, len(rows), block_rows)
    coming = pool.submit(read, 0)
    for start in starts:
        block = coming.result()
        if start + block_rows < len(rows):
            coming = pool.submit(read, start + block_rows)
        yield block


def _prepare(vectors: Vectors, cosine: bool, selection: Selection) -> Side:
    lengths = np.zeros(len(vectors))
    _measure(vectors, lengths)
    if cosine:
        divisors = np.where(lengths > 0, lengths, 1.0).astype(np.float32)[:, None]
        compared, bias = vectors.astype(np.float32) / divisors, np.zeros(len(vectors))
    else:
        compared, bias = vectors.astype(np.float32), -0.5 * lengths**2
    return Side(vectors, lengths, selection.put(compared), selection.put(bias.astype(np.float32)))


def _compare(
    block: Side,
    rows: NDArray[np.int32],
    cosine: bool,
    selection: Selection,
    top: TopRows,
    first: int,
    queries: Side,
) -> None:
    """Offer a block's vectors, which are at ``rows``, to the queries from ``first`` on."""
    margins = _margins(queries, block, cosine)
    floors = top.floors(first, first + len(margins))
    if not cosine:  # a distance as product and bias
        floors = 0.5 * (queries.lengths**2 - floors**2)
    pairs = selection.select(
        queries.compared,
        block.compared,
        block.bias,
        (floors - margins).astype(np.float32),
        (2 * margins).astype(np.float32),
        top.n_to_find,
    )
    exact = queries.exact, queries.lengths, block.exact, block.lengths
    _offer_pairs(top.heaps, first, rows, *exact, cosine, *pairs)


def _margins(queries: Side, block: Side, cosine: bool) -> NDArray[np.float64]:
    """Return by how much a query's product and bias may differ from the exact ones, at most."""
    n_roundings = queries.exact.shape[1] + _FURTHER_ROUNDINGS
    if cosine:
        return np.full(len(queries.lengths), n_roundings * _ROUNDING)
    longest = block.lengths.max()
    of_products = _ROUNDING * (n_roundings * queries.lengths * longest + 2 * longest**2)
    return of_products + _DOUBLE_ROUNDING * queries.lengths**2


@compiled
def _measure(vectors, lengths):
    for i in range(len(vectors)):
        lengths[i] = np.sqrt(product(vectors[i], vectors[i]))


@compiled
def _offer_pairs(
    heaps, first, rows, queries, query_lengths, block, lengths, cosine, query_of, found
):
    for pair in range(len(found)):
        query, place = query_of[pair], found[pair]
        if cosine:
            divisor = query_lengths[query] * lengths[place]
            score = product(queries[query], block[place]) / divisor if divisor > 0 else 0.0
        else:
            score = -np.sqrt(_squared_distance(queries[query], block[place]))
        offer(heaps, first + query, rows[place], score)


@summing
def product(a, b):
    """Return the inner product of two vectors, summed up in double precision."""
    total = 0.0
    for i in range(len(a)):
        total += np.float64(a[i]) * np.float64(b[i])
    return total


@summing
def _squared_distance(a, b):
    total = 0.0
    for i in range(len(a)):
        difference = np.float64(a[i]) - np.float64(b[i])
        total += difference * difference
    return total


def check_vectors(
    vectors: NDArray[np.float32], ids: Sequence[str], where: str, hint: str = ""
) -> None:
    """Raise UserError unless ``vectors`` has one row of finite numbers for each paper of ``ids``.

    ``where`` names the file, and ``hint`` what to do. Reads the rows in batches.
    """
    if len(vectors) != len(ids):
        what = f"{len(vectors)} vectors for {len(ids)} papers"
        if len(vectors) < len(ids):
            what += f": the first paper without one is {ids[len(vectors)]}"
        raise UserError(Problem(f"{what}.", where, hint))
    step = max(1, _CHECKED_VALUES // max(1, vectors.shape[1]))
    bad: list[int] = []
    for start in range(0, len(vectors), step):
        usable = (np.abs(vectors[start : start + step]) < _TOO_LARGE).all(axis=1)
        bad += (start + np.flatnonzero(~usable)).tolist()
    if bad:
        names = name_some([ids[i] for i in bad])
        raise UserError(Problem(f"Not a vector of finite numbers, of {names}.", where, hint))
