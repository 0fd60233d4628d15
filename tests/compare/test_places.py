"""The scores of two rankers, their differences and tests."""

import json

import pandas as pd
import pytest

from paperpool.collections.mdcr_benchmark import read_benchmark
from paperpool.evaluation.pair_scores import pair_keys, write_scores
from paperpool.workflow.compare.places import DIFFERENCE_COLUMNS, QUERY_COLUMNS


def row(table, protocol, part, metric, ranker_b="bm25"):
    (found,) = table[
        (table.protocol == protocol)
        & (table.split == "test")
        & (table.slice == part)
        & (table.metric == metric)
        & (table.ranker_b == ranker_b)
    ].itertuples()
    return found


def compare(results, base, mine):
    """Return the differences and the queries of two runs with these rankings."""
    results.write_run("base", base)
    results.write_run("mine", mine)
    folder = results.compare("base", "mine")
    return [pd.read_csv(folder / name) for name in ("differences.csv", "queries.csv")]


def test_scores_worked_out_by_hand(results, best, worst):
    # Corrected R-precision. Ranked by grade it is 1. Worst first, a pool of 9 with 4 relevant
    # candidates has 5 others in front: 0 of 4; one with 5 relevant has 4 in front: 1 of 5. Of the
    # 12 queries 5 are of the second kind (q4 leaves itself out and has 4 of 8, so 0 of 4), one of
    # them for background.
    table, queries = compare(results, {"bm25": worst}, {"bm25": best})
    assert (list(table), list(queries)) == (DIFFERENCE_COLUMNS, QUERY_COLUMNS)
    everything, background = (
        row(table, "corrected", part, "r_precision") for part in ("all", "background")
    )
    assert everything.value_a == pytest.approx(5 * 0.2 / 12)
    assert (everything.value_b, everything.n_queries) == (1.0, 12)
    assert everything.difference == pytest.approx(11 / 12)
    assert background.value_a == pytest.approx(0.05) and background.n_queries == 4
    # all twelve differences are positive and alike: a sign flip of all is as far from zero only
    # when every sign agrees, 2 of 4096 times
    assert everything.p < 0.005
    assert 0.8 < everything.ci_low < 11 / 12 < everything.ci_high < 1
    queries = queries.query(
        "protocol == 'corrected' and split == 'test' and slice == 'all' and metric == 'r_precision'"
    ).set_index("query_id")
    assert queries.value_b.tolist() == [1.0] * 12
    assert queries.value_a.round(12).value_counts().to_dict() == {0.0: 7, 0.2: 5}
    assert queries.difference["q1_result"] == pytest.approx(0.8)


def test_queries_stand_by_how_much_they_moved(results, best, worst):
    _, queries = compare(results, {"a": worst, "b": best}, {"a": best, "b": worst})
    moved = queries.difference.abs()
    assert moved.is_monotonic_decreasing and moved.iloc[0] == 1.0
    assert queries.difference.min() == -1.0


def test_holm_is_over_the_pairs_of_a_slice_and_measure(results, best, worst, by_id):
    table, _ = compare(results, {"b": worst, "c": worst}, {"b": best, "c": by_id})
    for metric in ("ndcg%20", "map", "r_precision"):
        for part in ("all", "method"):
            both = [row(table, "official", part, metric, name) for name in "bc"]
            less, more = sorted(both, key=lambda r: r.p)
            assert less.p_holm == pytest.approx(min(1, 2 * less.p))
            assert more.p_holm == pytest.approx(max(less.p_holm, more.p))
    # the other pair changes neither scores nor tests
    alone, _ = compare(results, {"c": worst}, {"c": by_id})
    columns = ["value_a", "value_b", "difference", "ci_low", "ci_high", "p"]
    together = table[table.ranker_b == "c"].reset_index(drop=True)
    pd.testing.assert_frame_equal(together[columns], alone[columns])
    assert alone.p_holm.tolist() == alone.p.tolist()


def test_the_rankings_of_another_benchmark_are_tested_too(results, tmp_path):
    pools = {
        field: {f"{field}{i}": {"true": [f"p{i}"], "random": [f"n{i}-{j}" for j in range(9)]}}
        for i, field in enumerate("abcdefghijkl")
    }
    folder = tmp_path / "mdcr"
    folder.mkdir()
    papers = set()
    for queries in pools.values():
        for query, parts in queries.items():
            papers |= {query, *parts["true"], *parts["random"]}
    rows = [{"paper_id": paper, "title": paper, "abstract": ""} for paper in sorted(papers)]
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    for split in ("val", "test"):
        (folder / f"mdcr_{split}.json").write_text(json.dumps(pools))
        (folder / f"mdcr_{split}_data.jsonl").write_text(lines)
    keys = pair_keys(read_benchmark(folder / "mdcr_test.json"))
    data = {"s2orc": None, "csfcube": None, "mdcr": str(folder)}
    for name, sign in (("base", -1.0), ("mine", 1.0)):
        run = results.write_run(name, {}, data=data, rankers={"bm25": {"kind": "bm25"}})
        scores = {key: sign * ("_p" in key) for key in keys}
        write_scores(scores, run / "mdcr/scores/bm25.json")
    table = pd.read_csv(results.compare("base", "mine") / "differences.csv")
    score = row(table, "corrected", "all", "map")
    assert [score.value_a, score.value_b, score.n_queries] == pytest.approx([0.1, 1, 12])
    assert score.p < 0.005
