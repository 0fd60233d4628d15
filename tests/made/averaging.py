"""Counted terms, drawn vectors of words, and averages of them by plain loops."""

import math
from collections import Counter

import numpy as np
import pyarrow as pa

from paperpool.io.tables import WORD_VECTORS, write_table
from paperpool.search.term_counts import TermCounts, write_term_counts


def count(folder, texts):
    files = [folder / name for name in ("indptr.npy", "indices.npy", "counts.npy", "words")]
    write_term_counts([texts], *files)
    return TermCounts(*files)


def write_random_vectors(path, words, seed=0):
    """Write and return a vector for each word."""
    vectors = np.random.default_rng(seed).normal(size=(len(words), 200)).astype(np.float32)
    flat = pa.FixedSizeListArray.from_arrays(pa.array(vectors.ravel()), 200)
    write_table(path, pa.Table.from_arrays([pa.array(words), flat], schema=WORD_VECTORS))
    return dict(zip(words, vectors.astype(float), strict=True))


def weigh_terms(terms, documents, n_texts):
    """Return the smoothed TF-IDF of a text's terms, of unit length; ``documents`` counts texts."""
    weights = {
        t: n * (math.log((1 + n_texts) / (1 + documents[t])) + 1)
        for t, n in Counter(terms).items()
        if documents[t]
    }
    length = math.sqrt(sum(w * w for w in weights.values())) or 1.0
    return {term: weight / length for term, weight in weights.items()}


def average(texts, vectors, kind):
    """Return the average of each text, a list of its terms."""
    documents = Counter(term for terms in texts for term in set(terms))
    averages = []
    for terms in texts:
        weights = weigh_terms(terms, documents, len(texts))
        total = np.zeros(200)
        for term in terms:
            weight = weights[term] if kind == "tfidfcbow" else 1.0
            total += weight * vectors.get(term, np.zeros(200))
        averages.append(total / max(len(terms), 1))
    return np.array(averages)
