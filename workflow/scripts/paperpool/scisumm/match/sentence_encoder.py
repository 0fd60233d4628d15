"""The cosine between the embeddings that a sentence encoder gives citance and cited sentence."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np

from paperpool.evaluation.resampling import Floats
from paperpool.models.encoders import Encoder
from paperpool.scisumm.corpus import Paper
from paperpool.scisumm.match.prepared import clean


def score_embeddings(papers: Sequence[Paper], encoder: Encoder) -> dict[str, Floats]:
    """Return for each paper its sentences' scores, shape (citances, sentences).

    Texts are stripped of citation markers; what is empty then scores 0.
    """
    texts = [
        ([clean(text) for _, text in paper.citances], [clean(text) for text in paper.texts])
        for paper in papers
    ]
    distinct = [
        text
        for text in dict.fromkeys(chain.from_iterable(chain.from_iterable(texts)))
        if text.strip()
    ]
    vectors = encoder.encode(distinct).astype(np.float64)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    vectors = np.concatenate([vectors / np.where(lengths > 0, lengths, 1), vectors[:1] * 0])
    row = {text: i for i, text in enumerate(distinct)}

    def take(of_paper: list[str]) -> Floats:
        return vectors[[row.get(text, len(distinct)) for text in of_paper]]

    return {
        # not a matrix product: that may round equal sentences unequally
        paper.paper_id: np.einsum("qd,sd->qs", take(citances), take(sentences))
        for paper, (citances, sentences) in zip(papers, texts, strict=True)
    }
