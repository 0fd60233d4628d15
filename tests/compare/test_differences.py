"""The figures of two rankers, their differences and tests."""

import pandas as pd
import pytest

from paperpool.compare.differences import DIFFERENCE_COLUMNS, QUERY_COLUMNS, compare_rankings
from paperpool.evaluation.paired_draws import Resampling

QUICK = Resampling(seed=5, n_bootstrap=200, n_permutations=2000)


def row(table, protocol, part, metric, ranker_b="b"):
    (found,) = table[
        (table.protocol == protocol)
        & (table.split == "test")
        & (table.slice == part)
        & (table.metric == metric)
        & (table.ranker_b == ranker_b)
    ].itertuples()
    return found


@pytest.fixture
def differences(results, best, worst):
    return compare_rankings(results.collection, {("a", "b"): (worst, best)}, QUICK)


def test_every_figure_and_every_query_has_its_row(differences):
    assert list(differences.table) == DIFFERENCE_COLUMNS
    assert list(differences.queries) == QUERY_COLUMNS
    assert len(differences.table) == 2 * 2 * 4 * 7
    # 2 protocols and 7 measures; 12 + 12 test queries, 6 + 6 dev queries
    assert len(differences.queries) == 2 * 7 * 36
    assert not differences.table.duplicated(["protocol", "split", "slice", "metric"]).any()


def test_queries_stand_by_how_much_they_moved_equal_ones_as_evaluated(results, best, worst):
    pairs = {("a", "b"): (worst, best), ("b", "a"): (best, worst)}
    queries = compare_rankings(results.collection, pairs, QUICK).queries
    moved = queries.difference.abs()
    assert moved.is_monotonic_decreasing and moved.iloc[0] == 1.0
    assert queries.difference.min() == -1.0
    equal = queries[moved == 0.0]
    assert len(equal) > 10
    columns = ["ranker_a", "protocol", "split"]
    assert equal[columns].drop_duplicates().to_numpy().tolist() == [
        [ranker, protocol, split]
        for ranker in "ab"
        for protocol in ("official", "corrected")
        for split in ("dev", "test")
    ]


def test_holm_is_over_the_pairs_of_a_slice_and_measure(results, best, worst, by_id):
    pairs = {("a", "b"): (worst, best), ("a", "c"): (worst, by_id)}
    table = compare_rankings(results.collection, pairs, QUICK).table
    for metric in ("ndcg%20", "map", "r_precision"):
        for part in ("all", "method"):
            both = [row(table, "official", part, metric, name) for name in "bc"]
            less, more = sorted(both, key=lambda r: r.p)
            assert less.p_holm == pytest.approx(min(1, 2 * less.p))
            assert more.p_holm == pytest.approx(max(less.p_holm, more.p))
    # the other pair changes neither figures nor tests
    alone = compare_rankings(results.collection, {("a", "c"): (worst, by_id)}, QUICK).table
    columns = ["value_a", "value_b", "difference", "ci_low", "ci_high", "p"]
    together = table[table.ranker_b == "c"].reset_index(drop=True)
    pd.testing.assert_frame_equal(together[columns], alone[columns])
    assert alone.p_holm.tolist() == alone.p.tolist()


def test_turned_round_every_difference_changes_its_sign(results, best, worst, differences):
    turned = compare_rankings(results.collection, {("a", "b"): (best, worst)}, QUICK)
    assert turned.table.difference.tolist() == (-differences.table.difference).tolist()
    assert turned.table.value_a.tolist() == differences.table.value_b.tolist()
    assert turned.table.p.tolist() == differences.table.p.tolist()
