"""Papers as feedback sees them: by the embeddings of a ranker's encoder."""

from dataclasses import replace

import numpy as np

from paperpool.judging.asking import make_key
from paperpool.judging.batches import BatchRules
from paperpool.judging.feedback import order_by_feedback
from paperpool.judging.paper_embeddings import embed_papers
from paperpool.judging.pools import assemble_pools, make_pools
from paperpool.judging.replay import Replay
from paperpool.judging.stops import replay_stops
from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import Encoder, EncoderSettings

from ..made_collection import order_by_grade

RULES = BatchRules("feedback", 2, 0.5, 1, 0.5)


def embed(collection, tiny_bert, folder, separator="space"):
    words = [word for paper in collection.papers.values() for word in paper.abstract.split()]
    model = str(tiny_bert(words))
    settings = {"model": model, "precision": "float32", "separator": separator}
    return embed_papers(collection.papers, settings, folder, 1), model


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
    feeders = {"right": order_by_grade(collection, 1)}
    for (query, _), pool in make_pools(collection, feeders, 7, made).items():
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


def test_feedback_follows_the_embeddings_of_replays_and_of_stops(collection):
    """Embeddings as right as they can be: a paper's is its grades, over all of its pairs."""
    pairs = collection.pairs()
    graded = {pair: collection.judgments[pair].grades() for pair in pairs}
    of_paper = {
        paper: [graded[pair].get(paper, 3) for pair in pairs] for paper in collection.papers
    }
    known = {paper: np.array(grades, dtype=float) for paper, grades in of_paper.items()}
    feeders = {"wrong": order_by_grade(collection, -1)}
    rules = BatchRules("feedback", 2, 0.0, 2, 0.0)
    shares = []
    for embeddings in (known, None):
        pools = make_pools(collection, feeders, 7, embeddings)
        replay = Replay(collection, pools, feeders)
        needed = list(replay.need(replay.judge(order_by_feedback), pairs))
        stops = replay_stops(collection, feeders, rules, 0.95, 7, embeddings)
        shares.append((needed[0][1], stops.n_judged.tolist()))
    assert shares[0][0] < shares[1][0] and shares[0][1] != shares[1][1]


def test_the_key_of_a_batch_tells_the_encoders_settings(collection):
    pools = make_pools(collection, {"right": order_by_grade(collection, 1)}, 7)
    told = replace(RULES, encoder={"model": "m", "separator": "sep"})
    assert make_key(pools, told, 7) != make_key(pools, RULES, 7)
