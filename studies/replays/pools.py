"""The pools of a judged collection for a replay: what was judged of each query, or all.

Of a pool that was judged, irrelevant documents included, a replay may ask for no others. Where
nearly all that was written down is relevant, as of Cranfield, whose makers went through all
documents, the collection counts as judged throughout: what has no judgment is irrelevant.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from paperpool.collections.collection import Collection
from paperpool.errors import Problem, UserError
from paperpool.evaluation.runs import Run
from paperpool.extras.active_pooling.orders import JudgingPool, rank_candidates
from paperpool.extras.active_pooling.pools import (
    Pair,
    assemble_pools,
    centre,
    pair_seed,
    weigh_words,
)
from replays.document_space import DocumentSpace, SearchedPool

MOSTLY_RELEVANT = 0.75
"""The share of relevant judgments from which a collection counts as judged throughout.

A pool that was judged has far less, 8% in CSFCube (grades 2 and 3); of Cranfield it is 88%.
"""

MOST_DOCUMENTS = 4000
"""Documents of a collection of which all are asked for: memory grows with their square."""

Embeddings = Mapping[str, NDArray]
"""Those of ``embed_papers``."""


def make_pools(
    collection: Collection, feeders: Mapping[str, Run], seed: int, embeddings: Embeddings | None
) -> dict[Pair, JudgingPool]:
    """Return the pool of each judged pair; ``feeders`` are the runs that the orders may see.

    Texts are those that rankers of words search (whole abstracts of CSFCube), the query's too.
    """
    asked = {pair: collection.rankable(*pair) for pair in collection.pairs()}
    return assemble_pools(asked, _texts(collection), _rank(feeders, asked), seed, embeddings)


def count_judged(collection: Collection) -> tuple[int, int]:
    """Return how many judgments there are, and how many of them say relevant."""
    grades = [g for judged in collection.judgments.values() for g in judged.adjudicated]
    return len(grades), sum(grade >= collection.relevant for grade in grades)


def is_throughout(collection: Collection) -> bool:
    """Tell whether a collection counts as judged throughout."""
    n_judged, n_relevant = count_judged(collection)
    return bool(n_judged) and n_relevant / n_judged >= MOSTLY_RELEVANT


def list_asked(collection: Collection) -> dict[Pair, list[str]]:
    """Return what a replay asks for of each topic, sorted: what was judged, or all.

    All are the topic's candidates where it has some, else all documents. Raises UserError where
    there is nothing to be judged, or too much.
    """
    if _is_shared(collection) and len(collection.documents) > MOST_DOCUMENTS:
        what = f"{len(collection.documents):,} documents are too many to go through for each topic."
        raise UserError(Problem(what, "the collection", f"Take one with {MOST_DOCUMENTS:,}."))
    everything, asked = is_throughout(collection), {}
    for pair in collection.pairs():
        judged = collection.judgments[pair].grades()
        ids = [i for i in collection.rankable(*pair) if everything or i in judged]
        if ids:
            asked[pair] = ids
    if not asked:
        what = "No judged document is there: there is nothing to replay."
        raise UserError(Problem(what, "the collection", "Correct its judgments."))
    return asked


def _is_shared(collection: Collection) -> bool:
    """Tell whether all topics have one pool, all documents."""
    return collection.is_searched and is_throughout(collection)


def make_open_pools(
    collection: Collection, feeders: Mapping[str, Run], seed: int, embeddings: Embeddings | None
) -> dict[Pair, JudgingPool] | dict[Pair, SearchedPool]:
    """Return the pool of each topic of somebody's collection; one without any has none."""
    asked = list_asked(collection)
    texts, rankings = _texts(collection), _rank(feeders, asked)
    if not _is_shared(collection):
        return assemble_pools(asked, texts, rankings, seed, embeddings)
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


def _texts(collection: Collection) -> dict[str, str]:
    return {paper: collection.document_text(paper) for paper in collection.papers}


def _rank(feeders: Mapping[str, Run], asked: Mapping[Pair, list[str]]):
    return {pair: [run.get(pair, []) for run in feeders.values()] for pair in asked}


def _make_space(
    collection: Collection,
    texts: Mapping[str, str],
    queries: list[str],
    embeddings: Embeddings | None,
) -> DocumentSpace:
    documents, queries = collection.documents, list(dict.fromkeys(queries))
    rows = {paper: row for row, paper in enumerate(texts)}
    ids = [*documents, *queries]
    vectors = None
    if embeddings is not None:
        vectors = centre(np.array([embeddings[i] for i in ids]), slice(len(documents)))
    return DocumentSpace(documents, queries, weigh_words(texts)[[rows[i] for i in ids]], vectors)
