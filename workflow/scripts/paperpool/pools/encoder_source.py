"""A dense source: the L2 distance or cosine between embeddings of title and abstract."""

from collections.abc import Mapping, Set

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from paperpool.io.mapped_files import release_pages
from paperpool.pools.top_candidates import Rankings, TopCandidates, offer_nearest
from paperpool.rankers.scoring.paper_vectors import KnownVectors
from paperpool.rankers.scoring.vector_files import PART_PAPERS


def rank_by_encoder(
    papers: KnownVectors,
    similarity: str,
    excluded: Mapping[str, Set[str]],
    depth: int,
    threads: int = 1,
) -> Rankings:
    """Rank the candidates of pools for each query of ``excluded``, all of which are candidates.

    ``similarity``: "cosine" or "l2". Memory holds the vectors of PART_PAPERS.
    """
    queries = sorted(excluded)
    rows = pc.index_in(pa.array(queries, pa.string()), papers.ids)
    if rows.null_count:
        raise ValueError("a query is not among the candidates of pools")
    wanted = papers.vectors[rows.to_numpy()]
    top = TopCandidates(queries, depth, excluded)
    enough = depth + max((len(ids) for ids in excluded.values()), default=0)
    for start in range(0, len(papers.ids), PART_PAPERS):
        ids = np.array(papers.ids.slice(start, PART_PAPERS).to_pylist(), dtype=np.str_)
        vectors = papers.vectors[start : start + PART_PAPERS]
        offer_nearest(top, queries, wanted, ids, vectors, similarity, enough, threads)
        release_pages(papers.vectors)
    return top.rankings()
