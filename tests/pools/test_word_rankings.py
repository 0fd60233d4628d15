"""The corpus ranked by words: as a plain BM25 and scikit-learn rank all of it."""

import math
from collections import Counter

import pytest
from sklearn.feature_extraction.text import TfidfVectorizer

from paperpool.extras.holes.word_rankings import rank_by_words
from paperpool.rankers.registry import make_ranker
from paperpool.text.analysis import find_term, tokenize

from .conftest import COLUMN, make_texts, write_shards, write_texts

RANKERS = {name: make_ranker({"kind": name}) for name in ("bm25", "tfidf")}
EXCLUDED = {"p0050": {"p0050", "p0001", "nowhere"}, "p0002": {"p0002"}}


def analyse(text):
    return [term for word in tokenize(text) if (term := find_term(word)) is not None]


def score_bm25(query, documents, k1=1.2, b=0.75):
    """Return Lucene's BM25 of each document, by the formula."""
    mean = sum(map(len, documents)) / len(documents)
    frequencies = Counter(term for document in documents for term in set(document))
    n = len(documents)
    scores = []
    for document in documents:
        counts, norm = Counter(document), k1 * (1 - b + b * len(document) / mean)
        scores.append(
            sum(
                math.log(1 + (n - frequencies[t] + 0.5) / (frequencies[t] + 0.5))
                * counts[t]
                / (counts[t] + norm)
                for t in query
            )
        )
    return scores


def score_tfidf(query, documents):
    vectors = TfidfVectorizer(analyzer=list).fit_transform(documents)
    row = documents.index(query)
    return (vectors @ vectors[row].T).toarray()[:, 0].tolist()


@pytest.mark.parametrize("per_shard", [60, 17])
@pytest.mark.parametrize("threads", [1, 2])
def test_equals_a_comparison_with_every_paper(tmp_path, per_shard, threads):
    texts = make_texts(60)
    shards = write_shards(tmp_path, texts, per_shard)
    ranked = rank_by_words(shards, COLUMN, RANKERS, EXCLUDED, 12, tmp_path, threads)
    documents = [analyse(" ".join(pair)) for pair in texts.values()]
    places = {paper_id: place for place, paper_id in enumerate(texts)}
    for name, score in (("bm25", score_bm25), ("tfidf", score_tfidf)):
        for query, left_out in EXCLUDED.items():
            scores = dict(zip(texts, score(documents[places[query]], documents), strict=True))
            found = [i for i in texts if i not in left_out and scores[i] > 0]
            expected = sorted(found, key=lambda i: (-round(scores[i], 9), places[i]))[:12]
            assert [i for i, _ in ranked[name][query]] == expected
            assert [s for _, s in ranked[name][query]] == pytest.approx(
                [scores[i] for i in expected], rel=1e-6
            )


def test_papers_that_the_filter_left_out_are_neither_found_nor_counted(tmp_path):
    texts = make_texts(30)
    kept = {f"p{i:04}" for i in range(3, 20)}
    shard = write_texts(tmp_path / "a", texts, kept.__contains__)
    alone = write_texts(tmp_path / "b", {i: texts[i] for i in texts if i in kept})
    query = {"p0004": {"p0004"}}
    ranked, expected = (
        rank_by_words([one], COLUMN, RANKERS, query, 12, tmp_path) for one in (shard, alone)
    )
    assert ranked == expected and len(ranked["bm25"]["p0004"]) > 0


def test_a_query_that_the_corpus_lacks_is_a_mistake(tmp_path):
    shard = write_texts(tmp_path / "a", make_texts(5))
    with pytest.raises(ValueError, match="not in the corpus"):
        rank_by_words([shard], COLUMN, RANKERS, {"nowhere": {"nowhere"}}, 5, tmp_path)
