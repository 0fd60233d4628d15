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
    how = EncoderSettings(**encoder), ArrayCache(cache), torch_threads
    model = ContextualEncoder(*how, layers=layers) if layers else Encoder(*how)
    if not model.encodes_queries_apart:
        return None
    wanted, texts, first = np.unique(rows), [], 0
    for batch in read_batches([papers], ["title", "abstract"]):
        some = wanted[(wanted >= first) & (wanted < first + batch.num_rows)] - first
        texts += list_texts(batch.take(pa.array(some)))
        first += batch.num_rows
    if isinstance(model, ContextualEncoder):
        encoded = model.of_queries.encode([(t, *split_sentences(text)) for t, text in texts])
        vectors = keep_known(encoded)
    else:
        joint = model.separator(separator)
        vectors = model.encode_queries([joint.join(pair) for pair in texts])
    return dict(zip(wanted.tolist(), vectors, strict=True))
