"""Texts by their terms in files: the scores of those in memory, for all sizes of blocks."""

import pytest

from paperpool.search import term_lists
from paperpool.search.term_lists import StoredTerms, TermIndex, store_terms
from paperpool.text.analysis import analyze


@pytest.mark.parametrize("block", [1, 50, 2**18])
def test_files_give_what_memory_gives(tmp_path, made_texts, monkeypatch, block):
    texts = [analyze(text) for text in made_texts]
    expected = TermIndex(texts)
    monkeypatch.setattr(term_lists, "BLOCK_TEXTS", block)
    store_terms(texts, tmp_path)
    stored = StoredTerms(tmp_path)
    for query in (texts[3] + ["unheard"], texts[70], []):
        assert stored.score(query).tobytes() == expected.score(query).tobytes()
        for row in (0, 3, len(texts) - 1):
            assert stored.weigh_terms(query, row) == expected.weigh_terms(query, row)
        for term in query:
            assert stored.smoothed_idf(term) == expected.smoothed_idf(term)
    assert list(stored.words) == sorted({term for text in texts for term in text})


@pytest.mark.parametrize("texts", [[], [[], []]])
def test_texts_without_terms_score_nothing(tmp_path, texts):
    store_terms(texts, tmp_path)
    assert StoredTerms(tmp_path).score(["tea"]).tolist() == [0.0] * len(texts)
