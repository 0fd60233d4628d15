"""A dense source: the L2 distance or cosine between embeddings of title and abstract."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import islice
from pathlib import Path

import numpy as np
import pyarrow.compute as pc

from paperpool.io.tables import read_batches
from paperpool.models.encoders import Encoder, joining_text
from paperpool.pools.candidates import are_candidates
from paperpool.pools.top_candidates import Rankings, TopCandidates, offer_nearest

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
    threads: int = 1,
) -> Rankings:
    """Rank the candidates by ``column`` for each query of ``excluded``.

    Texts are encoded through the encoder's cache, a shard at a time and of a large one PART_PAPERS;
    memory holds the embeddings of these. ``similarity``: "cosine" or "l2"; ``separator`` is what
    stands between title and abstract (see ``joining_text``).
    """
    joint = joining_text(encoder, separator)
    queries = sorted(excluded)
    texts = dict(_read_texts(papers, column, joint, only=set(queries)))
    wanted = encoder.encode([texts[query] for query in queries])
    top = TopCandidates(queries, depth, excluded)
    most_excluded = max((len(ids) for ids in excluded.values()), default=0)
    for shard in papers:
        for texts in read_parts(shard, column, joint):
            vectors = encoder.encode(list(texts.values()))
            ids = np.array(list(texts), dtype=np.str_)
            enough = depth + most_excluded
            offer_nearest(top, queries, wanted, ids, vectors, similarity, enough, threads)
    return top.rankings()


def read_parts(
    shard: str | Path, column: str | None, joint: str, kept: bool = True
) -> Iterator[dict[str, str]]:
    """Yield title and abstract by paper id, in the parts that are encoded at once.

    Of the candidates by ``column``; of the others where they are not the ``kept`` ones; of all
    papers without a column.
    """
    rows = _read_texts([shard], column, joint, kept=kept)
    while texts := dict(islice(rows, PART_PAPERS)):
        yield texts


def _read_texts(
    papers: Sequence[str | Path],
    column: str | None,
    joint: str,
    only: Set[str] | None = None,
    kept: bool = True,
):
    """Yield (paper id, title and abstract) of the candidates, or of what is not ``kept``."""
    names = ["paper_id", "title", "abstract", *([column] if column else [])]
    for batch in read_batches(papers, names):
        if column:
            wanted = are_candidates(batch, column)
            batch = batch.filter(wanted if kept else pc.invert(wanted))
        columns = [batch.column(name).to_pylist() for name in ("paper_id", "title", "abstract")]
        for paper_id, title, abstract in zip(*columns, strict=True):
            if only is None or paper_id in only:
                yield paper_id, f"{title or ''}{joint}{abstract or ''}"
