"""Scores files: written, read, and checked against a benchmark."""

import json
import math

import pytest

from paperpool.collections.mdcr_benchmark import Pool
from paperpool.errors import UserError
from paperpool.evaluation.pair_scores import (
    LARGEST,
    check_scores,
    pair_keys,
    read_run_scores,
    read_scores,
    write_run_scores,
    write_scores,
)
from paperpool.evaluation.runs import rank_scores
from paperpool.evaluation.trec_measures import measure

BENCHMARK = {
    "Art": {"q1": Pool({"bm25": ["a", "t"], "true": ["t"]})},
    "Physics": {"q1": Pool({"true": ["t", "u"]}), "q2": Pool({"random": ["a"], "true": ["t"]})},
}
KEYS = ["q1_t", "q1_a", "q1_u", "q2_t", "q2_a"]
WHOLE = dict.fromkeys(KEYS, 1.0)


def check(scores, strict=True):
    return check_scores("mine", "mine.json", scores, pair_keys(BENCHMARK), strict)


def test_every_pair_has_one_key():
    assert pair_keys(BENCHMARK) == KEYS


def test_scores_are_written_sorted_and_read_back(tmp_path):
    path = tmp_path / "scores.json"
    write_scores({"b_c": 0.1, "a_b": 2}, path)
    assert path.read_text() == '{\n "a_b": 2.0,\n "b_c": 0.1\n}\n'
    assert read_scores("mine", path) == {"a_b": 2.0, "b_c": 0.1}


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('{"q1_t": 1', "Scores 'mine': Not valid JSON"),
        ('{"q1_t": 1, "q1_a": 2, "q1_t": 1}', "key 'q1_t' stands twice"),
        ("[1]", "Not a JSON object"),
    ],
)
def test_malformed_files_are_refused(tmp_path, text, what):
    path = tmp_path / "scores.json"
    path.write_text(text)
    with pytest.raises(UserError, match=what) as raised:
        read_scores("mine", path)
    assert raised.value.problems[0].where == str(path)


def test_whole_scores_pass_as_floats():
    assert check({**WHOLE, "q2_a": 3}) == ({**WHOLE, "q2_a": 3.0}, [])


def test_whatever_is_wrong_is_one_error_with_counts_and_ids():
    scores = {**WHOLE, "q1_x": 1.0, "q2_t": math.nan, "q2_a": "0.5"}
    del scores["q1_a"]
    with pytest.raises(UserError) as raised:
        check(scores)
    assert [p.what for p in raised.value.problems] == [
        "Scores 'mine': 1 pairs missing: q1_a.",
        "Scores 'mine': 1 pairs not in the benchmark: q1_x.",
        "Scores 'mine': 2 scores are no finite number of 32 bits: q2_t, q2_a.",
    ]


@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan, None, True, "1", [1], 1e39])
def test_a_score_must_be_a_finite_number(value):
    with pytest.raises(UserError, match="1 scores are no finite number of 32 bits: q1_a"):
        check({**WHOLE, "q1_a": value})


def test_a_caller_that_warns_goes_on_with_what_is_missing_ranked_last():
    scores = {"q1_t": -1e30, "q1_a": json.loads("NaN"), "q1_u": -3e38, "z": 1.0}
    checked, notes = check(scores, strict=False)
    assert list(checked) == KEYS and len(notes) == 3
    assert all(math.isfinite(score) for score in checked.values())
    ranked = {"q1": {c: checked[f"q1_{c}"] for c in "tau"}}
    assert measure(ranked, {"q1": ["a"]}, ["map"]).tolist() == [[pytest.approx(1 / 3)]]
    assert notes[0] == "Scores 'mine': 2 pairs missing: q2_t, q2_a."


@pytest.fixture
def run(small_benchmark):
    """A run with the same score for a pair in all topics of a paper."""
    return {
        pair: rank_scores((c, len(pair[0] + c) / (1 + i)) for i, c in enumerate(candidates))
        for pair in small_benchmark.pairs()
        if (candidates := small_benchmark.rankable(*pair))
    }


def test_a_runs_scores_are_read_back_as_the_run(small_benchmark, run, tmp_path):
    found = {}
    for split, pairs in small_benchmark.folds["all"].items():
        path = tmp_path / f"{split}.json"
        write_run_scores(run, small_benchmark, split, path)
        keys = {f"{query}_{c}" for query, field in pairs for c, _ in run[query, field]}
        assert list(json.loads(path.read_text())) == sorted(keys)
        found |= read_run_scores("mine", {split: path}, small_benchmark)
    assert found == run
    assert found["r", "Art"] == found["r", "Political Science"]


def test_a_file_of_another_split_or_with_a_pair_too_few_is_refused(small_benchmark, run, tmp_path):
    path = tmp_path / "scores.json"
    write_run_scores(run, small_benchmark, "val", path)
    with pytest.raises(UserError) as raised:
        read_run_scores("mine", {"test": path}, small_benchmark)
    [problem] = raised.value.problems
    assert problem.what == "Scores 'mine': none of its 5 pairs is in the benchmark."
    assert problem.where == str(path)
    assert problem.hint.startswith("Unknown are 'q_a', 'q_b', 'q_c'; known are 'r_a', 'r_b', 'r_c'")


def test_what_a_run_does_not_rank_is_lowest(small_benchmark, run, tmp_path):
    path = tmp_path / "scores.json"
    pair = ("s", "Art")
    ranking = run[pair]
    write_run_scores(run | {pair: ranking[:-1]}, small_benchmark, "test", path)
    found = read_run_scores("mine", {"test": path}, small_benchmark)
    assert found[pair][:-1] == ranking[:-1]
    assert found[pair][-1] == (ranking[-1][0], -LARGEST)
