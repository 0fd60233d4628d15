"""Scores of the benchmark's pairs: pools, types and the official script's figures."""

import math

import numpy as np
import pytest

from paperpool.collections.mdcr_benchmark import Pool
from paperpool.mdcr.pair_measures import by_ranker, choose_pools, measure_pools, round_official

POOLS = {
    "Art": {
        "q1": Pool({"bm25": ["a", "b"], "graph": ["c"], "true": ["t", "u"]}),
        "q2": Pool({"bm25": ["a", "t"], "graph": [], "true": ["t"]}),
    },
    "Physics": {"q3": Pool({"bm25": ["a"], "true": ["t"]})},
}


def test_all_types_or_one_beside_the_positives():
    whole = choose_pools(POOLS)
    assert whole["Art"].ranked == {"q1": ["t", "u", "a", "b", "c"], "q2": ["t", "a"]}
    assert whole["Art"].relevant == {"q1": ["t", "u"], "q2": ["t"]}
    assert choose_pools(POOLS, "bm25")["Art"].ranked["q1"] == ["t", "u", "a", "b"]


def test_a_pool_without_a_negative_of_the_type_is_left_out_and_so_is_its_field():
    of_graph = choose_pools(POOLS, "graph")
    assert list(of_graph) == ["Art"] and list(of_graph["Art"].ranked) == ["q1"]
    assert of_graph["Art"].ranked["q1"] == ["t", "u", "c"]


def test_negatives_of_other_types_do_not_push_a_positive_down():
    scores = {"q1_t": 3.0, "q1_a": 2.0, "q1_b": 1.5, "q1_u": 1.0, "q1_c": 0.0}
    of_art = {"Art": {"q1": POOLS["Art"]["q1"]}}
    [[whole, _, _]] = measure_pools(choose_pools(of_art)["Art"], scores)
    [[by_bm25, _, _]] = measure_pools(choose_pools(of_art, "bm25")["Art"], scores)
    [[by_graph, _, recall]] = measure_pools(choose_pools(of_art, "graph")["Art"], scores)
    assert whole == by_bm25 == pytest.approx((1 + 2 / 4) / 2)
    assert (by_graph, recall) == (1.0, 1.0)


def test_four_positives_can_all_be_recalled():
    ids = [f"t{i}" for i in range(4)]
    pools = choose_pools({"Art": {"q": Pool({"random": ["n"], "true": ids})}})["Art"]
    scores = {**{f"q_{i}": 1.0 for i in ids}, "q_n": 0.0}
    assert measure_pools(pools, scores).tolist() == [[1.0, 1.0, 1.0]]


def official_figures(benchmark, scores):
    """Percentages per field and their average, by plain loops, rounded as the script prints."""
    fields = {}
    for field, queries in benchmark.items():
        sums = [0.0, 0.0, 0.0]
        for query, types in queries.items():
            relevance = {}
            for kind in [k for k in types if k != "true"] + ["true"]:
                relevance |= dict.fromkeys(types[kind], int(kind == "true"))
            order = sorted(relevance, reverse=True)
            order.sort(key=lambda c: -np.float32(scores[f"{query}_{c}"]))
            gains = [relevance[c] for c in order]
            hits = [rank for rank, gain in enumerate(gains, 1) if gain]
            sums[0] += sum((i + 1) / rank for i, rank in enumerate(hits)) / len(hits)
            ideal = sum(1 / math.log2(2 + i) for i in range(len(hits)))
            sums[1] += sum(1 / math.log2(1 + rank) for rank in hits) / ideal
            sums[2] += sum(gains[:5]) / len(hits)
        fields[field] = [round(100 * total / len(queries), 4) for total in sums]
    columns = zip(*fields.values(), strict=True)
    return fields, [round(sum(column) / len(fields), 4) for column in columns]


def test_figures_are_the_official_script_s_to_its_last_digit():
    rng = np.random.default_rng(0)
    kinds = ["bm25", "scincl", "specter", "graph", "most_cited", "random"]
    released, scores = {}, {}
    for number, field in enumerate(["Art", "Biology", "Political Science"]):
        released[field] = {}
        for i in range(7 + number):
            query = f"{number}{i}"
            ids = [str(c) for c in rng.choice(10_000, 65, replace=False)]
            types = {kind: ids[10 * j : 10 * j + 10] for j, kind in enumerate(kinds)}
            types["true"] = ids[60:]
            if i == 3:
                types["random"] = [*types["random"][1:], ids[60]]  # `true` wins
                types["true"] = types["true"][:4]
            released[field][query] = types
            scores |= {f"{query}_{c}": float(rng.integers(0, 8)) / 7 for c in ids}
    pools = choose_pools(
        {f: {q: Pool(types) for q, types in queries.items()} for f, queries in released.items()}
    )
    fields, overall = round_official(by_ranker(pools, {"mine": [scores]})["mine"][0])
    expected_fields, expected = official_figures(released, scores)
    assert 100 * np.array(fields) == pytest.approx(np.array(list(expected_fields.values())))
    assert 100 * np.array(overall) == pytest.approx(np.array(expected))
    assert [round(100 * x, 10) for x in overall] == expected


def test_the_average_is_of_rounded_figures():
    values = [np.array([[1 / 3], [0.0]]), np.array([[2 / 3], [0.0]]), np.array([[1.0]])]
    fields, overall = round_official(values)
    assert fields == [[0.166667], [0.333333], [1.0]]  # 16.6667, 33.3333 and 100 percent
    assert overall == [0.5]
    each = [np.array([[value]]) for value in (0.0000014, 0.0000014, 0.0000004)]
    fields, overall = round_official(each)  # percentages 0.00014, 0.00014 and 0.00004
    assert fields == [[0.000001], [0.000001], [0.0]] and overall == [0.000001]
    fields, overall = round_official([*each, each[-1], each[-1]])
    assert overall == [0.0]  # of 0.0001, 0.0001, 0, 0 and 0; unrounded it would be 0.0001
