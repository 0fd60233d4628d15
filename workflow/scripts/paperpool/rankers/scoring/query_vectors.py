"""Vectors of papers as queries, for models with a prompt of their own before a query."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from paperpool.io.tables import list_texts, read_batches
from paperpool.models.cache import ArrayCache
from paperpool.models.contextual_encoders import ContextualEncoder
from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.rankers.scoring.vector_files import keep_known
from paperpool.text.sentences import split_sentences


def encode_job_queries(
    papers: str | Path,
    rows: Sequence[int] | NDArray[np.integer],
    encoder: Mapping[str, Any] | None = None,
    separator: str = "space",
    layers: str | None = None,
    cache: str | Path = "",
    torch_threads: int = 1,
) -> dict[int, NDArray[np.float32]] | None:
    """Return the embeddings of papers of a table as queries, by row.

    ``papers`` is a table with the columns of PAPER_TEXTS, ``encoder`` are the settings of the
    model; with ``layers`` a paper has a vector for each of its sentences, shape (sentences,
    dimensions). Returns None without a model (vectors are given or of words), and for a model that
    encodes queries as documents.
    """
    if not encoder:
        return None
    settings = EncoderSettings(**encoder)
    if layers:
        model = ContextualEncoder(settings, ArrayCache(cache), torch_threads, layers=layers)
    else:
        model = Encoder(settings, ArrayCache(cache), torch_threads)
    if not model.encodes_queries_apart:
        return None

    wanted = np.unique(rows)
    texts = _read_texts(papers, wanted)
    if isinstance(model, ContextualEncoder):
        listed = [(title, *split_sentences(abstract)) for title, abstract in texts]
        vectors = keep_known(model.of_queries.encode(listed))
    else:
        joint = model.separator(separator)
        vectors = model.encode_queries([joint.join(text) for text in texts])
    return dict(zip(wanted.tolist(), vectors, strict=True))


def _read_texts(papers: str | Path, rows: NDArray[np.integer]) -> list[tuple[str, str]]:
    """Return title and abstract of the papers at some rows of a table, which are sorted."""
    texts: list[tuple[str, str]] = []
    first = 0
    for batch in read_batches([papers], ["title", "abstract"]):
        in_batch = rows[(rows >= first) & (rows < first + batch.num_rows)] - first
        texts += list_texts(batch.take(pa.array(in_batch)))
        first += batch.num_rows
    return texts
