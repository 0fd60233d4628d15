"""BM25 over the sentences of one reference paper: the baseline of exactly matching terms."""

from collections.abc import Sequence

import numpy as np

from paperpool.evaluation.resampling import Floats
from paperpool.scisumm.corpus import Paper
from paperpool.search.term_index import index_texts
from paperpool.text.analysis import analyze
from paperpool.workflow.scisumm.match.prepared import clean


def score_bm25(papers: Sequence[Paper]) -> dict[str, Floats]:
    """Return the papers' scores (citances, sentences) by stems without markers and stop words."""
    scores = {}
    for paper in papers:
        queries = [analyze(clean(text)) for _, text in paper.citances]
        documents = [analyze(clean(text)) for text in paper.texts]
        scores[paper.paper_id] = score_terms(queries, documents)
    return scores


def score_terms(
    queries: Sequence[Sequence[str]], documents: Sequence[Sequence[str]], mean: float | None = None
) -> Floats:
    """Return Lucene's BM25 (see ``search.bm25``), shape (queries, documents).

    Statistics are of the documents; Lucene's idf is never negative, as Okapi's often is in so few
    of them. ``mean`` replaces the documents' mean length.
    """
    index = index_texts(documents, mean)
    scores = [index.score(query) for query in queries]
    return np.array(scores, np.float64).reshape(len(queries), len(documents))
