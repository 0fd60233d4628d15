"""Expectations over the orders of equal scores, against an enumeration of all orders."""

from itertools import groupby, permutations, product
from statistics import fmean

import numpy as np
import pytest

import paperpool as pp
from paperpool.collections.collection import Judgments, OpenPapers
from paperpool.evaluation.checks import Checks
from paperpool.evaluation.named_measures import measure_topics, parse_measures
from paperpool.evaluation.open_collections import evaluate
from paperpool.evaluation.paired_draws import Paired, Resampling
from paperpool.evaluation.tied_orders import expect_topics, order_scores

NAMES = ["P@1", "P@4", "R@3", "AP", "AP@4", "nDCG", "nDCG@3", "RR", "RR@2"]


def make_topic(grades, relevant=1):
    """Return a collection with one topic, its documents' grades by their ids."""
    judged = Judgments(tuple(grades), tuple(grades.values()), {})
    pair = ("?q", "")
    folds = {"all": {"test": [pair]}}
    return OpenPapers({}, {}, {pair: judged}, folds, relevant=relevant, names={pair: "q"})


def enumerate_orders(ranking):
    """Yield every order of a ranking's documents, in which equal scores stand in any order."""
    groups = groupby(order_scores(ranking), key=lambda entry: np.float32(entry[1]))
    tied = [[document for document, _ in group] for _, group in groups]
    for orders in product(*(list(permutations(group)) for group in tied)):
        yield [document for order in orders for document in order]


@pytest.mark.parametrize("seed", range(12))
def test_an_expectation_is_the_mean_over_all_orders(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(3, 8))
    grades = {f"d{i}": int(rng.integers(0, 3)) for i in range(n + 2)}
    if seed % 2:
        grades = {i: grade * 0.64 for i, grade in grades.items()}
    collection = make_topic(grades)
    ranking = [(f"d{i}", float(rng.integers(0, 3))) for i in range(n)] + [("unjudged", 1.0)]
    measures = parse_measures(NAMES, 1)
    expected = expect_topics({("?q", ""): ranking}, collection, measures)[0]
    listed = []
    for order in enumerate_orders(ranking):
        run = {("?q", ""): [(d, -float(rank)) for rank, d in enumerate(order)]}
        listed.append(measure_topics(run, collection, measures)[0])
    assert expected == pytest.approx(np.mean(listed, axis=0), abs=1e-12)


def test_without_ties_whole_grades_have_ir_measures_values():
    rng = np.random.default_rng(3)
    grades = {f"d{i:02}": int(rng.integers(0, 4)) for i in range(30)}
    collection = make_topic(grades, relevant=2)
    run = {("?q", ""): [(i, float(rng.random())) for i in list(grades)[:20]]}
    measures = parse_measures(NAMES, 2)
    ours = expect_topics(run, collection, measures, tied=False)
    assert ours == pytest.approx(measure_topics(run, collection, measures), abs=1e-12)


def test_a_run_with_equal_scores_is_told():
    collection = make_topic({"a": 0, "b": 1, "c": 0})
    runs = {"same": {("?q", ""): [(i, 1.0) for i in "abc"]}}
    paired = Paired([], Resampling(0, 50, 50))
    evaluation = evaluate("mine", collection, runs, Checks({}, outside=[]), ["RR"], None, paired)
    [row] = evaluation.others["ties"].itertuples(index=False)
    assert row == ("same", "RR", 0.5, pytest.approx(fmean([1, 1 / 2, 1 / 3])))
    assert "RR is 50.00 as trec_eval orders equal scores, 61.11 over" in evaluation.notes[0]


@pytest.fixture(scope="module")
def doris(real_data):
    """DORIS-MAE and its released runs."""
    folder = real_data("doris-mae")
    return folder, pp.collection("doris-mae", folder)


def test_released_runs_of_fractional_grades(doris, caplog):
    folder, collection = doris
    runs = {file.stem: file for file in sorted((folder / "runs").glob("*.trec"))}
    scores = pp.evaluate(collection, runs, measures=["nDCG@10", "AP"], checks="warn")
    assert len(runs) == 17
    told = [one for one in caplog.messages if "1 candidates missing" in one]
    assert len(told) == 13
    assert len({one.partition("candidates missing: ")[2].partition(".")[0] for one in told}) == 1
    values = scores[scores["measure"] == "nDCG@10"].set_index("run")["value"]
    grades = {pair: of.grades() for pair, of in collection.data.judgments.items()}
    for name, file in runs.items():
        run = pp.read_run(file, collection).rankings
        plain = [measure_plainly(run[pair], grades[pair]) for pair in grades]
        assert values[name] == pytest.approx(fmean(plain), abs=1e-12)
    shown = {
        "rocketqa-paragraph-sentence": 71.5,
        "ada-paragraphs": 71.5,
        "ts_aspire-paragraphs": 70.5,
        "bm25-paragraphs": 55.3,
        "scibert-paragraphs": 48.6,
    }
    assert {name: round(100 * values[name], 1) for name in shown} == shown


def measure_plainly(ranking, grades):
    """Return nDCG@10 with linear gain."""
    discounts = 1 / np.log2(np.arange(2, 12))
    gains = [grades.get(document, 0) for document, _ in ranking[:10]]
    best = sorted(grades.values(), reverse=True)[:10]
    return float(np.dot(gains, discounts[: len(gains)]) / np.dot(best, discounts[: len(best)]))


def test_measures_of_whole_grades_are_refused_for_decimals(doris):
    _, collection = doris
    runs = {"same": lambda topic, papers: range(len(papers))}
    with pytest.raises(pp.errors.UserError, match="ERR@10 is not defined for decimal"):
        pp.evaluate(collection, runs, measures=["ERR@10"])
    scores = pp.evaluate(collection, runs, measures=["Bpref", "Judged@10", "AP(rel=1)"])
    assert scores["value"].tolist() == pytest.approx([0.1075, 1, 0.177], abs=1e-4)


def test_the_expectation_is_a_column_in_python(doris):
    runs = {"tied": lambda topic, papers: [1.0] * len(papers)}
    runs["apart"] = lambda topic, papers: range(len(papers))
    scores = pp.evaluate(doris[1], runs, measures=["P@10"]).set_index("run")
    grades = [of.adjudicated for of in doris[1].data.judgments.values()]
    by_chance = fmean(fmean(grade >= 1 for grade in of) for of in grades)
    assert scores.loc["tied", "expected"] == pytest.approx(by_chance, abs=1e-12)
    assert scores["expected"].isna()["apart"]
