"""Learned weights of terms: the same scores in pools and searches, and by hand."""

import numpy as np
import pytest

from paperpool.collections.collection import OpenPapers
from paperpool.collections.found import assemble
from paperpool.collections.readers.registry import make_reader
from paperpool.models.encoder_settings import EncoderSettings
from paperpool.models.sparse_encoder import SparseEncoder
from paperpool.rankers.ranker import Context
from paperpool.rankers.registry import make_ranker

from ..made.folders import write_beir
from ..made.rankers import lend_tools, model_maker


@pytest.fixture
def splade(tiny_bert, collection):
    """A ranker with a tiny model that knows the collection's words."""
    model = model_maker(tiny_bert, collection)(masked=True)
    return make_ranker({"kind": "splade", "model": model, "precision": "float32"})


def test_scores_are_the_products_of_facet_sentences_and_abstracts(splade, collection, tmp_path):
    context = lend_tools(collection, tmp_path / "lent")
    run = splade.order(collection, context)
    encoder = SparseEncoder(splade.encoder_settings(), context.cache, 1)
    for pair, ranking in run.items():
        assert sorted(i for i, _ in ranking) == collection.rankable(*pair)
        asked = encoder.encode([collection.query_text(*pair)]).astype(np.float64)
        offered = encoder.encode([collection.document_text(i) for i, _ in ranking])
        expected = (offered.astype(np.float64) @ asked.T).toarray().ravel()
        assert [score for _, score in ranking] == pytest.approx(expected)
        assert ranking == sorted(ranking, key=lambda scored: (-scored[1], scored[0]))


def test_a_search_has_the_scores_of_an_order(tiny_bert, tmp_path):
    collection = assemble(make_reader(write_beir(tmp_path / "beir")).read(), "test", 1, 4)
    assert isinstance(collection, OpenPapers) and collection.is_searched
    model = model_maker(tiny_bert, collection)(masked=True)
    ranker = make_ranker({"kind": "splade", "model": model, "precision": "float32"})
    context = lend_tools(collection, tmp_path / "lent")
    searched = ranker.search(collection, context)
    ordered = ranker.order(collection, context)
    for pair, ranking in searched.items():
        found = [(i, score) for i, score in ordered[pair] if score > 0][: collection.depth]
        assert ranking == found and ranking
    context.threads = 2
    assert ranker.search(collection, context) == searched


def test_settings_are_those_of_a_bare_model(splade):
    names = {"model", "max_tokens", "precision", "batch_size", "published"}
    assert set(splade.settings()) == names
    assert splade.encoder_settings() == EncoderSettings(splade.model, precision="float32")
    assert Context().cache is None
    with pytest.raises(ValueError, match="cache"):
        splade.load(SparseEncoder, Context())
