"""BM25 as Lucene weighs terms, in parts.

Source: Lucene's class BM25Similarity (since version 8, without the constant factor k1 + 1). The
score of a text is the sum over the query's terms of idf x tf / (tf + norm), with tf the frequency
of a term in the text; a term that the query repeats m times counts m times. Lucene rounds the
lengths of texts to a byte each; here they are exact, as in the variant "Lucene (accurate)" of
Kamphuis et al., "Which BM25 Do You Mean?" (2020).
"""

import numpy as np
from numpy.typing import NDArray

K1 = 1.2
B = 0.75
"""Lucene's defaults."""

Floats = NDArray[np.float64]


def idf(frequencies: NDArray[np.integer], n_texts: int) -> Floats:
    """Return ln(1 + (N - n + 0.5) / (n + 0.5)) of terms in n of the N texts.

    It is never negative, unlike Okapi's idf of a term in more than half of the texts.
    """
    return np.log(1 + (n_texts - frequencies + 0.5) / (frequencies + 0.5))


def norms(lengths: NDArray, mean: float, k1: float = K1, b: float = B) -> Floats:
    """Return k1 (1 - b + b dl / avgdl) of texts that are ``lengths`` terms long."""
    found = lengths / mean  # in place from here on: a pool may have millions of texts
    found *= b
    found += 1 - b
    return np.multiply(found, k1, out=found)


def mean_length(lengths: NDArray) -> float:
    """Return the mean number of terms of texts, 1 without terms."""
    return lengths.sum() / max(len(lengths), 1) or 1.0


def weigh(idf, counts, norms):
    """Return idf x tf / (tf + norm): arrays of one shape, or numbers."""
    return idf * counts / (counts + norms)
