"""CSFCube's averaged word vectors: facet sentences of the query against whole abstracts.

Source: section 5 and appendix C, fabs_cbow200 and fabs_tfidfcbow200, compared by L2 distance. What
the paper leaves out is as in the sources of pools (``paperpool.text.term_vectors``): means over
all tokens, those without a vector as zero; a word that stands n times in a text is added n times,
each time with a TF-IDF weight that already grows with n. Document frequencies come from the
abstracts of all papers of the collection.

Of the variants tried these are the nearest to the paper's rows: over the 20 figures of each the
mean difference is 0.007 and 0.015, and the official all-NDCG%20 is 0.2999 and 0.3357 (paper: 0.2936
and 0.3142), with word2vec trained on 126,554 papers (``python tests/compare_averages.py`` after
``snakemake pools --configfile config/pools.yaml``). Trained on the collection's 4,205 abstracts
alone it is 0.2755 and 0.3200.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from scipy import sparse

from paperpool.csfcube.collection import Collection
from paperpool.csfcube.dense_ranker import rank_by_vectors
from paperpool.evaluation.runs import Run
from paperpool.text.term_vectors import cbow, smoothed_idf, tfidf, tfidf_cbow
from paperpool.text.tokens import count_words, tokenize
from paperpool.text.word_vectors import read_word_vectors

WORD_VECTOR_KINDS = ("cbow", "tfidfcbow")
"""The ranker kinds that need word vectors."""


def list_abstracts(collection: Collection) -> list[list[str]]:
    """Return the tokens of every paper's abstract, in the order of ``collection.papers``."""
    return [tokenize(paper.abstract) for paper in collection.papers.values()]


def rank_by_word_vectors(collection: Collection, vectors: str | Path, kind: str) -> Run:
    """Rank the judged candidates of every pair with a ranker of ``WORD_VECTOR_KINDS``.

    ``vectors`` is a table of schema WORD_VECTORS. Facets without a word that has a vector are a
    zero vector, as are such abstracts.
    """
    pairs = collection.pairs()
    facets = [
        tokenize(" ".join(collection.papers[query].facet_sentences(facet)))
        for query, facet in pairs
    ]
    abstracts = list_abstracts(collection)
    words = sorted({word for text in abstracts for word in text})
    known = read_word_vectors(vectors, words)
    counts, asked = _count(abstracts, words), _count(facets, words)
    if kind == "cbow":
        papers, queries = cbow(counts, known), cbow(asked, known)
    else:
        documents = np.asarray((counts > 0).sum(axis=0)).ravel()
        idf = smoothed_idf(documents, len(abstracts))
        papers, queries = (tfidf_cbow(texts, tfidf(texts, idf), known) for texts in (counts, asked))
    return rank_by_vectors(collection, dict(zip(pairs, queries, strict=True)), papers, "l2")


def _count(texts: Sequence[Sequence[str]], words: Sequence[str]) -> sparse.csr_matrix:
    """Return how often each of ``words`` stands in each text, shape (texts, words)."""
    row = {word: i for i, word in enumerate(words)}
    ids = np.array([row[word] for text in texts for word in text], np.int32)
    offsets = np.cumsum([0, *map(len, texts)]).astype(np.int32)
    return count_words(ids, offsets, len(words))
