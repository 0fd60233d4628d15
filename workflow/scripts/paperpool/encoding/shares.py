"""The vectors of the papers of a table, or of their sentences: encoded in shares, then joined.

A share is one job's (see ``models.cached_model``). Its papers are not neighbours in the table, so
the job writes the row of its paper beside each vector.

Source: MDCR section 3: title and abstract, joined, are one text. For Aspire they are encoded
together, and a vector is made for each sentence of the two.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from paperpool.errors import Problem, UserError
from paperpool.io.files import writing
from paperpool.io.parquet_files import count_rows, read_ids
from paperpool.io.tables import list_texts, read_batches
from paperpool.models.cached_model import Share
from paperpool.models.contextual_encoders import ContextualEncoder
from paperpool.models.encoders import Encoder
from paperpool.rankers.scoring.paper_vectors import KnownVectors
from paperpool.rankers.scoring.vector_files import PART_PAPERS, keep_known
from paperpool.search.appended_arrays import appending
from paperpool.text.sentences import split_sentences

Owned = tuple[NDArray[np.int64], NDArray[np.floating]]
"""The rows of papers, and a vector of each, shape (n, dimensions); a paper's lie side by side."""

AT_ONCE = 8_192
"""Papers that a static encoder encodes, or whose known vectors are copied, at once."""

COPIED = 50_000
"""Vectors that are copied at once."""


def encode_text_share(
    papers: str | Path,
    encoder: Encoder,
    separator: str,
    job: int,
    jobs: int,
    known: KnownVectors | None = None,
) -> Iterator[Owned]:
    """Yield the embeddings of job number ``job`` of ``jobs``, from 0, in batches.

    ``papers`` is a table with the columns of PAPER_TEXTS; vectors of ``known`` papers are taken
    from there. Batches are cached, so a stopped job resumes.
    """
    joint = encoder.separator(separator)
    known_rows = None if known is None else known.find(read_ids(papers))
    at_once = AT_ONCE if encoder.is_static else PART_PAPERS
    for share, batch in _read_parts(papers, job, jobs, at_once):
        texts = [joint.join(text) for text in list_texts(batch)]
        rows = np.arange(share.first, share.first + share.n)
        if known is not None and known_rows is not None:
            # known vectors are in no block of a job, so that jobs share them by their rows
            is_known = known_rows[rows] >= 0
            taken = rows[is_known & (jobs * rows // share.total == job)]
            for start in range(0, len(taken), AT_ONCE):
                copied = taken[start : start + AT_ONCE]
                yield copied, known.vectors[known_rows[copied]]
            rows = rows[~is_known]
            texts = [texts[row - share.first] for row in rows]

        if texts:
            for places, vectors in encoder.encode_share(texts, share):
                yield rows[np.array(places, np.int64)], vectors


def encode_sentence_share(
    papers: str | Path, encoder: ContextualEncoder, job: int, jobs: int
) -> Iterator[Owned]:
    """Yield the embeddings of a job's titles and sentences, without those of empty ones."""
    for share, batch in _read_parts(papers, job, jobs, PART_PAPERS):
        texts = [(title, *split_sentences(abstract)) for title, abstract in list_texts(batch)]
        for places, encoded in encoder.encode_share(texts, share):
            known = keep_known(encoded)
            owners = share.first + np.array(places, np.int64)
            n_sentences = [len(vectors) for vectors in known]
            yield np.repeat(owners, n_sentences), np.concatenate(known)


def _read_parts(
    papers: str | Path, job: int, jobs: int, at_once: int
) -> Iterator[tuple[Share, pa.RecordBatch]]:
    """Yield the parts of the table that a job has some of, the same parts as of a single job."""
    total = count_rows(papers)
    first = 0
    for batch in read_batches([papers], ["title", "abstract"], at_once):
        share = Share(job, jobs, first, batch.num_rows, total)
        first += batch.num_rows
        if share.has_any():
            yield share, batch


def write_share(
    batches: Iterable[Owned], vectors: str | Path, owners: str | Path, dtype: str = "float32"
) -> int:
    """Write vectors and the rows of their papers as two .npy files; return their number.

    Vectors are rounded to ``dtype``; raises UserError if a number exceeds float16.
    """
    written = 0
    with (
        appending(vectors, np.dtype(dtype)) as of_vectors,
        appending(owners, np.dtype(np.int32)) as of_owners,
    ):
        for rows, values in batches:
            if len(rows):
                of_vectors.append(_round(values, dtype))
                of_owners.append(rows)
                written += len(rows)
    return written


def _round(values: NDArray[np.floating], dtype: str) -> NDArray:
    """Return vectors as numbers of ``dtype``."""
    with np.errstate(over="ignore"):
        rounded = values.astype(dtype, copy=False)
    if dtype == "float16" and (np.isinf(rounded) & np.isfinite(values)).any():
        message = f"A vector has the number {np.nanmax(np.abs(values)):g}, beyond float16's 65504."
        raise UserError(Problem(message, "encode.dtype", "Set it to float32."))
    return rounded


def join_shares(
    shares: Sequence[tuple[str | Path, str | Path]],
    n_papers: int,
    vectors: str | Path,
    starts: str | Path | None = None,
) -> int:
    """Join all shares, each as ``write_share`` writes it; return the number of vectors.

    ``vectors`` gets those of paper after paper. If papers own several, those of paper i are the
    rows starts[i] to starts[i + 1]. Else every paper has to own one: ValueError if it does not.
    Memory holds two numbers for each paper, and some vectors.
    """
    begins = np.zeros(n_papers + 1, np.int64)
    for _, owners_path in shares:
        for owners in read_chunks(owners_path):
            np.add.at(begins, owners + 1, 1)
    if starts is None and not (begins[1:] == 1).all():
        raise ValueError(f"{begins.sum()} vectors for {n_papers} papers")
    np.cumsum(begins, out=begins)

    width = max(_width(path) for path, _ in shares)
    n_vectors = int(begins[-1])
    dtype = np.load(shares[0][0], mmap_mode="r").dtype
    write_to_rows(vectors, (n_vectors, width), dtype, _place_shares(shares, begins))
    if starts is not None:
        with appending(starts, begins.dtype) as of_starts:
            of_starts.append(begins)
    return n_vectors


def _place_shares(
    shares: Sequence[tuple[str | Path, str | Path]], begins: NDArray[np.int64]
) -> Iterator[Owned]:
    """Yield the vectors of all shares, each with its row: papers begin at ``begins``."""
    free = begins[:-1].copy()
    for vectors_path, owners_path in shares:
        for vectors, owners in read_share(vectors_path, owners_path):
            yield _take_rows(free, owners), vectors


def write_to_rows(
    path: str | Path, shape: tuple[int, int], dtype: np.dtype, batches: Iterable[Owned]
) -> None:
    """Write vectors as one .npy file, those of each batch to the rows that it names."""
    with writing(path) as part:
        np.lib.format.open_memmap(part, "w+", dtype, shape).flush()
        for rows, values in batches:
            np.load(part, mmap_mode="r+")[rows] = values


def read_share(vectors: str | Path, owners: str | Path) -> Iterator[tuple[NDArray, NDArray]]:
    """Yield the vectors of a share and the rows of their papers, some at a time."""
    return zip(read_chunks(vectors), read_chunks(owners), strict=True)


def read_chunks(path: str | Path) -> Iterator[NDArray]:
    """Yield the rows of a .npy file in chunks, each mapped anew.

    A single map would count the whole file as memory of the process, and clusters kill such jobs.
    """
    for start in range(0, len(np.load(path, mmap_mode="r")), COPIED):
        yield np.load(path, mmap_mode="r")[start : start + COPIED]


def _width(vectors: str | Path) -> int:
    shape = np.load(vectors, mmap_mode="r").shape
    return shape[1] if len(shape) > 1 else 0


def _take_rows(free: NDArray[np.int64], owners: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return a row for each vector of papers; ``free`` has each paper's next one, and moves on."""
    firsts = np.flatnonzero(np.diff(owners, prepend=-1))
    lengths = np.diff(firsts, append=len(owners))
    rows = free[owners] + np.arange(len(owners)) - np.repeat(firsts, lengths)
    free[owners[firsts]] += lengths
    return rows
