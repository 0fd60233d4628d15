import pytest

from paperpool.benchmarks.csfcube import BENCHMARK
from paperpool.pages.headline import best_with_baseline, headline, read_query_values
from paperpool.pages.results import Results
from paperpool.pages.scores import Score

from ..made.results import PER_QUERY


def test_values_of_queries_are_those_of_all_test_queries(results):
    assert read_query_values(results.folder / "per_query.parquet", BENCHMARK.headline) == PER_QUERY


@pytest.mark.parametrize(
    ("n", "baseline", "expected"),
    [(5, "e", "abce"), (5, "b", "abcd"), (2, "b", "ab")],
)
def test_the_best_rankers_always_include_the_baseline(n, baseline, expected):
    scores = [
        Score("official", "test", name, "all", "ndcg%20", value, None, 1, None, None, 50, None)
        for name, value in zip("abcde", (5, 4, 3, 2, 1), strict=True)
    ]
    assert [s.ranker for s in headline(reversed(scores), BENCHMARK.headline)] == list("abcde")
    assert Results(BENCHMARK, scores).best_first("xecy") == list("cexy")
    assert best_with_baseline(scores[:n], BENCHMARK.headline, baseline, 4) == list(expected)
