"""Measures of rankings with holes: by hand, and as trec_eval has them of the same files."""

import numpy as np
import pytest
import pytrec_eval
from hypothesis import given
from hypothesis import strategies as st

from paperpool.evaluation.hole_measures import MEASURES, NOT_JUDGED, NOT_POOLED

OF_TREC_EVAL = {
    "map": "map",
    "bpref": "bpref",
    "infap": "infAP",
    "ndcg@20": "ndcg_cut_20",
}
CONDENSED = {"condensed_map": "map", "condensed_ndcg@20": "ndcg_cut_20"}


def write_files(folder, known, left):
    """Write a run and judgments in TREC's formats; ``left`` are grades of what is not ranked."""
    run = [f"q Q0 d{i} {i + 1} {len(known) - i} r" for i in range(len(known))]
    qrels = [f"q 0 d{i} {grade}" for i, grade in enumerate(known) if grade != NOT_POOLED]
    qrels += [f"q 0 u{i} {grade}" for i, grade in enumerate(left)]
    for name, lines in (("run", run), ("qrels", qrels)):
        (folder / name).write_text("".join(f"{line}\n" for line in lines))


def ask_trec_eval(folder, condensed=False):
    """Return trec_eval's figures of the two files; of a condensed run without what has no grade."""
    with (folder / "run").open() as run, (folder / "qrels").open() as qrels:
        ranked, judged = pytrec_eval.parse_run(run), pytrec_eval.parse_qrel(qrels)
    if condensed:
        ranked = {"q": {d: s for d, s in ranked["q"].items() if judged["q"].get(d, -1) >= 0}}
        judged = {"q": {d: grade for d, grade in judged["q"].items() if grade >= 0}}
    names = {*OF_TREC_EVAL.values()}
    evaluator = pytrec_eval.RelevanceEvaluator(judged, names, relevance_level=2)
    return evaluator.evaluate(ranked).get("q", dict.fromkeys(names, 0.0))


RANKED = st.lists(st.integers(NOT_POOLED, 3), min_size=1, max_size=60)


@given(RANKED, st.lists(st.integers(0, 3), min_size=1, max_size=20))
def test_measures_equal_trec_evals_on_the_same_files(tmp_path_factory, known, left):
    folder = tmp_path_factory.mktemp("trec", numbered=True)
    write_files(folder, known, left)
    ranked = np.array(known)
    judged = np.array([grade for grade in (*known, *left) if grade >= 0])
    theirs, condensed = ask_trec_eval(folder), ask_trec_eval(folder, condensed=True)
    for ours, name in OF_TREC_EVAL.items():
        assert MEASURES[ours](ranked, judged) == pytest.approx(theirs[name], abs=1e-9), ours
    for ours, name in CONDENSED.items():
        assert MEASURES[ours](ranked, judged) == pytest.approx(condensed[name], abs=1e-9), ours


def test_the_share_that_was_judged_is_told_at_three_depths():
    shares = [name for name in MEASURES if name.startswith("judged@")]
    assert shares == ["judged@10", "judged@20", "judged@100"]
    ranked = np.array([3, NOT_JUDGED, 0, *[NOT_POOLED] * 12, *[1] * 5])
    assert [MEASURES[name](ranked, ranked) for name in shares] == [2 / 10, 7 / 20, 7 / 20]


def test_by_hand():
    # relevant at ranks 2 and 5; ranks 1 and 4 are in no pool, 3 was not drawn, 6 is irrelevant
    ranked = np.array([NOT_POOLED, 3, NOT_JUDGED, NOT_POOLED, 2, 0])
    judged = np.array([3, 2, 2, 0, 1])
    assert MEASURES["judged@10"](ranked, judged) == 3 / 6
    assert MEASURES["map"](ranked, judged) == pytest.approx((1 / 2 + 2 / 5) / 3)
    assert MEASURES["condensed_map"](ranked, judged) == pytest.approx(2 / 3)
    # rank 2: 1/2, as none above is in the pool; rank 5: two of four in the pool, all relevant
    expected = (1 / 2 + (1 + 4 * (2 / 4) * 1) / 5) / 3
    assert MEASURES["infap"](ranked, judged) == pytest.approx(expected, abs=1e-4)
    nothing = np.array([], dtype=int)
    assert {name: m(nothing, judged) for name, m in MEASURES.items()} == dict.fromkeys(MEASURES, 0)
    assert MEASURES["infap"](ranked, np.array([0, 1])) == 0


def test_of_a_whole_pool_infap_is_average_precision():
    ranked = np.array([2, 0, 3, 1, 2])
    # all but the constant that trec_eval adds
    expected = MEASURES["map"](ranked, ranked)
    assert MEASURES["infap"](ranked, ranked) == pytest.approx(expected, abs=1e-4)


def test_inferred_from_a_random_half_is_right_in_the_mean():
    rng = np.random.default_rng(4)
    whole = rng.choice(4, 200, p=[0.6, 0.2, 0.12, 0.08])
    found = []
    for _ in range(300):
        known = np.where(rng.random(200) < 0.5, whole, NOT_JUDGED)
        found.append(MEASURES["infap"](known, known[known >= 0]))
    assert np.mean(found) == pytest.approx(MEASURES["map"](whole, whole), abs=0.01)
