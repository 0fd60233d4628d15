"""A dense source: the L2 distance or cosine between embeddings of title and abstract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from itertools import islice
from pathlib import Path

import numpy as np

from paperpool.encoders import Encoder, joining_text
from paperpool.pools.dense_search import offer_neighbours
from paperpool.pools.top_candidates import Rankings, TopCandidates
from paperpool.tables import read_batches

PART_PAPERS = 100_000
"""Papers whose embeddings are held at once."""


def rank_by_encoder(
    papers: Sequence[str | Path],
    column: str,
    encoder: Encoder,
    similarity: str,
    excluded: Mapping[str, Set[str]],
    depth: int,
    separator: str = "space",
) -> Rankings:
    """Rank the papers whose ``column`` is true for each query of ``excluded``.

    Texts are encoded through the encoder's cache, a shard at a time and of a large one PART_PAPERS;
    memory holds the embeddings of these. ``similarity`` is a key of SIMILARITIES; ``separator`` is
    what stands between title and abstract (see ``joining_text``).
    """
    joint = joining_text(encoder, separator)
    queries = sorted(excluded)
    texts = dict(_read_texts(papers, column, joint, only=set(queries)))
    wanted = encoder.encode([texts[query] for query in queries]).astype(np.float64)
    top = TopCandidates(queries, depth, excluded)
    most_excluded = max((len(ids) for ids in excluded.values()), default=0)
    for shard in papers:
        rows = _read_texts([shard], column, joint)
        while texts := dict(islice(rows, PART_PAPERS)):
            vectors = encoder.encode(list(texts.values())).astype(np.float64)
            ids = np.array(list(texts), dtype=np.str_)
            offer_neighbours(top, queries, wanted, ids, vectors, similarity, depth + most_excluded)
    return top.rankings()


def _read_texts(
    papers: Sequence[str | Path], column: str, joint: str, only: Set[str] | None = None
):
    """Yield (paper id, title and abstract) of the papers whose ``column`` is true."""
    for batch in read_batches(papers, ["paper_id", "title", "abstract", column]):
        batch = batch.filter(batch.column(column))
        columns = [batch.column(name).to_pylist() for name in ("paper_id", "title", "abstract")]
        for paper_id, title, abstract in zip(*columns, strict=True):
            if only is None or paper_id in only:
                yield paper_id, f"{title or ''}{joint}{abstract or ''}"
