"""How much of a run's first 20 was judged."""

import ir_measures
import pytest
from ir_measures import Judged

from paperpool.collections.collection import Collection, Judgments, pair_name
from paperpool.collections.csfcube_release import read_collection
from paperpool.evaluation.foreign_runs import read_foreign_run
from paperpool.evaluation.judged_share import judged_shares
from paperpool.rankers.bm25 import rank_by_okapi

JUDGED = tuple(f"c{i:02}" for i in range(40))


@pytest.fixture
def share():
    """Return a function: the share of one ranking, c00 to c39 and the query q being judged."""
    judgments = {("q", "method"): Judgments((*JUDGED, "q"), (0,) * 41, {})}

    def find(*candidates):
        run = {("q", "method"): [(c, 0.0) for c in candidates], ("x", "method"): [("c00", 0.0)]}
        return judged_shares(run, Collection({}, {}, judgments, {}))

    return find


@pytest.mark.parametrize(
    ("candidates", "expected"),
    [
        (JUDGED, 1.0),
        (("n1", "n2", "n3", *JUDGED), 17 / 20),
        ((*JUDGED[:20], "n1", "n2"), 1.0),
        (("n1", "c00", "c01"), 2 / 3),  # fewer than 20
        (("n1", "n1", "c00", "n1", "c00"), 1 / 2),  # each counts once
        (("q", *JUDGED[:19], "n1"), 19 / 20),  # the query itself does not count
        ((*JUDGED[:5], *JUDGED[:5], "n1", *JUDGED[5:30]), 19 / 20),
        (("n1",), 0.0),
    ],
)
def test_shares_by_hand(share, candidates, expected):
    assert share(*candidates) == {"q_method": pytest.approx(expected, abs=1e-15)}


@pytest.mark.parametrize("candidates", [(), ("q",)])
def test_a_pair_for_which_nothing_is_ranked_has_no_share(share, candidates):
    assert share(*candidates) == {}


def test_shares_equal_ir_measures_on_the_released_rankings(real_data):
    folder = real_data("csfcube")
    released = read_collection(folder)
    path = f"{folder}/ranked_pools/test-pid2pool-csfcube-specter-{{facet}}-ranked.json"
    run = read_foreign_run("specter", path)
    for i, ranking in enumerate(run.values()):  # unjudged ids at known ranks, more in each run
        for rank in range(i % 20):
            ranking.insert(2 * rank, (f"new{rank}", 0.0))
    qrels = [
        ir_measures.Qrel(pair_name(*pair), c, grade)
        for pair, judgments in released.judgments.items()
        for c, grade in judgments.grades().items()
    ]
    docs = [
        ir_measures.ScoredDoc(pair_name(*pair), c, float(-rank))
        for pair, ranking in run.items()
        for rank, (c, _) in enumerate(ranking)
    ]
    reference = {m.query_id: m.value for m in ir_measures.iter_calc([Judged @ 20], qrels, docs)}
    shares = judged_shares(run, released)
    assert len(shares) == 50 and len(set(shares.values())) > 5
    assert shares == pytest.approx(reference)


def test_our_own_rankers_rank_what_was_judged(collection):
    shares = judged_shares(rank_by_okapi(collection), collection)
    assert set(shares.values()) == {1.0} and len(shares) == len(collection.pairs())
