"""Other people's collections replayed: of which kind they are, their pools, and their figures."""

import ir_measures
import numpy as np
import pytest

from paperpool.collections.collection import Collection, Judgments
from paperpool.collections.papers import PlainPaper, Question
from paperpool.errors import UserError
from paperpool.evaluation.graded_measures import graded_measures
from paperpool.judging import open_pools
from paperpool.judging.document_space import SearchedPool
from paperpool.judging.judged_kind import MOSTLY_RELEVANT, count_asked, list_asked, tell_kind
from paperpool.judging.open_pools import can_learn, can_replay, make_open_pools
from paperpool.judging.pools import assemble_pools, weigh_words
from paperpool.judging.replay import ORDERS, Replay, replay_orders
from paperpool.judging.replay_plan import next_growing, plan_open

WORDS = "wing flow shock heat layer plate jet drag lift wave"


def make_open(grades, n=30, relevant=1, **changes):
    """Return a collection of ``n`` documents and a topic for each of ``grades``, by document.

    The topic t<k> and the documents whose number leaves k have two words in common.
    """
    words = WORDS.split()
    rng = np.random.default_rng(3)
    papers = {}
    for i in range(n):
        text = [words[i % len(grades)]] * 2 + list(rng.choice(words, 4))
        papers[f"d{i:02}"] = PlainPaper(f"d{i:02}", f"On {text[0]}", " ".join(text))
    topics = [(f"t{k}", "") for k in range(len(grades))]
    for k, (topic, _) in enumerate(topics):
        papers[topic] = Question(topic, "", f"{words[k]} {words[k + 1]}")
    judgments = {
        pair: Judgments(tuple(of), tuple(of.values()), {})
        for pair, of in zip(topics, grades, strict=True)
    }
    settings = {
        "is_open": True,
        "depth": 1000,
        "faceted": False,
        "relevant": relevant,
        "questions": frozenset(topic for topic, _ in topics),
        "names": {pair: pair[0] for pair in topics},
    }
    return Collection(papers, {}, judgments, {"all": {"test": topics}}, **settings | changes)


def of_topic(k, n=30, grade=1):
    """Return the grades of the documents that have the topic's word."""
    return {f"d{i:02}": grade for i in range(n) if i % 3 == k and i % 2 == 0}


@pytest.fixture
def throughout():
    return make_open([of_topic(k) for k in range(3)])


def rank_all(collection, seed):
    """Return a run at random."""
    rng = np.random.default_rng(seed)
    return {
        pair: [(collection.documents[i], -float(p)) for p, i in enumerate(rng.permutation(30))]
        for pair in collection.pairs()
    }


def embed(collection):
    rng = np.random.default_rng(5)
    return {paper: rng.normal(size=4) for paper in sorted(collection.papers)}


def test_the_share_of_relevant_judgments_tells_the_kind(throughout):
    kind = tell_kind(throughout)
    assert (kind.n_judged, kind.n_relevant, kind.is_throughout) == (15, 15, True)
    just = make_open([{"d00": 1, "d01": 1, "d02": 1, "d03": 0}])
    assert tell_kind(just).share == MOSTLY_RELEVANT and tell_kind(just).is_throughout
    pooled = make_open([{"d00": 1, "d01": 0}, {"d02": 2}])
    assert not tell_kind(pooled).is_throughout
    assert not tell_kind(make_open([{"d00": 1, "d01": 1, "d02": 2}], relevant=2)).is_throughout
    assert not tell_kind(make_open([{}])).is_throughout


def test_a_pool_is_what_was_judged_or_everything(throughout):
    all_of_it = list_asked(throughout, tell_kind(throughout))
    assert all_of_it["t0", ""] == throughout.documents and len(throughout.documents) == 30
    pooled = make_open([{"d09": 1, "d01": 0, "gone": 1}, {"d02": 0}])
    assert list_asked(pooled, tell_kind(pooled)) == {
        ("t0", ""): ["d01", "d09"],
        ("t1", ""): ["d02"],
    }
    listed = make_open([{"d09": 1}], candidates={("t0", ""): ["d09", "d03"]})
    assert list_asked(listed, tell_kind(listed)) == {("t0", ""): ["d03", "d09"]}


@pytest.mark.parametrize("has_embeddings", [False, True])
@pytest.mark.parametrize("n_odd", [0, 1, 7, 29])
def test_documents_taken_apart_once_give_each_pools_own_regression(
    throughout, has_embeddings, n_odd
):
    embeddings = embed(throughout) if has_embeddings else None
    kind = tell_kind(throughout)
    feeders = {"a": rank_all(throughout, 1)}
    pools = make_open_pools("x", throughout, kind, feeders, 13, embeddings)
    texts = {paper: throughout.document_text(paper) for paper in throughout.papers}
    rankings = {pair: [feeders["a"][pair]] for pair in throughout.pairs()}
    asked = list_asked(throughout, kind)
    own = assemble_pools(asked, texts, rankings, 13, embeddings)
    rng = np.random.default_rng(n_odd)
    for pair, pool in pools.items():
        assert isinstance(pool, SearchedPool) and pool.seed == own[pair].seed
        assert np.array_equal(pool.ranks, own[pair].ranks)
        target, penalty = rng.choice([-1.0, 1.0], 31), np.full(31, 0.7)
        penalty[rng.choice(31, n_odd, replace=False)] = rng.uniform(0.1, 9, n_odd)
        fitted = pool.fit(target, penalty)
        assert np.allclose(fitted, own[pair].fit(target, penalty), atol=1e-10)
        assert not np.allclose(fitted, target)
        place = pool.candidates.index("d06")
        known = {place: True, 1: False, 2: False}
        for order in ORDERS.values():
            assert order(pool, known, 30) == order(own[pair], known, 30)


def test_a_query_that_is_a_document_is_no_part_of_its_regression(throughout):
    pairs = {("d00", ""): throughout.judgments["t0", ""], **throughout.judgments}
    asking = make_open([of_topic(k) for k in range(3)])
    names = {pair: pair[0] for pair in pairs}
    asking = Collection(**vars(asking) | {"judgments": pairs, "names": names})
    kind = tell_kind(asking)
    pools = make_open_pools("x", asking, kind, {}, 13)
    texts = {paper: asking.document_text(paper) for paper in asking.papers}
    asked = list_asked(asking, kind)
    own = assemble_pools(asked, texts, {pair: [] for pair in asked}, 13)
    pool = pools["d00", ""]
    assert pool.size == 29 and "d00" not in pool.candidates
    target, penalty = np.where(np.arange(30) < 4, 1.0, -1.0), np.linspace(0.5, 2, 30).round(1)
    assert np.allclose(pool.fit(target, penalty), own["d00", ""].fit(target, penalty), atol=1e-10)


def test_every_order_finds_all_and_feedback_needs_less_than_chance(throughout):
    runs = {str(seed): rank_all(throughout, seed) for seed in range(4)}
    kind = tell_kind(throughout)
    pools = make_open_pools("x", throughout, kind, {"0": runs["0"]}, 13)
    replay = Replay(throughout, pools, runs, plan_open(1, True, learns=True))
    tables = replay_orders(replay, 1, 50, 0.9, 13)
    found, tau, needed = (tables[name] for name in ("found", "tau", "needed"))
    assert set(found["order"]) == {*ORDERS} and set(found.slice) == {"all"}
    assert (found[found.share == 1].recall == 1).all() and (found.n_relevant == 15).all()
    assert found.share.min() == 0.005 and tables["settings"].empty
    assert set(tau.metric) == {"AP", "nDCG@10"} and (tau[tau.share == 1].tau == 1).all()
    share = needed[needed.recall == 0.9].set_index("order").share
    assert share["feedback"] <= 0.6 < 0.75 < share["drawn"]
    again = replay_orders(replay, 1, 50, 0.9, 13)
    assert all(again[name].equals(table) for name, table in tables.items())


def test_runs_are_scored_whole_as_trec_eval_does():
    grades = [{"d00": 3, "d03": 0, "d09": 1, "d12": -1}, {"d01": 2, "d04": 1, "d07": 0}]
    collection = make_open(grades, relevant=2)
    kind = tell_kind(collection)
    assert not kind.is_throughout
    runs = {str(seed): rank_all(collection, seed) for seed in range(3)}
    pools = make_open_pools("x", collection, kind, {"0": runs["0"]}, 13)
    replay = Replay(collection, pools, runs, plan_open(2, False, learns=True))
    values = replay.score(replay.judge(ORDERS["drawn"]), 1.0)
    measures = [ir_measures.parse_measure(name) for name in ("AP(rel=2)", "nDCG@10")]
    names = collection.topic_names()
    qrels = {names[pair]: collection.judgments[pair].grades() for pair in collection.pairs()}
    for row, run in enumerate(runs.values()):
        scores = {names[pair]: dict(ranking) for pair, ranking in run.items()}
        theirs = {
            (str(m.measure), m.query_id): m.value
            for m in ir_measures.iter_calc(measures, qrels, scores)
        }
        for column, pair in enumerate(collection.pairs()):
            for layer, measure in enumerate(measures):
                assert values[layer, row, column] == pytest.approx(
                    theirs[str(measure), names[pair]], abs=1e-9
                )
    nothing = np.zeros(5, dtype=int)
    assert [m(nothing, nothing) for m in graded_measures(1).values()] == [0, 0]


def test_batches_grow_by_a_tenth():
    assert [next_growing(1400, n) for n in (0, 10, 21, 1000)] == [10, 11, 12, 110]


def test_too_many_documents_are_not_learned_from_and_too_many_pairs_not_replayed(
    throughout, monkeypatch
):
    kind = tell_kind(throughout)
    assert can_learn(throughout, kind)
    monkeypatch.setattr(open_pools, "MOST_DOCUMENTS", 29)
    assert not can_learn(throughout, kind)
    runs = {"0": rank_all(throughout, 0), "1": rank_all(throughout, 1)}
    pools = make_open_pools("x", throughout, kind, runs, 13)
    replay = Replay(throughout, pools, runs, plan_open(1, True, learns=False))
    names = [name for name, _ in replay.judge_all()]
    assert names == ["drawn", "depth", "mtf", "maxmean"]
    with pytest.raises(ValueError, match="not compared"):
        ORDERS["feedback"](pools["t0", ""], {0: True}, 3)
    pooled = make_open([{"d00": 1, "d01": 0}])
    monkeypatch.setattr(open_pools, "MOST_COMPARED", 3)
    assert not can_learn(pooled, tell_kind(pooled))
    gone = make_open([{"gone": 0}])
    with pytest.raises(UserError, match="nothing to replay"):
        make_open_pools("x", gone, tell_kind(gone), runs, 13)
    assert can_replay(throughout, kind) and count_asked(throughout, kind) == 90
    monkeypatch.setattr(open_pools, "MOST_ASKED", 89)
    assert not can_replay(throughout, kind)


def test_texts_that_share_no_word_have_one_term_that_none_has():
    words = weigh_words({"a": "one", "b": "two"})
    assert words.shape == (2, 1) and words.nnz == 0
