"""MDCR's candidates by people's judgments, and orders of rankers, worked by hand."""

import numpy as np
import pytest

from paperpool.collections.collection import Judgments, OpenPapers
from paperpool.collections.mdcr_benchmark import Pool
from paperpool.collections.papers import PlainPaper
from paperpool.evaluation.paired_draws import Resampling
from paperpool.extras.citations_and_relevance.mdcr_beside import (
    Compared,
    Scored,
    compare_orders,
    count_judged,
    pair_scores,
)
from paperpool.io.tables import PER_QUERY, write_rows

RESAMPLING = Resampling(7, 1000, 10)

JUDGED = {"q1": {"a": 4, "b": 6, "c": 1}, "q2": {"a": 4, "d": 3}}
BENCHMARK = {
    "Medicine": {
        "q1": Pool({"random": ["c", "d"], "graph": ["b", "e"], "true": ["a"]}),
        "q2": Pool({"random": ["a", "a"], "graph": [], "true": ["d", "e"]}),
        "q3": Pool({"random": ["a"], "graph": ["b"], "true": ["c"]}),  # nobody judged it
    }
}


@pytest.fixture
def asking():
    """A collection with papers as queries, relevant from the weight 4 on."""
    papers = {i: PlainPaper(i, "", "") for i in ("q1", "q2", "q3", *"abcde")}
    judgments = {}
    for query, grades in JUDGED.items():
        judgments[query, ""] = Judgments(tuple(grades), tuple(grades.values()), {})
    return OpenPapers(papers, {}, judgments, {}, relevant=4)


def test_false_negatives_are_counted_by_strategy(asking):
    table = count_judged(BENCHMARK, asking, "", RESAMPLING).set_index(["weight", "type"])
    at_4 = table.loc[4]
    assert at_4.n_relevant.to_dict() == {
        "true": 1,
        "random": 1,
        "graph": 1,
        "all negatives": 2,
        "any paper": 3,
    }
    assert at_4.n_candidates.tolist() == [3, 3, 2, 5, 14]
    assert at_4.share["graph"] == 0.5 and set(at_4.n_queries) == {2}
    assert (at_4.ci_low <= at_4.share).all() and (at_4.share <= at_4.ci_high).all()
    assert table.loc[6].n_relevant.tolist() == [0, 0, 1, 1, 1]


def test_queries_that_nobody_judged_leave_an_empty_table(asking):
    only = {"Medicine": {"q3": BENCHMARK["Medicine"]["q3"]}}
    assert count_judged(only, asking, "", RESAMPLING).empty
    assert count_judged(BENCHMARK, asking, "cf", RESAMPLING).empty  # other ids


def score(values, queries):
    """Return the scores of rankers, each the same for all queries but for a little."""
    noise = np.linspace(-0.01, 0.01, queries)
    matrix = np.array([[value + 0 * noise] for value in values]).reshape(len(values), -1)
    names = [f"r{number}" for number in range(len(values))]
    return Scored(names, [str(n) for n in range(queries)], matrix + noise)


def test_orders_are_compared_by_kendalls_tau():
    """Of six pairs of rankers one is in another order: tau is (5 - 1) / 6."""
    cited, judged = score([0.1, 0.2, 0.3, 0.4], 30), score([0.1, 0.3, 0.2, 0.6], 20)
    both = Compared("mdcr", "map, AP", "cf", "papers", cited, judged)
    orders, rankers = compare_orders([both], {"r3": "citations"}, RESAMPLING)
    [row] = orders.itertuples()
    assert row.tau == pytest.approx(4 / 6) and (row.ci_low, row.ci_high) == (row.tau, row.tau)
    assert (row.n_rankers, row.n_queries, row.n_topics) == (4, 30, 20)

    rankers = rankers.set_index("ranker")
    assert rankers["rank"].tolist() == [4, 3, 2, 1]
    assert rankers.rank_by_people.tolist() == [4, 2, 3, 1]
    assert rankers.trained_on.tolist() == ["", "", "", "citations"]
    standard = (0.3 - 0.25) / np.std([0.1, 0.2, 0.3, 0.4]) - (0.2 - 0.3) / np.std(
        [0.1, 0.3, 0.2, 0.6]
    )
    assert rankers.favour["r2"] == pytest.approx(standard)
    assert rankers.favour.sum() == pytest.approx(0)


def test_a_single_ranker_has_no_order():
    both = Compared("mdcr", "map, AP", "cf", "papers", score([0.1], 5), score([0.2], 5))
    orders, rankers = compare_orders([both], {}, RESAMPLING)
    assert orders.tau.isna().all() and rankers.empty


def test_scores_are_paired_by_their_headlines(tmp_path):
    """The first two measures of either side; other protocols, splits and slices are left out."""
    rows = []
    for protocol, value in (("official", 0.9), ("corrected", 0.5)):
        for metric in ("map", "ndcg", "recall_5"):
            for query in "12":
                rows.append(("mdcr", protocol, "test", "bm25", "all", query, metric, value))
    rows.append(("mdcr", "corrected", "val", "bm25", "all", "3", "map", 0.1))
    for metric in ("map", "ndcg"):
        rows.append(("mdcr-field", "official", "test", "bm25", "all", "3", metric, 0.1))
    write_rows(tmp_path / "cited.parquet", rows, PER_QUERY)
    judged = []
    for metric in ("AP(rel=4)", "nDCG@10"):
        for query in "ab":
            judged.append(("cf", "trec_eval", "test", "bm25", "all", query, metric, 0.25))
    write_rows(tmp_path / "judged.parquet", judged, PER_QUERY)

    found = pair_scores(tmp_path / "cited.parquet", {"cf": tmp_path / "judged.parquet"}, ["cf"])
    assert [(both.benchmark, both.metric, both.by) for both in found] == [
        ("mdcr", "map, AP(rel=4)", "papers"),
        ("mdcr", "ndcg, nDCG@10", "papers"),
        ("mdcr-field", "map, AP(rel=4)", "papers"),
        ("mdcr-field", "ndcg, nDCG@10", "papers"),
    ]
    assert found[2].cited.values.tolist() == [[0.1]]
    assert found[0].cited.values.tolist() == [[0.5, 0.5]] and found[0].cited.queries == ["1", "2"]
    assert found[1].judged.values.tolist() == [[0.25, 0.25]]
