"""The description of one of other people's collections."""

from paperpool.benchmarks.collections import BENCHMARK, TREC_EVAL
from paperpool.pages.described_collection import describe_collection
from paperpool.pages.scores import Score


def score(measure, ranker="bm25"):
    return Score(TREC_EVAL, "dev", ranker, "all", measure, 0.5, None, 1, 0.4, 0.6, 9, None)


def test_it_is_that_of_all_with_its_own_measures_and_split():
    scores = [score(m, r) for r in ("bm25", "tfidf") for m in ("P@5", "AP(rel=2)", "RR")]
    described = describe_collection("theirs", scores)
    assert described.title == "theirs" and described.parts == ("theirs",)
    assert described.splits == {"dev": "Dev split"} and described.slices == BENCHMARK.slices
    assert list(described.measure_titles) == ["P@5", "AP(rel=2)", "RR"]
    assert described.tested == ("P@5", "AP(rel=2)")
    of = described.headline
    assert (of.benchmark, of.split, of.measure) == ("theirs", "dev", "P@5")
    assert (of.protocol, of.slice) == (BENCHMARK.headline.protocol, "all")
