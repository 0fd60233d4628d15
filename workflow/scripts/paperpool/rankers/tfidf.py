"""Rank by the cosine between TF-IDF vectors.

Faceted collections: facet sentences against whole abstracts, with scikit-learn's words (CSFCube
section 5 and appendix C; on unit vectors the cosine orders as its L2 distance does). Whole papers:
stemmed titles and abstracts on both sides.
"""

from paperpool.collections.collection import Collection, WholePapers
from paperpool.evaluation.runs import Run, rank_scores
from paperpool.rankers.ranker import Context, Ranker


class Tfidf(Ranker, group="Term-level", searches="terms"):
    """TF-IDF, the query's facet sentences against whole abstracts."""

    def order(self, collection: Collection, context: Context) -> Run:
        """Rank facets by scikit-learn's words, and whole papers by stems."""
        if not isinstance(collection, WholePapers):
            return rank_by_words(collection)
        from paperpool.rankers.scoring.stem_pools import count_stems  # imports numba

        run: Run = {}
        for pool in count_stems(collection, context.folder, context.threads):
            run |= pool.rank(pool.pool.score_tfidf(*pool.rows))
        return run

    def search(self, collection: Collection, context: Context) -> Run:
        """Search all documents by stems."""
        from paperpool.rankers.scoring.searching import search_texts

        return search_texts(collection, context, self)

    def search_terms(self, pool, queries, depth, exclude, parameters):
        """Search a pool by the cosine; there are no ``parameters`` to tune."""
        return pool.search_tfidf(queries, depth, exclude)


def rank_by_words(collection: Collection) -> Run:
    """Rank by scikit-learn's TF-IDF (smoothed idf, unit length), fitted on all papers."""
    import numpy as np
    from sklearn.feature_extraction.text import TfidfVectorizer

    row = {paper_id: i for i, paper_id in enumerate(collection.papers)}
    vectorizer = TfidfVectorizer(dtype=np.float64)
    papers = vectorizer.fit_transform([collection.document_text(i) for i in collection.papers])

    run: Run = {}
    for pair in collection.pairs():
        candidates = collection.rankable(*pair)
        query = vectorizer.transform([collection.query_text(*pair)])
        scores = (papers[[row[c] for c in candidates]] @ query.T).toarray().ravel()
        run[pair] = rank_scores(zip(candidates, scores, strict=True))
    return run
