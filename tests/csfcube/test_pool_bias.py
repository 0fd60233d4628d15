"""Pool bias: values by hand, and warnings."""

import pytest

from paperpool.collections.collection import pair_name
from paperpool.csfcube.evaluation import measure_pool_bias
from paperpool.evaluation.pool_bias import (
    COLUMNS,
    PoolBias,
    find_warnings,
    read_pool_bias,
    tabulate_bias,
)
from paperpool.io.tables import write_csv


def row_of(rows, ranker, split="test", part="all"):
    [row] = [r for r in rows if (r.ranker, r.split, r.slice) == (ranker, split, part)]
    return row


@pytest.fixture
def run(collection):
    return {pair: [(c, 0.0) for c in collection.rankable(*pair)] for pair in collection.pairs()}


@pytest.fixture
def measure(collection, run):
    """Return a function: the rows of rankers with one share each in all slices."""

    def of(**shares):
        runs = dict.fromkeys(shares, run)
        given = {
            ranker: value
            if isinstance(value, dict)
            else {pair_name(*pair): value for pair in collection.pairs()}
            for ranker, value in shares.items()
        }
        return measure_pool_bias(collection, runs, given, "base")

    return of


def test_a_row_per_ranker_split_and_slice_with_plain_means(collection, measure):
    shares = {pair_name(*pair): 1.0 for pair in collection.pairs()}
    shares |= {"q1_method": 0.5, "q2_method": 0.9}
    rows = measure(base=1.0, mine=shares)
    assert len(rows) == 2 * 4 * 2
    assert row_of(rows, "mine", "test", "method").judged == pytest.approx((0.5 + 0.9 + 2) / 4)
    assert row_of(rows, "mine", "dev", "method").judged == pytest.approx((0.5 + 0.9) / 2)
    assert row_of(rows, "mine", "test", "all").judged == pytest.approx((0.5 + 0.9 + 10) / 12)
    assert row_of(rows, "mine", "dev", "all").n_queries == 6


def test_the_query_itself_is_left_out(collection, run, measure):
    before = row_of(measure(base=1.0), "base", "test", "method").bpref
    run[("q4", "method")].insert(0, ("q4", 9.0))
    assert row_of(measure(base=1.0), "base", "test", "method").bpref == before


def test_a_pair_that_is_not_ranked_has_no_share_and_a_bpref_of_zero(collection, run, measure):
    whole = row_of(measure(base=1.0), "base", "dev", "method").bpref
    only = {("q1", "method"): run.pop(("q1", "method"))}
    rest = row_of(measure(base={"q2_method": 1.0}), "base", "dev", "method")
    assert (rest.judged, rest.n_queries) == (1.0, 2)
    run.clear()
    run.update(only)
    first = row_of(measure(base={}), "base", "dev", "method")
    assert (first.judged, first.warning) == (None, "")
    assert rest.bpref + first.bpref == pytest.approx(whole)


@pytest.mark.parametrize(
    ("share", "base", "expected"),
    [
        (1.0, 1.0, ""),
        (0.95, 1.0, ""),
        (0.95, 0.95, ""),
        (1.0, 0.96, ""),
        (
            0.94,
            0.96,
            "Only 94.0% of its first 20 candidates were judged; the others were removed and those "
            "below moved up, so its scores, bpref too, can be too high.",
        ),
        (
            0.5,
            1.0,
            "Only 50.0% of its first 20 candidates were judged; the others were removed and those "
            "below moved up, so its scores, bpref too, can be too high. Of base's, 100.0% were "
            "judged: the two are not scored alike.",
        ),
        (
            1.0,
            0.9,
            "100.0% of its first 20 candidates were judged. Of base's, 90.0% were judged: the two "
            "are not scored alike.",
        ),
    ],
)
def test_a_small_share_or_one_far_from_the_baselines_is_warned_of(measure, share, base, expected):
    rows = measure(base=base, mine=share)
    assert {row.warning for row in rows if row.ranker == "mine"} == {expected}


def test_warnings_are_those_of_all_queries_or_else_of_single_facets():
    def row(ranker, split, part, warning):
        return PoolBias(ranker, split, part, 0.5, 0.5, 3, warning)

    rows = [
        row("a", "dev", "all", "dev only"),
        row("b", "test", "method", "few"),
        row("b", "test", "result", "fewer"),
        row("b", "test", "all", ""),
        row("c", "test", "method", "few"),
        row("c", "test", "all", "many"),
    ]
    assert find_warnings(rows) == {"b": ["Method: few", "Result: fewer"], "c": ["many"]}


def test_written_rows_come_back(tmp_path):
    rows = [
        PoolBias("nan", "test", "all", 1 / 3, 0.1 + 0.2, 7, 'odd, "quoted"'),
        PoolBias("b", "dev", "method", None, 0.0, 1, ""),
    ]
    write_csv(tmp_path / "pool_bias.csv", tabulate_bias(rows))
    assert read_pool_bias(tmp_path / "pool_bias.csv") == rows
    header = (tmp_path / "pool_bias.csv").read_text().splitlines()[0]
    assert header == ",".join(COLUMNS) == "ranker,split,slice,judged@20,bpref,n_queries,warning"
