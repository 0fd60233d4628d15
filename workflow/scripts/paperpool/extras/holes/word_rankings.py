"""Rankings of the corpus by BM25 and TF-IDF over title and abstract, to find holes.

They are not sources of pools. Terms and formulas are those of MDCR's large pools
(``search.sparse_pool``).
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import chain
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from paperpool.rankers.ranker import Ranker
from paperpool.search.bm25 import K1, B
from paperpool.search.sparse_pool import SparsePool
from paperpool.search.term_counts import count_terms
from paperpool.workflow.pools.candidates import read_parts
from paperpool.workflow.pools.top_candidates import Rankings


def rank_by_words(
    papers: Sequence[str | Path],
    column: str,
    rankers: Mapping[str, Ranker],
    excluded: Mapping[str, Set[str]],
    depth: int,
    folder: str | Path,
    threads: int = 1,
) -> dict[str, Rankings]:
    """Rank the candidates by ``column`` for each query of ``excluded``, by each ranker.

    A query is a paper of the corpus; its whole text is compared. Ties keep the corpus's order.
    ``folder`` takes the term counts. Memory holds the ids, the statistics of each paper, and the
    texts of up to 100,000 papers of a shard.
    """
    parts: list[pa.Array] = []
    texts = chain.from_iterable(_read_texts(papers, column, parts))
    terms = count_terms(texts, Path(folder))
    ids = pa.chunked_array(parts, pa.string())
    pool = SparsePool(terms, np.arange(len(ids), dtype=np.int32), threads)

    queries = sorted(excluded)
    query_rows = _find_rows(queries, ids)
    if len(query_rows) < len(queries):
        raise ValueError("a query is not in the corpus")
    never = [_find_rows(sorted(excluded[query]), ids) for query in queries]

    rankings: dict[str, Rankings] = {}
    for name, ranker in rankers.items():
        found, scores = ranker.search_terms(pool, query_rows, depth, never, {"k1": K1, "b": B})
        rankings[name] = {}
        for query, found_rows, row_scores in zip(queries, found, scores, strict=True):
            is_found = found_rows >= 0  # there may be fewer candidates than ``depth``
            candidates = ids.take(found_rows[is_found]).to_pylist()
            rankings[name][query] = list(zip(candidates, row_scores[is_found], strict=True))
    return rankings


def _read_texts(
    papers: Sequence[str | Path], column: str, ids: list[pa.Array]
) -> Iterator[list[str]]:
    """Yield the texts of the papers in batches; add their ids to ``ids``."""
    for shard in papers:
        for part in read_parts(shard, column):
            ids.append(pa.array(list(part), pa.string()))
            yield list(part.values())


def _find_rows(wanted: Sequence[str], ids: pa.ChunkedArray) -> np.ndarray:
    """Return the row of each known id, in the order of ``wanted``, shape (found,)."""
    rows = pc.index_in(pa.array(wanted, pa.string()), ids)
    return rows.drop_null().to_numpy(zero_copy_only=False).astype(np.int32)
