"""The pools of somebody's collection for a replay: what was judged of each topic, or all."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from paperpool.collections.collection import Collection
from paperpool.errors import Problem, UserError
from paperpool.evaluation.runs import Run
from paperpool.judging.document_space import DocumentSpace, SearchedPool
from paperpool.judging.judged_kind import JudgedKind, count_asked, list_asked
from paperpool.judging.orders import AskedPool, rank_candidates
from paperpool.judging.pools import Pair, assemble_pools, centre, pair_seed, weigh_words

MOST_DOCUMENTS = 4000
"""Documents of a collection that is searched up to which relevance feedback learns."""

MOST_COMPARED = 200_000_000
"""Pairs of candidates, of all pools together, up to which it learns from pools of their own."""


MOST_ASKED = 2_000_000
"""Pairs of topic and document up to which a collection is replayed: its lists are in memory."""


def can_replay(collection: Collection, kind: JudgedKind) -> bool:
    """Tell whether a collection is small enough to be replayed."""
    return count_asked(collection, kind) <= MOST_ASKED


def can_learn(collection: Collection, kind: JudgedKind) -> bool:
    """Tell whether feedback can learn: its memory grows with the square of a pool."""
    if _is_shared(collection, kind):
        return len(collection.documents) <= MOST_DOCUMENTS
    pools = list_asked(collection, kind).values()
    return sum(len(ids) ** 2 for ids in pools) <= MOST_COMPARED


def _is_shared(collection: Collection, kind: JudgedKind) -> bool:
    """Tell whether all topics have one pool, all documents."""
    return kind.is_throughout and collection.is_searched


def make_open_pools(
    name: str,
    collection: Collection,
    kind: JudgedKind,
    feeders: Mapping[str, Run],
    seed: int,
    embeddings: Mapping[str, NDArray] | None = None,
) -> dict[Pair, AskedPool]:
    """Return the pool of each topic of the collection called ``name``; one without any has none.

    The other arguments are those of ``make_pools``. Raises UserError where there is no document to
    be judged.
    """
    asked = {pair: ids for pair, ids in list_asked(collection, kind).items() if ids}
    if not asked:
        what = "No judged document is there, so that there is nothing to replay."
        hint = "Correct the judgments, or leave its rankers out of annotation.replay."
        raise UserError(Problem(what, f"data.collections.{name}", hint))
    texts = {paper: collection.document_text(paper) for paper in collection.papers}
    rankings = {pair: [run.get(pair, []) for run in feeders.values()] for pair in asked}
    if not _is_shared(collection, kind):
        return dict(assemble_pools(asked, texts, rankings, seed, embeddings))
    space = None
    if can_learn(collection, kind):
        space = _make_space(collection, texts, [query for query, _ in asked], embeddings)
    return {
        pair: SearchedPool(
            pair[0],
            tuple(ids),
            rank_candidates(ids, rankings[pair]),
            space,
            pair_seed(seed, number),
        )
        for number, (pair, ids) in enumerate(asked.items())
    }


def _make_space(
    collection: Collection,
    texts: Mapping[str, str],
    queries: list[str],
    embeddings: Mapping[str, NDArray] | None,
) -> DocumentSpace:
    documents, queries = collection.documents, list(dict.fromkeys(queries))
    rows = {paper: row for row, paper in enumerate(texts)}
    ids = [*documents, *queries]
    vectors = None
    if embeddings is not None:
        vectors = centre(np.array([embeddings[i] for i in ids]), slice(len(documents)))
    return DocumentSpace(documents, queries, weigh_words(texts)[[rows[i] for i in ids]], vectors)
