"""Pairs of a benchmark over texts that are given."""

import numpy as np

from paperpool.mdcr.benchmark_pairs import Pairs


def make_pairs(texts, pairs):
    """Return the pairs {(query, candidate): relevant} over texts {id: title and abstract}."""
    ids = sorted(texts)
    return Pairs(ids, [texts[i] for i in ids], list(pairs), np.array(list(pairs.values())))
