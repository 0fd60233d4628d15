"""Facet sentences against abstracts, as the package rank_bm25 scores them."""

from rank_bm25 import BM25Okapi

from paperpool.rankers.bm25 import tokenize


def test_words_are_lower_cased_runs_of_letters_digits_and_underscores():
    assert tokenize("Tea, TEA-time: x_1 é (2.5)!") == ["tea", "tea", "time", "x_1", "é", "2", "5"]


def test_real_scores_are_those_of_rank_bm25_in_rank_order(released, okapi_run):
    ids = list(released.papers)
    package = BM25Okapi([tokenize(released.papers[i].abstract) for i in ids])
    run = okapi_run
    assert list(run) == released.pairs()
    for query, facet in released.pairs()[::5]:
        sentences = " ".join(released.facet_sentences(query, facet))
        expected = dict(zip(ids, package.get_scores(tokenize(sentences)), strict=True))
        candidates = released.rankable(query, facet)
        candidates.sort(key=lambda i, scores=expected: (-scores[i], i))
        assert run[query, facet] == [(i, expected[i]) for i in candidates]
        assert len(set(expected.values())) > 1000
