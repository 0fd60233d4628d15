"""Rank by BM25.

Faceted collections as CSFCube did (its section 5, appendix C and footnote 8): facet sentences
against whole abstracts, by the package rank_bm25 with its defaults. Whole papers as MDCR did
(section 3.1 and appendix A.1): stemmed titles and abstracts on both sides, by Lucene's formula, k1
and b chosen on the validation split if there is one.
"""

import logging
import re

from paperpool.collections.collection import Collection, WholePapers
from paperpool.evaluation.runs import Run, rank_scores
from paperpool.rankers.ranker import Context, Ranker

logger = logging.getLogger("paperpool")

_WORD = re.compile(r"\w+")


class BM25(Ranker, group="Term-level", searches="terms"):
    """BM25, the query's facet sentences against whole abstracts."""

    def order(self, collection: Collection, context: Context) -> Run:
        """Rank faceted collections as CSFCube did, and whole papers as MDCR did."""
        if not isinstance(collection, WholePapers):
            return rank_by_okapi(collection)
        # slow: numba compiles these modules
        from paperpool.rankers.scoring.parameter_grid import chosen_parameters, describe_edges
        from paperpool.rankers.scoring.stem_pools import count_stems, tune_on_pool
        from paperpool.search.bm25 import K1, B

        pools = list(count_stems(collection, context.folder, context.threads))
        k1 = K1
        b = B
        if collection.validation is not None and context.grid:
            split = list(collection.folds["all"]).index(collection.validation)
            grid = tune_on_pool(pools[split], context.grid)
            k1, b = chosen_parameters(grid)
            logger.info("BM25: k1 = %s, b = %s", k1, b)
            for edge in describe_edges(grid, **context.grid):
                logger.info("BM25: %s", edge)

        run: Run = {}
        for pool in pools:
            run |= pool.rank(pool.pool.score_bm25(*pool.rows, k1, b))
        return run

    def search(self, collection: Collection, context: Context) -> Run:
        """Search all documents by Lucene's formula, with its default k1 and b."""
        from paperpool.rankers.scoring.searching import search_texts

        return search_texts(collection, context, self)

    def search_terms(self, pool, queries, depth, exclude, parameters):
        """Search a pool by Lucene's formula; ``parameters`` may have k1 and b."""
        from paperpool.search.bm25 import K1, B  # imports numpy

        k1 = parameters.get("k1", K1)
        b = parameters.get("b", B)
        return pool.search_bm25(queries, k1, b, depth, exclude)


def tokenize(text: str) -> list[str]:
    """Return the lower-cased runs of letters, digits and underscores of ``text``."""
    return _WORD.findall(text.lower())


def rank_by_okapi(collection: Collection) -> Run:
    """Rank by the package rank_bm25, with statistics of all papers of the collection."""
    from rank_bm25 import BM25Okapi

    row = {paper_id: i for i, paper_id in enumerate(collection.papers)}
    index = BM25Okapi([tokenize(collection.document_text(i)) for i in collection.papers])
    run: Run = {}
    for pair in collection.pairs():
        candidates = collection.rankable(*pair)
        words = tokenize(collection.query_text(*pair))
        scores = index.get_batch_scores(words, [row[c] for c in candidates])
        run[pair] = rank_scores(zip(candidates, scores, strict=True))
    return run
