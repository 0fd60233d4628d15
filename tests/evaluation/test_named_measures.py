"""Measures by ir_measures' names: values of trec_eval, missing topics, unknown names."""

import pytest
import pytrec_eval

from paperpool.collections.found import assemble
from paperpool.collections.readers.registry import make_reader
from paperpool.evaluation.checks import Checks
from paperpool.evaluation.named_measures import (
    DEFAULTS,
    find_measure_problems,
    measure_topics,
    parse_measures,
)
from paperpool.evaluation.open_collections import evaluate, measure_open_bias
from paperpool.evaluation.paired_draws import Paired, Resampling

from ..made.folders import GRADES, TOPICS, write_beir

RUN = {
    ("?1", ""): [("c", 3.0), ("b", 2.0), ("a", 1.0)],
    ("?2", ""): [("d", 1.0), ("e", 1.0), ("a", 0.5)],
}
"""The third topic is not ranked; two documents of the second have one score."""


@pytest.fixture
def judged(tmp_path):
    return assemble(make_reader(write_beir(tmp_path)).read(), "test", 1, 1000)


def test_values_are_worked_out_by_hand_and_a_missing_topic_scores_nothing(judged):
    values = measure_topics(RUN, judged, parse_measures(["AP", "RR", "P@2", "R@1"], 1))
    assert values.tolist() == [
        [pytest.approx((1 + 2 / 3) / 2), 1.0, 0.5, 0.5],
        [1.0, 1.0, 1.0, 0.5],  # both are relevant; trec_eval puts e before d
        [0.0, 0.0, 0.0, 0.0],
    ]


def test_they_are_trec_evals(judged):
    names = judged.topic_names()
    run = {names[pair]: dict(ranking) for pair, ranking in RUN.items()}
    theirs = pytrec_eval.RelevanceEvaluator(GRADES, {"map", "ndcg_cut.2", "bpref"}).evaluate(run)
    ours = measure_topics(RUN, judged, parse_measures(["AP", "nDCG@2", "Bpref"], 1))
    for row, topic in zip(ours, ("1", "2"), strict=False):
        found = [theirs[topic][name] for name in ("map", "ndcg_cut_2", "bpref")]
        assert row.tolist() == pytest.approx(found, abs=1e-12)


def test_what_is_relevant_is_asked_where_a_name_says_nothing(judged):
    two, named = parse_measures(["AP", "nDCG@10"], 2), parse_measures(["AP(rel=1)"], 2)
    assert [str(measure) for measure in two] == ["AP(rel=2)", "nDCG@10"]
    assert named[0].params["rel"] == 1
    assert measure_topics(RUN, judged, two)[:, 0].tolist() == [pytest.approx(1 / 3), 1.0, 0.0]
    assert [str(measure) for measure in parse_measures(None, 1)] == list(DEFAULTS)


@pytest.mark.parametrize(
    ("name", "guess"),
    [
        ("ndcg_cut_10", "nDCG@10"),
        ("map", "AP"),
        ("ndcg@10", "nDCG@10"),
        ("mrr@10", "RR@10"),
        ("precision@5", "P@5"),
        ("AP@x", "AP"),
        ("R", "R@10"),
        ("p", "P@10"),
        ("P@5@6", "P@10"),
    ],
)
def test_what_others_call_a_measure_is_guessed(name, guess):
    [problem] = find_measure_problems([name], "here")
    assert f"Did you mean {guess}?" in problem.hint


def test_names_that_are_none_are_told_with_what_is_near():
    told = list(find_measure_problems(["AP", "nDGC@10", "AP@x", "P@5", "RBP(p=0.8)"], "here"))
    assert [problem.where for problem in told] == ["here.1", "here.2", "here.4"]
    assert "Did you mean nDCG@10?" in told[0].hint
    assert told[2].what == "No installed package measures RBP(p=0.8)."


def test_tables_have_every_ranker_and_its_tests(judged):
    worse = {pair: ranking[::-1] for pair, ranking in RUN.items()}
    worse = {pair: [(i, float(-n)) for n, (i, _) in enumerate(r)] for pair, r in worse.items()}
    quick = Resampling(seed=1, n_bootstrap=50, n_permutations=50)
    runs, paired = {"a": RUN, "b": worse}, Paired(["a"], quick)
    made = evaluate("theirs", judged, runs, Checks({}), ["AP"], None, paired)
    row = made.metrics.set_index("ranker").loc["a"]
    assert row[["benchmark", "protocol", "split", "slice"]].tolist() == [
        *("theirs", "trec_eval", "test", "all")
    ]
    assert row["value"] == pytest.approx((5 / 6 + 1 + 0) / 3) and row["n_queries"] == 3
    assert sorted(set(made.per_query["query_id"])) == sorted(TOPICS)
    [test] = made.significance.to_dict("records")
    assert (test["ranker"], test["baseline"]) == ("b", "a") and test["difference"] < 0


def test_pool_bias_tells_a_share_that_is_far_from_the_baselines(judged):
    shares = {"a": {"1": 0.9, "2": 0.7}, "b": {"1": 0.5}}
    rows = measure_open_bias(judged, {"a": RUN, "b": RUN}, shares, "a")
    assert [row.judged for row in rows] == [pytest.approx(0.8), 0.5]
    assert rows[0].warning == "" and rows[0].n_queries == 3
    assert rows[1].warning == (
        "50.0% of its first 20 candidates were judged. Of a's, 80.0% were judged: the two are not "
        "scored alike; what nobody judged counts as not relevant."
    )
    assert measure_open_bias(judged, {"b": RUN}, shares, None)[0].warning == ""


def test_measures_that_tell_holes_can_be_named():
    names = ["Judged@10", "Bpref", "infAP", "AP(judged_only=True)"]
    assert list(find_measure_problems(names, "measures")) == []
    assert [measure.params.get("rel") for measure in parse_measures(names, 2)] == [None, 2, 2, 2]


def test_a_measure_under_two_names_is_there_once():
    assert list(map(str, parse_measures(["AP", "nDCG@10", "MAP"], 1))) == ["AP", "nDCG@10"]
    assert list(map(str, parse_measures(["P@5", "P(rel=2)@5"], 2))) == ["P(rel=2)@5"]


def test_a_measure_without_a_setting_that_it_needs_says_which():
    for name, setting in (("P", "cutoff"), ("R(rel=2)", "cutoff"), ("INST", "max_rel")):
        [problem] = find_measure_problems([name], "measures")
        assert problem.what == f"{name!r} is no measure (it needs a {setting})."
        assert f"Did you mean {name}?" not in problem.hint


@pytest.mark.parametrize("relevant", [0.5, 1])
def test_measures_of_relevance_alone_count_decimal_grades_from_their_level_on(tmp_path, relevant):
    grades = {"a": 1.5, "b": 0.25, "c": -1, "d": 0.5, "e": 2}
    documents = {name: ("", f"Tree {name}.") for name in "abcdef"}
    settings = write_beir(tmp_path, documents, {"1": "x"}, {"1": grades})
    collection = assemble(make_reader(settings).read(), "test", relevant, 1000)
    scores = {name: 9.0 - place for place, name in enumerate("fcebad")}
    run = {("?1", ""): list(scores.items())}
    for name, title, level in (
        ("Bpref", "bpref", relevant),
        ("Bpref(rel=2)", "bpref", 2),
        ("Rprec", "Rprec", relevant),
        ("Rprec(rel=2)", "Rprec", 2),
        ("infAP(rel=2)", "infAP", 2),
    ):
        # trec_eval takes grades below 0 for unjudged
        binary = {name: -1 if grade < 0 else int(grade >= level) for name, grade in grades.items()}
        theirs = pytrec_eval.RelevanceEvaluator({"1": binary}, {title}).evaluate({"1": scores})
        ours = measure_topics(run, collection, parse_measures([name], relevant))
        assert ours.tolist() == [[pytest.approx(theirs["1"][title], abs=1e-12)]]


@pytest.mark.parametrize("name", ["P", "AP(rel=1.5)", "nDCG(foo=1)", "SetF(beta='x')"])
def test_a_measure_with_other_settings_than_it_has_is_a_problem(name):
    [problem] = find_measure_problems([name], "measures")
    assert problem.what.startswith(f"{name!r} is no measure (")
