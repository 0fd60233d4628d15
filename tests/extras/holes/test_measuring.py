"""Rankings of a whole corpus beside judged pools: known grades, and the table."""

from dataclasses import replace

import numpy as np
import pytest
import pytrec_eval
from hypothesis import given
from hypothesis import strategies as st

from paperpool.evaluation.paired_draws import Resampling
from paperpool.extras.holes.measuring import (
    COLUMNS,
    MEASURES,
    NOT_JUDGED,
    NOT_POOLED,
    grade_ranking,
    list_unjudged,
    measure_holes,
)
from paperpool.workflow.annotation.unjudged_pairs import UNJUDGED_COLUMNS, WEIGHED
from tests.made.claims import make_claims
from tests.made.collection import order_by_grade

QUICK = Resampling(seed=1, n_bootstrap=100, n_permutations=10)


def test_what_is_known_of_a_ranking():
    grades, same = {"a": 3, "b": 0}, {"a": "twin", "a2": "twin", "x": "y", "y": "y"}
    ranked = ["q", "a2", "x", "u", "a", "b", "b", "new"]
    known = grade_ranking(ranked, "q", grades, {"u"}, same)
    # a2 is a under another id; a and the second b are repeated, q asks
    assert known.tolist() == [3, NOT_POOLED, NOT_JUDGED, 0, NOT_POOLED]
    assert grade_ranking([], "q", grades, set(), {}).tolist() == []


def test_strangers_in_a_ranking_are_holes_and_take_nothing_from_condensed_lists(collection):
    right = order_by_grade(collection, 1)
    ranked = {pair: [c for c, _ in ranking] for pair, ranking in right.items()}
    with_holes = {
        pair: [x for i, c in enumerate(ids) for x in (f"new{i}", c)] for pair, ids in ranked.items()
    }
    table = measure_holes(collection, {"right": ranked, "holes": with_holes, "none": {}}, {}, QUICK)
    assert list(table) == COLUMNS and set(table.metric) == set(MEASURES)
    values = table.query("slice == 'all'").set_index(["ranker", "metric"]).value
    for name in ("condensed_map", "bpref", "condensed_ndcg@20", "judged@10"):
        assert values["right", name] == pytest.approx(1), name
    assert values["holes", "judged@10"] == pytest.approx(0.5)
    for name in ("condensed_map", "bpref", "condensed_ndcg@20"):
        assert values["holes", name] == pytest.approx(values["right", name]), name
    assert values["holes", "map"] == pytest.approx(0.5)
    assert (values["none"] == 0).all()
    assert (table.ci_low <= table.value + 1e-12).all()
    assert table.groupby("slice").n_queries.first().to_dict() == {
        "background": 4, "method": 4, "result": 4, "all": 12,
    }  # fmt: skip


def test_a_pool_id_that_nobody_judged_counts_as_not_drawn(collection):
    pair = collection.pairs()[0]
    [unjudged] = collection.unjudged(*pair)
    grades = collection.judgments[pair].grades()
    known = grade_ranking([unjudged, *grades], pair[0], grades, {unjudged}, {})
    assert known[0] == NOT_JUDGED and (known[1:] == np.array(list(grades.values()))).all()


def test_what_nobody_judged_is_listed_by_its_weight_in_the_rankings(collection):
    first, second = collection.pairs()[:2]
    [pooled] = collection.unjudged(*first)
    judged = list(collection.judgments[first].grades())
    rankings = {
        "one": {first: ["new", judged[0], pooled], second: ["new"]},
        "two": {first: [first[0], "new", *["other"] * 3, *map(str, range(30))]},
    }
    table = list_unjudged(collection, rankings, {"other": "a paper", judged[0]: "a paper"})
    assert list(table) == UNJUDGED_COLUMNS
    heaviest = table.iloc[0]
    assert (heaviest.query_id, heaviest.facet, heaviest.candidate_id) == (*first, "new")
    assert heaviest.weight == pytest.approx(1 + 1)  # the query stands in no rank
    assert (heaviest.best_rank, heaviest.rankers, heaviest.in_pool) == (1, "one;two", False)
    rows = table.set_index(["query_id", "facet", "candidate_id"])
    assert rows.weight[(*second, "new")] == pytest.approx(1)
    assert rows.weight[(*first, pooled)] == pytest.approx(1 / np.log2(4))
    assert rows.in_pool[(*first, pooled)] and not rows.in_pool[(*first, "0")]
    # "other" has a grade by its twin; of the second ranking 20 ranks are looked at, two of them
    # taken by what is in the first or judged
    assert "other" not in set(table.candidate_id)
    assert len(table) == 3 + WEIGHED - 2
    assert table.weight.is_monotonic_decreasing


def test_a_paper_under_two_ids_is_listed_once(collection):
    pair = collection.pairs()[0]
    [pooled] = collection.unjudged(*pair)
    same = {"one": "one", "two": "one", pooled: pooled, "pooled too": pooled}
    same |= {"q2": "q2", "q2 too": "q2"}  # a paper of the collection
    rankings = {
        "a": {pair: ["one", "x", "two", "q2 too"]},
        "b": {pair: ["two", "pooled too", "q2"]},
    }
    table = list_unjudged(collection, rankings, same).set_index("candidate_id")
    assert list(table.index) == ["one", "q2", pooled, "x"]
    assert table.rankers["q2"] == "a;b"
    assert table.rankers["one"] == "a;b" and table.weight["one"] == pytest.approx(2)
    assert table.in_pool[pooled] and not table.in_pool["one"]
    known = grade_ranking(["one", "two", "pooled too"], pair[0], {}, {pooled}, same)
    assert known.tolist() == [NOT_POOLED, NOT_JUDGED]


def test_of_a_papers_known_ids_the_first_judged_one_stands_then_the_first_of_the_pool(
    collection, monkeypatch
):
    same = dict.fromkeys("abcdx", "twins")
    assert grade_ranking(["x"], "q", {"b": 0, "c": 3}, {"a", "d"}, same).tolist() == [0]
    pair = collection.pairs()[0]
    monkeypatch.setattr(type(collection), "unjudged", lambda self, *pair: {"u1", "u2"})
    same = {"u1": "pooled", "u2": "pooled", "new": "pooled"}  # then papers of the collection
    same |= {"q2": "asking", "q3": "asking", "other": "asking"}
    table = list_unjudged(collection, {"a": {pair: ["new", "other"]}}, same)
    assert table.candidate_id.tolist() == ["u1", "q2"]


def test_the_query_under_another_id_is_no_candidate(collection):
    pair = collection.pairs()[0]
    same = {pair[0]: "twins", "0": "twins"}
    table = list_unjudged(collection, {"a": {pair: ["0", "x"]}}, same)
    assert table.candidate_id.tolist() == ["x"]


def test_where_all_is_judged_nothing_is_listed(collection):
    rankings = {"all": {pair: list(collection.rankable(*pair)) for pair in collection.pairs()}}
    table = list_unjudged(collection, rankings, {})
    assert list(table) == UNJUDGED_COLUMNS and table.empty


OF_TREC_EVAL = {"map": "map", "bpref": "bpref", "infap": "infAP", "ndcg@20": "ndcg_cut_20"}
CONDENSED = {"condensed_map": "map", "condensed_ndcg@20": "ndcg_cut_20"}


def write_files(folder, known, left):
    """Write a run and judgments in TREC's formats; ``left`` are grades of unranked candidates."""
    run = [f"q Q0 d{i} {i + 1} {len(known) - i} r" for i in range(len(known))]
    qrels = [f"q 0 d{i} {grade}" for i, grade in enumerate(known) if grade != NOT_POOLED]
    qrels += [f"q 0 u{i} {grade}" for i, grade in enumerate(left)]
    for name, lines in (("run", run), ("qrels", qrels)):
        (folder / name).write_text("".join(f"{line}\n" for line in lines))


def ask_trec_eval(folder, condensed=False):
    """Return trec_eval's scores; for a condensed run without ungraded candidates."""
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
        assert MEASURES[ours](ranked, judged, 2) == pytest.approx(theirs[name], abs=1e-9), ours
    for ours, name in CONDENSED.items():
        assert MEASURES[ours](ranked, judged, 2) == pytest.approx(condensed[name], abs=1e-9), ours


def test_the_share_that_was_judged_is_told_at_three_depths():
    shares = [name for name in MEASURES if name.startswith("judged@")]
    assert shares == ["judged@10", "judged@20", "judged@100"]
    ranked = np.array([3, NOT_JUDGED, 0, *[NOT_POOLED] * 12, *[1] * 5])
    assert [MEASURES[name](ranked, ranked, 2) for name in shares] == [2 / 10, 7 / 20, 7 / 20]


def test_an_empty_ranking_scores_zero():
    nothing, judged = np.array([], dtype=int), np.array([3, 2, 0])
    assert {m(nothing, judged, 2) for m in MEASURES.values()} == {0}


def test_gains_that_are_no_whole_numbers_count_as_they_are():
    claims = make_claims()
    levels = [replace(claims.scheme.grades[0]), replace(claims.scheme.grades[1], gain=0.5)]
    halved = replace(claims, scheme=replace(claims.scheme, grades=tuple(levels)))
    ranked = {pair: [c for c, _ in of] for pair, of in order_by_grade(claims, 1).items()}
    table = measure_holes(halved, {"right": ranked}, {}, QUICK)
    assert (
        table.value.tolist() == measure_holes(claims, {"right": ranked}, {}, QUICK).value.tolist()
    )


def test_of_another_scheme_its_slices_and_its_relevant_grade_count():
    claims = make_claims()
    ranked = {pair: [c for c, _ in of] for pair, of in order_by_grade(claims, 1).items()}
    table = measure_holes(claims, {"right": ranked}, {}, QUICK)
    assert list(dict.fromkeys(table.slice)) == ["claim", "evidence", "all"]
    assert (table.query("metric in ['map', 'bpref']").value > 0.999).all()
