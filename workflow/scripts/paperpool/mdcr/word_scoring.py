"""Scores of the benchmark's pairs by averaged word vectors.

Source: MDCR section 4.3; ``word_vectors`` for the averages, whose document frequencies are those of
the papers of the split.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

import numpy as np
import pyarrow as pa

from paperpool.evaluation.resampling import Floats
from paperpool.mdcr.benchmark_pairs import Pairs
from paperpool.mdcr.term_scoring import count_terms
from paperpool.mdcr.vector_scoring import score_by_vectors
from paperpool.mdcr.word_vectors import average_terms, train_term_vectors


def train_on_splits(splits: Mapping[str, Pairs], seed: int, where: str | Path) -> pa.Table:
    """Return vectors of the terms of all splits' papers (schema WORD_VECTORS), in their order.

    The released benchmark alone has no other texts. ``where`` they are from, for errors.
    """
    texts = [pairs.joined() for pairs in splits.values()]
    return train_term_vectors(lambda: texts, seed, where)


def score_splits(
    splits: Mapping[str, Pairs], kinds: Collection[str], vectors: str | Path, folder: str | Path
) -> dict[str, dict[str, Floats]]:
    """Return the scores of each split's pairs by each of ``kinds``, cbow or tfidfcbow.

    ``vectors`` is a table of WORD_VECTORS. Term counts are held in files of ``folder``.
    """
    scores: dict[str, dict[str, Floats]] = {}
    for split, pairs in splits.items():
        terms = count_terms(pairs, Path(folder, split))
        scores[split] = {
            kind: score_by_vectors(
                pairs, np.concatenate(list(average_terms(terms, vectors, kind))), "cosine"
            )
            for kind in kinds
        }
    return scores
