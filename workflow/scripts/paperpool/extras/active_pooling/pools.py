"""The pools to be judged, made ready for the orders."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from sklearn.feature_extraction.text import TfidfVectorizer

from paperpool.collections.papers import Paper, PlainPaper
from paperpool.evaluation.runs import Ranking
from paperpool.extras.active_pooling.orders import JudgingPool, rank_candidates
from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.rankers.scoring.paper_vectors import encode_papers

Pair = tuple[str, str]

SMALLEST = np.finfo(np.float64).tiny
"""The least length of a vector, so that one of zeros stays zeros."""


def assemble_pools(
    candidates: Mapping[Pair, Sequence[str]],
    texts: Mapping[str, str],
    rankings: Mapping[Pair, Sequence[Ranking]],
    seed: int,
    embeddings: Mapping[str, NDArray] | None = None,
) -> dict[Pair, JudgingPool]:
    """Return the pool of each pair, of its candidates and the runs' ranks for it.

    ``embeddings`` are those of ``embed_papers``, centred over the candidates of a pool. A pair's
    seed follows from ``seed`` and its place among the pairs.
    """
    rows = {paper: row for row, paper in enumerate(texts)}
    words = weigh_words(texts)
    pools = {}
    for number, (pair, of_pair) in enumerate(candidates.items()):
        papers = [pair[0], *of_pair]
        centred = None
        if embeddings is not None:
            stacked = np.array([embeddings[paper] for paper in papers])
            centred = centre(stacked, slice(1, None))
        pools[pair] = JudgingPool(
            tuple(of_pair),
            rank_candidates(of_pair, rankings[pair]),
            words[[rows[paper] for paper in papers]],
            centred,
            pair_seed(seed, number),
        )
    return pools


def weigh_words(texts: Mapping[str, str]) -> csr_array:
    """Return TF-IDF with logarithmic counts, shape (texts, terms), at least one term."""
    vectorizer = TfidfVectorizer(sublinear_tf=True, min_df=2, stop_words="english")
    try:
        return vectorizer.fit_transform(list(texts.values())).tocsr()
    except ValueError:  # no term is left
        return csr_array((len(texts), 1), dtype=np.float64)


def centre(embeddings: NDArray, centred_on: slice) -> NDArray[np.float64]:
    """Return embeddings less the mean of some of them, as rows of length 1."""
    mean = embeddings[centred_on].mean(axis=0, dtype=np.float64)
    moved = embeddings.astype(np.float64) - mean
    return moved / np.maximum(np.linalg.norm(moved, axis=1, keepdims=True), SMALLEST)


def pair_seed(seed: int, number: int) -> int:
    """Return the seed of the pair of a number."""
    return int(np.random.SeedSequence([seed, number]).generate_state(1)[0])


def embed_papers(
    papers: Mapping[str, Paper | PlainPaper],
    settings: Mapping[str, Any] | None,
    cache: str | Path,
    torch_threads: int,
) -> dict[str, NDArray[np.float64]] | None:
    """Return the embedding of each paper by ``settings`` (and ``separator``), or None without."""
    if settings is None:
        return None
    of_encoder = dict(settings)
    separator = of_encoder.pop("separator")
    encoder = Encoder(EncoderSettings(**of_encoder), ArrayCache(cache), torch_threads)
    return dict(zip(papers, encode_papers(papers, encoder, separator), strict=True))
