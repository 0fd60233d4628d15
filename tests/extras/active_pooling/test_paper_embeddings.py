"""Papers as feedback sees them: by the embeddings of a ranker's encoder."""

from dataclasses import replace

import numpy as np

from paperpool.extras.active_pooling.asking import make_key
from paperpool.extras.active_pooling.batches import BatchRules
from paperpool.extras.active_pooling.pools import assemble_pools, embed_papers
from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import Encoder, EncoderSettings
from tests.made.collection import order_by_grade

RULES = BatchRules("feedback", 2, 0.5, 1, 0.5)


def embed(collection, tiny_bert, folder, separator="space"):
    words = [word for paper in collection.papers.values() for word in paper.abstract.split()]
    model = str(tiny_bert(words))
    settings = {"model": model, "precision": "float32", "separator": separator}
    return embed_papers(collection.papers, settings, folder, 1), model


def pool_pairs(collection, embeddings=None):
    """Return the pools of the collection's pairs, with the run that ranks by grade."""
    pairs, right = collection.pairs(), order_by_grade(collection, 1)
    texts = {paper: collection.document_text(paper) for paper in collection.papers}
    asked = {pair: collection.rankable(*pair) for pair in pairs}
    return assemble_pools(asked, texts, {pair: [right[pair]] for pair in pairs}, 7, embeddings)


def test_papers_are_encoded_as_the_ranker_encodes_them(collection, tiny_bert, tmp_path):
    made, model = embed(collection, tiny_bert, tmp_path, "sep")
    assert list(made) == list(collection.papers)
    encoder = Encoder(EncoderSettings(model, precision="float32"), ArrayCache(tmp_path), 1)
    texts = [f"{paper.head('[SEP]')}{paper.abstract}" for paper in collection.papers.values()]
    assert np.array_equal(np.array(list(made.values())), encoder.encode(texts))
    other, _ = embed(collection, tiny_bert, tmp_path, "space")
    assert not np.array_equal(list(made.values()), list(other.values()))
    assert embed_papers(collection.papers, None, tmp_path, 1) is None


def test_a_pools_embeddings_are_centred_and_of_length_one(collection, tiny_bert, tmp_path):
    made, _ = embed(collection, tiny_bert, tmp_path)
    for (query, _), pool in pool_pairs(collection, made).items():
        plain = np.array([made[paper] for paper in (query, *pool.candidates)])
        plain = plain - plain[1:].mean(axis=0)
        plain /= np.linalg.norm(plain, axis=1, keepdims=True)
        assert np.allclose(pool.embeddings, plain)
        words = (pool.words @ pool.words.T).toarray()
        assert np.allclose(pool.likeness, words + plain @ plain.T)


def test_equal_embeddings_tell_nothing():
    texts = {"q": "a word here", "c1": "a word there", "c2": "word here"}
    same = dict.fromkeys(texts, np.ones(3))
    pair = ("q", "method")
    pool = assemble_pools({pair: ["c1", "c2"]}, texts, {pair: []}, 1, same)[pair]
    assert not pool.embeddings.any() and np.isfinite(pool.likeness).all()


def test_the_key_of_a_batch_tells_the_encoders_settings(collection):
    pools = pool_pairs(collection)
    told = replace(RULES, encoder={"model": "m", "separator": "sep"})
    assert make_key(pools, told, 7) != make_key(pools, RULES, 7)
