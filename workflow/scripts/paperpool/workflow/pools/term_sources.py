"""The six term-level sources, and ``cited``, the papers of the corpus that a query cites.

Source: CSFCube, section 3, appendix C. Titles and abstracts are ranked by TF-IDF, word2vec, and
both combined: the whole corpus by the L2 distance from the query's title or abstract.
"""

import logging
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Unpack, cast

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from scipy import sparse
from tqdm import tqdm

from paperpool.collections.collection import Pool
from paperpool.io import tables
from paperpool.io.parquet_files import count_rows
from paperpool.io.tables import BATCH_ROWS
from paperpool.text.term_vectors import cbow, tfidf, tfidf_cbow
from paperpool.workflow.corpus.database import DatabaseLimits, connect
from paperpool.workflow.pools.corpus_tokens import Words, read_counts
from paperpool.workflow.pools.names import CITED, KINDS
from paperpool.workflow.pools.top_candidates import Rankings, TopCandidates, add_nearest

logger = logging.getLogger("paperpool")


@dataclass(frozen=True)
class TermSettings:
    """Settings of the term-level sources.

    ``depth`` candidates are kept per query. TF-IDF uses words in at least ``min_df`` titles (or
    abstracts). Papers without a known word have a zero vector; unless ``rank_unknown``, they are
    never candidates.
    """

    depth: int
    min_df: int
    rank_unknown: bool


def rank_by_text(
    tokens: str | Path,
    words: Words,
    vectors: NDArray[np.float64],
    text: str,
    excluded: Mapping[str, Set[str]],
    settings: TermSettings,
    threads: int = 1,
) -> dict[str, Rankings]:
    """Return the rankings of the three sources that compare ``text`` (of TEXTS), by KINDS.

    ``vectors`` has a row per word (see read_word_vectors); ``excluded`` has the queries and the ids
    that are never their candidates. A query whose text has no known word gets no candidates. Memory
    holds a batch of the corpus.
    """
    idf = words.idf(text)
    known_words = words.documents[text] >= settings.min_df

    def represent(counts: sparse.csr_matrix) -> dict[str, sparse.csr_matrix | NDArray]:
        """Return the vectors of each of KINDS, a row for each row of ``counts``."""
        return {
            "tfidf": tfidf(counts, idf, known_words),
            "cbow200": cbow(counts, vectors),
            "tfidfcbow200": tfidf_cbow(counts, tfidf(counts, idf), vectors),
        }

    queries, counts = _read_queries(tokens, text, words, list(excluded))
    wanted = represent(counts)
    top = {kind: TopCandidates(queries, settings.depth, excluded) for kind in KINDS}
    usable = {kind: _lengths(wanted[kind]) > 0 for kind in KINDS}
    enough = settings.depth + max((len(ids) for ids in excluded.values()), default=0)
    n_unknown = dict.fromkeys(KINDS, 0)

    n_batches = -(-count_rows(tokens) // BATCH_ROWS)
    batches = read_counts(tokens, text, len(words.words))
    for ids, counts in tqdm(batches, desc=text, unit="batch", total=n_batches):
        offered = represent(counts)
        for kind in KINDS:
            known = _lengths(offered[kind]) > 0
            n_unknown[kind] += int((~known).sum())
            rows = np.arange(len(ids)) if settings.rank_unknown else np.flatnonzero(known)
            if not len(rows):
                continue

            chosen = np.flatnonzero(usable[kind])
            names = [queries[i] for i in chosen]
            of_queries = wanted[kind][chosen]
            of_rows = ids[rows]
            batch = cast(Any, offered[kind][rows])
            if kind == "tfidf":
                _add_nearest_terms(top[kind], names, of_queries, of_rows, batch)
            elif names:
                add_nearest(top[kind], names, of_queries, of_rows, batch, "l2", enough, threads)

    for kind, n in n_unknown.items():
        treated = "ranked by the distance of a zero vector" if settings.rank_unknown else "left out"
        logger.info("%s_%s: %d papers have no known word: %s", text, kind, n, treated)
        for query, has_words in zip(queries, usable[kind], strict=True):
            if not has_words:
                logger.warning("%s_%s: query %s has no known word", text, kind, query)
    return {kind: top[kind].rankings() for kind in KINDS}


def _add_nearest_terms(
    top: TopCandidates,
    queries: Sequence[str],
    vectors: sparse.csr_matrix,
    ids: NDArray[np.str_],
    batch: sparse.csr_matrix,
) -> None:
    """Add papers by the L2 distance of their TF-IDF vectors, which have unit length or none.

    ``vectors`` are those of the queries, of unit length, ``batch`` those of the papers ``ids``.
    """
    products = (batch @ vectors.T).toarray()
    squares = np.asarray(batch.multiply(batch).sum(axis=1)).ravel()
    for column, query in enumerate(queries):
        distances = np.sqrt(np.maximum(1.0 + squares - 2.0 * products[:, column], 0.0))
        top.add(query, ids, -distances)


def _read_queries(
    tokens: str | Path, text: str, words: Words, queries_of_pools: Sequence[str]
) -> tuple[list[str], sparse.csr_matrix]:
    """Return the queries in the corpus's order, and their word counts."""
    queries: list[str] = []
    matrices = []
    for ids, counts in read_counts(tokens, text, len(words.words), only=queries_of_pools):
        queries += map(str, ids)
        matrices.append(counts)
    return queries, sparse.vstack(matrices).tocsr()


def _lengths(vectors: sparse.csr_matrix | NDArray) -> NDArray[np.float64]:
    """Return the length of each row of a dense or sparse matrix."""
    squares = vectors * vectors if isinstance(vectors, np.ndarray) else vectors.multiply(vectors)
    return np.sqrt(np.asarray(squares.sum(axis=1)).ravel())


_CITED = """
SELECT citing_id, cited_id
FROM (SELECT citing_id, cited_id FROM citations UNION SELECT citing_id, cited_id FROM known)
WHERE citing_id IN (SELECT unnest(getvariable('queries')))
AND cited_id IN (SELECT paper_id FROM candidates)
ORDER BY citing_id, cited_id
"""


def rank_cited(
    candidates: str | Path,
    citations: Sequence[str | Path],
    excluded: Mapping[str, Set[str]],
    *,
    known: pa.Table | None = None,
    **lent: Unpack[DatabaseLimits],
) -> Rankings:
    """Return the cited papers of each query that are candidates, by id, all with score 1.

    ``candidates`` has schema ``tables.POOL_TOKENS``; ``known`` are citations besides the corpus's
    (``tables.CITATIONS``); ``excluded`` has the queries and the ids that are never their
    candidates. Lists are not cut.
    """
    if known is None:
        known = tables.CITATIONS.empty_table()
    with connect(**lent) as database:
        database.add_files("candidates", [candidates])
        database.add_files("citations", citations)
        database.add_table("known", known)
        database.set_variable("queries", sorted(excluded))
        edges = database.fetch(_CITED)

    ranked: Rankings = {query: [] for query in sorted(excluded)}
    for edge in edges.to_pylist():
        if edge["cited_id"] not in excluded[edge["citing_id"]]:
            ranked[edge["citing_id"]].append((edge["cited_id"], 1.0))
    return ranked


def list_cited(pools: Mapping[str, Pool]) -> pa.Table:
    """Return the queries' citations in released pools, from the source ``cited``
    (``tables.CITATIONS``).
    """
    edges = []
    for query, pool in pools.items():
        for candidate, sources in zip(pool.candidates, pool.sources, strict=True):
            if CITED in sources:
                edges.append((query, candidate))
    return tables.make_table(edges, tables.CITATIONS)
