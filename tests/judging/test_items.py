"""Items of a collection: scores by their weights are those of the measures themselves."""

import numpy as np
import pytest

from paperpool.csfcube.evaluation import score_pair
from paperpool.evaluation.named_measures import measure_topics, parse_measures
from paperpool.judging.designs import score_queries
from paperpool.judging.items import gather_items
from paperpool.judging.measures import parse_measure

from ..made.collection import order_by_grade


def test_scores_are_those_of_csfcubes_corrected_protocol(collection):
    runs = {"best": order_by_grade(collection, 1), "worst": order_by_grade(collection, -1)}
    for name in ("ndcg%100", "ndcg%20", "p@20"):
        items = gather_items(collection, runs, parse_measure(name, ""), 3)
        found = score_queries(items)
        for row, run in zip(found, runs.values(), strict=True):
            expected = [score_pair(run, p, collection, "corrected")[name] for p in items.topics]
            np.testing.assert_allclose(row, expected, atol=1e-12)


@pytest.mark.parametrize("measure", ["nDCG@3", "P(rel=1)@3"])
def test_scores_of_a_users_collection_are_those_of_trec_eval(measure):
    import paperpool as pp

    papers = {f"d{i}": {"title": f"t{i}", "abstract": "a"} for i in range(6)}
    qrels = {"q1": {"d0": 2, "d1": 1, "d2": 0}, "q2": {"d3": 1, "d5": 2}}
    data = pp.collection("mine", papers=papers, queries={"q1": "a", "q2": "b"}, qrels=qrels).data
    # equal scores, and documents that nobody judged
    run = {
        ("q1", ""): [("d4", 2.0), ("d0", 1.0), ("d1", 1.0), ("d2", 0.5)],
        ("q2", ""): [("d3", 1.0), ("d5", 1.0)],
    }
    run = {pair: run[data.topic_names()[pair], ""] for pair in data.pairs()}
    name = measure.replace("(rel=1)", "")
    items = gather_items(data, {"r": run}, parse_measure(name, ""), 2)
    assert np.isnan(items.grades).sum() == 1  # d4
    expected = measure_topics(run, data, parse_measures([measure], 1))[:, 0]
    np.testing.assert_allclose(score_queries(items)[0], expected, atol=1e-12)


def test_a_querys_own_paper_is_no_item(collection):
    items = gather_items(
        collection, {"r": order_by_grade(collection, 1)}, parse_measure("p@5", ""), 3
    )
    assert ("q4", "method") in items.topics
    assert all(topic[0] != candidate for topic, candidate in items.ids)
    assert items.known.all() and not items.hide(items.grades > 0).known.all()
