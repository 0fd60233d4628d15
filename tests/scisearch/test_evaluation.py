"""Scores: by hand, over pairs and over folds; the paper's scores and documents."""

import dataclasses

import numpy as np
import pandas as pd
import pytest

from paperpool.collections.collection import Judgments, pair_name
from paperpool.collections.schemes import default_scheme
from paperpool.evaluation.csfcube_measures import OFFICIAL
from paperpool.evaluation.paired_draws import Resampling
from paperpool.evaluation.published import PublishedScore, scores_beside
from paperpool.evaluation.tables import METRIC_COLUMNS, SIGNIFICANCE_COLUMNS
from paperpool.workflow.scisearch.evaluation import evaluate_rerankers, list_folds, published_names
from paperpool.workflow.scisearch.examples import rank_examples, read_documents
from paperpool.workflow.scisearch.measures import MEASURES, score_pair
from paperpool.workflow.scisearch.names import AS_PUBLISHED, HONEST, PROTOCOLS
from paperpool.workflow.scisearch.pairs import list_pairs
from paperpool.workflow.scisearch.ranking import ORDERS, rankable
from paperpool.workflow.scisearch.tables import EXAMPLE_COLUMNS

SLICES = default_scheme().slices

QUICK = Resampling(seed=0, n_bootstrap=100, n_permutations=100)


def order_pairs(collection, sign, noise=0.0):
    """Return runs of each protocol by grade (sign 1: best first), blurred by ``noise``."""
    rng = np.random.default_rng(0)
    runs = {protocol: {} for protocol in PROTOCOLS}
    for facet in SLICES[:3]:
        for protocol, run in runs.items():
            for query, asked in (
                rankable(list_pairs(collection, facet), protocol).by_query().items()
            ):
                scores = sign * asked.grades + noise * rng.normal(size=len(asked))
                run[query, facet] = ORDERS[protocol](zip(asked.candidates, scores, strict=True))
    return runs


@pytest.fixture
def tables(collection):
    made = {"e": order_pairs(collection, 1, noise=2), "e-kl": order_pairs(collection, 1)}
    made |= {"f": order_pairs(collection, -1), "f-kl": order_pairs(collection, 1, noise=1)}
    runs = {p: {ranker: [of_ranker[p]] for ranker, of_ranker in made.items()} for p in PROTOCOLS}
    printed = {("e-kl", "all", "ndcg%20"): 0.82}
    groups = {"e": ["e-kl"], "f": ["f-kl"]}
    return runs, evaluate_rerankers(collection, runs, groups, printed, QUICK)


def test_all_rankers_are_ranked_together(tables):
    ranks = tables[1].ranks
    of_one = ranks.query("protocol == 'honest' and slice == 'all' and metric == 'ndcg%20'")
    assert sorted(of_one["ranker"]) == ["e", "e-kl", "f", "f-kl"]
    best = of_one.set_index("ranker").loc["e-kl"]
    assert (best["rank"], best["tied_with_best"]) == (1, True)
    assert len(ranks) == 4 * 2 * len(SLICES) * len(PROTOCOLS)


def test_figures_values_and_tests_are_of_the_means_over_trainings(collection, tables):
    single, _ = tables
    names = ("e-kl", "e", "f")
    runs = {p: {**of, "e-kl": [*of["e-kl"], *of["e"], *of["f"]]} for p, of in single.items()}
    several = evaluate_rerankers(collection, runs, {"e": ["e-kl"]}, {}, QUICK)
    runs = {p: {ranker: of[ranker] for ranker in names} for p, of in single.items()}
    alone = evaluate_rerankers(collection, runs, {"e": ["e-kl", "f"]}, {}, QUICK)
    for protocol in PROTOCOLS:
        place = (protocol, "e-kl", "all", "ndcg%20")
        parts = [cell(alone.metrics, protocol, name, *place[2:]).value for name in names]
        found = cell(several.metrics, *place)
        assert found.value == pytest.approx(np.mean(parts)) and found.n_runs == 3
        assert found.sd == pytest.approx(np.std(parts, ddof=1))
        assert cell(alone.metrics, *place).sd is None
    key = "protocol == 'honest' and slice == 'all' and metric == 'ndcg%20' and ranker == @ranker"
    values = {}
    for ranker in names:
        values[ranker] = alone.per_query.query(key).set_index("query_id").value
    ranker = "e-kl"
    mean = several.per_query.query(key).set_index("query_id").value
    pd.testing.assert_series_equal(mean, sum(values.values()) / 3, check_names=False)
    test = several.significance.query(key).iloc[0]
    assert test.difference == pytest.approx(
        cell(several.metrics, "honest", "e-kl", "all", "ndcg%20").value
        - cell(several.metrics, "honest", "e", "all", "ndcg%20").value
    )


def cell(metrics, protocol, ranker, slice_name, metric):
    return metrics.query(
        "protocol == @protocol and ranker == @ranker and slice == @slice_name and metric == @metric"
    ).iloc[0]


def test_r_precision_is_the_true_one_as_published_and_the_scripts_honestly(collection):
    run = {("q", "method"): [(c, 0.0) for c in "abcdef"]}
    judged = {("q", "method"): Judgments(tuple("abcdef"), (3, 0, 2, 0, 1, 2), {})}
    small = dataclasses.replace(collection, judgments=judged)
    first = {
        p: dict(zip(OFFICIAL, score_pair(run, ("q", "method"), small, p), strict=True))
        for p in PROTOCOLS
    }
    assert first[AS_PUBLISHED]["r_precision"] == pytest.approx(2 / 3)  # of the first three
    assert first[HONEST]["r_precision"] == pytest.approx(3 / 6)  # down to the last relevant one
    for name in ("p@20", "recall@20", "ndcg%20", "ndcg%100"):
        assert first[AS_PUBLISHED][name] == first[HONEST][name]
    # ranks 1 and 2 are not discounted: 3 + 0 + 2 / log2(3) + 1 / log2(5) + 2 / log2(6)
    gained = 3 + 2 / np.log2(3) + 1 / np.log2(5) + 2 / np.log2(6)
    best = 3 + 2 + 2 / np.log2(3) + 1 / np.log2(4)
    assert first[HONEST]["ndcg%100"] == pytest.approx(gained / best)


def test_a_figure_is_the_mean_over_pairs_or_the_mean_of_two_folds(collection, tables):
    runs, evaluation = tables
    for protocol in PROTOCOLS:
        scores = {
            pair: score_pair(runs[protocol]["e"][0], pair, collection, protocol)
            for pair in collection.pairs()
        }
        position = list(OFFICIAL).index("ndcg%20")
        folds = [collection.folds["all"][f"fold{k}_test"] for k in (1, 2)]
        if protocol == AS_PUBLISHED:
            folds = [collection.pairs()]
        by_hand = np.mean([np.mean([scores[p][position] for p in fold]) for fold in folds])
        found = cell(evaluation.metrics, protocol, "e", "all", "ndcg%20")
        assert found.value == pytest.approx(by_hand)
        assert found.ci_low <= by_hand <= found.ci_high and found.n_queries == 24


def test_tables_have_the_columns_and_cells_of_the_contract(collection, tables):
    _, evaluation = tables
    metrics, tests = evaluation.metrics, evaluation.significance
    assert list(metrics) == METRIC_COLUMNS and list(tests) == SIGNIFICANCE_COLUMNS
    assert len(metrics) == 2 * 4 * 4 * len(OFFICIAL)  # protocols, slices, rankers
    assert set(metrics.benchmark) == {"scisearch"} and set(metrics.split) == {"test"}
    # each re-ranker against its own encoder, and no other
    pairs = tests[["ranker", "baseline"]].drop_duplicates().to_numpy().tolist()
    assert pairs == [["e-kl", "e"], ["f-kl", "f"]]
    assert len(tests) == 2 * 4 * 2 * len(OFFICIAL)
    per_query = evaluation.per_query.query("slice == 'all'").query_id
    assert set(per_query) == {pair_name(*pair) for pair in collection.pairs()}


def test_the_papers_figures_stand_beside_its_protocol_alone(tables):
    _, evaluation = tables
    printed = evaluation.metrics.dropna(subset="published")
    assert printed[["protocol", "ranker", "slice", "metric"]].to_numpy().tolist() == [
        [AS_PUBLISHED, "e-kl", "all", "ndcg%20"]
    ]
    assert printed.published.item() == 0.82


def test_published_figures_are_of_the_loss_and_system_that_are_named():
    systems = {"specter": "SPECTER", "minilm": None}
    names = published_names(systems, ["nll", "kl"])
    known = {"specter-nll": "SPECTER-nll", "specter-kl": "SPECTER-kl"}
    assert names == {**known, "minilm-nll": None, "minilm-kl": None}
    printed = {"SPECTER-kl": 0.82, "SPECTER-nll": 0.64, "SPECTER": 0.53, "SENTBERT-PP-kl": 0.75}
    figures = [
        PublishedScore(value, system=system, slice="all", measure="ndcg%20")
        for system, value in printed.items()
    ]
    place = ("all", "ndcg%20")
    beside = {("specter-kl", *place): 0.82, ("specter-nll", *place): 0.64}
    assert scores_beside(figures, names) == beside


@pytest.fixture
def documents(root):
    return read_documents(
        root / "workflow/scripts/paperpool/resources/published/scisearch_examples.csv"
    )


def test_documents_of_the_appendix_are_judged_in_the_release(released, documents):
    assert len(documents) == 5
    for document in documents:
        grades = released.judgments[document.query_id, document.facet].grades()
        assert (grades[document.candidate_id] >= 2) == (document.after == "true positive")


def test_documents_are_ranked_where_the_collection_has_them(collection, documents):
    document = documents[1]
    pair = (document.query_id, document.facet)
    judged = Judgments(("x", document.candidate_id, "y"), (0, 2, 1), {})
    one = dataclasses.replace(collection, judgments={pair: judged})
    run = {pair: [("y", 2.0), (document.candidate_id, 1.0), ("x", 0.0)]}
    other = {pair: [run[pair][1], run[pair][0], run[pair][2]]}
    found = rank_examples(documents, one, {HONEST: {"e": [run], "e-kl": [run, other, run]}})
    mean = found.iloc[1]
    assert mean["rank"] == pytest.approx(5 / 3) and mean.n_runs == 3
    assert mean.sd == pytest.approx(np.std([2, 1, 2], ddof=1))
    found = rank_examples(documents, one, {HONEST: {"e": [run]}})
    assert found.to_dict("records") == [
        {
            "example": "domain-specific",
            **{"facet": "result", "query_id": "3264891", "candidate_id": "40151482"},
            **{"grade": 2, "before": "false negative", "after": "true positive"},
            **{"protocol": HONEST, "ranker": "e"},
            **{"rank": 2, "n_ranked": 3, "sd": None, "n_runs": 1},
        }
    ]
    none = rank_examples(documents, collection, {HONEST: {"e": [{}]}})
    pd.testing.assert_index_equal(none.columns, pd.Index(EXAMPLE_COLUMNS))
    assert none.empty


def test_a_random_order_of_the_release_has_an_ndcg_of_23(released):
    """docs/scisearch.md compares the honest scores with this."""
    rng = np.random.default_rng(13)
    orders = []
    for _ in range(50):
        run = {
            pair: [(str(c), 0.0) for c in rng.permutation(released.rankable(*pair))]
            for pair in released.pairs()
        }
        place = list(MEASURES[HONEST]).index("ndcg%20")
        folds = list_folds(released, "all", HONEST)
        values = [[score_pair(run, p, released, HONEST)[place] for p in fold] for fold in folds]
        orders.append(np.mean([np.mean(fold) for fold in values]))
    assert np.mean(orders) == pytest.approx(0.231, abs=0.004)
