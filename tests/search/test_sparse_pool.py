"""BM25 and TF-IDF searches find the same as scoring every text."""

from pathlib import Path

import bm25s
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.feature_extraction.text import TfidfVectorizer

from paperpool.search.sparse_pool import SparsePool
from paperpool.text.analysis import analyze

EVEN = np.arange(0, 120, 2)
"""A pool of half of the made texts; the others are queries from outside it."""

QUERIES = np.array([11, 2, 2, 20, 77, 10], np.int32)


def score_tfidf(pool, query):
    """Return scikit-learn's cosines of a query with a pool that has words."""
    vectorizer = TfidfVectorizer(analyzer=analyze)
    documents = vectorizer.fit_transform(pool)
    return (documents @ vectorizer.transform([query]).T).toarray().ravel()


def compare_all(found, references, rows, depth, pick_best, exclude=None):
    """Assert that a search found the best of references, an array of scores per query.

    Texts whose scores differ by rounding alone may be ordered either way.
    """
    for i, scores in enumerate(references):
        best = pick_best(scores, rows, depth, () if exclude is None else exclude[i], scores > 0)
        np.testing.assert_allclose(found[1][i], best[1], rtol=1e-12)
        place = {row: score for row, score in zip(rows, scores, strict=True)}
        kept = found[0][i][found[0][i] >= 0]
        assert len(set(kept)) == (best[0] >= 0).sum()
        np.testing.assert_allclose(
            [place[row] for row in kept], found[1][i][: len(kept)], rtol=1e-12
        )


@pytest.mark.parametrize("k1, b", [(1.2, 0.75), (0.9, 0.4), (2.0, 1.0), (0.0, 0.0)])
def test_bm25_is_lucenes(count_terms, made_texts, score_lucene, pick_best, k1, b):
    pool = SparsePool(count_terms(made_texts), EVEN)
    found = pool.search_bm25(QUERIES, k1, b, 25)
    documents = [made_texts[row] for row in EVEN]
    references = [score_lucene(documents, made_texts[query], k1, b) for query in QUERIES]
    compare_all(found, references, EVEN, 25, pick_best)


def test_a_bm25_score_worked_by_hand(count_terms):
    terms = count_terms(["cat cat dog", "dog", "bird bird bird bird", "cat cat"])
    pool = SparsePool(terms, np.arange(3))
    rows, scores = pool.search_bm25(np.array([3]), 1.0, 0.5, 2)
    # one of three texts holds "cat", twice, and is longer than the mean of 8 / 3 terms
    expected = 2 * np.log(1 + 2.5 / 1.5) * 2 / (2 + 1.0 * (0.5 + 0.5 * 3 / (8 / 3)))
    assert rows.tolist() == [[0, -1]]
    assert scores[0].tolist() == [pytest.approx(expected, rel=1e-14), -np.inf]


def test_bm25_equals_bm25s(count_terms, made_texts):
    other = bm25s.BM25(k1=1.2, b=0.75, method="lucene")
    other.index([analyze(text) for text in made_texts], show_progress=False)
    pool = SparsePool(count_terms(made_texts), np.arange(120))
    rows, scores = pool.search_bm25(np.arange(120), 1.2, 0.75, 120)
    for query, text in enumerate(made_texts):
        if analyze(text):
            theirs, found = other.get_scores(analyze(text)), rows[query] >= 0
            assert found.sum() == (theirs > 0).sum()
            np.testing.assert_allclose(scores[query, found], theirs[rows[query, found]], rtol=1e-4)


def test_tfidf_is_scikit_learns(count_terms, made_texts, pick_best):
    pool = SparsePool(count_terms(made_texts), EVEN)
    found = pool.search_tfidf(QUERIES, 25)
    documents = [made_texts[row] for row in EVEN]
    references = [score_tfidf(documents, made_texts[query]) for query in QUERIES]
    compare_all(found, references, EVEN, 25, pick_best)


def searches(pool, depth=7, queries=QUERIES, exclude=None):
    return {
        "bm25": pool.search_bm25(queries, 1.2, 0.75, depth, exclude),
        "tfidf": pool.search_tfidf(queries, depth, exclude),
    }


@pytest.mark.parametrize("threads, block_rows", [(1, 7), (2, 50), (3, 1), (2, 1000)])
@pytest.mark.parametrize("mapped", [160, 1 << 26])
def test_threads_blocks_and_what_is_mapped_change_nothing(
    count_terms, made_texts, threads, block_rows, mapped, monkeypatch
):
    terms, rows = count_terms(made_texts), np.arange(120)
    queries = np.arange(120, dtype=np.int32)
    whole = searches(SparsePool(terms, rows), queries=queries)
    monkeypatch.setattr("paperpool.io.mapped_files.MAPPED", mapped)
    parts = searches(SparsePool(terms, rows, threads, block_rows), queries=queries)
    for kind, (found, scores) in whole.items():
        assert parts[kind][0].tolist() == found.tolist()
        assert parts[kind][1].tobytes() == scores.tobytes()


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_equal_texts_come_by_row(count_terms, made_texts, depth):
    terms = count_terms(made_texts)
    for block_rows in (5, 1000):
        pool = SparsePool(terms, np.arange(120), block_rows=block_rows)
        for rows, scores in searches(pool, depth, np.array([90])).values():
            assert rows.tolist() == [[10, 11, 50][:depth]]
            assert len(set(scores[0])) == 1


@pytest.mark.parametrize("rows", [[], [2]])
def test_a_pool_without_words(count_terms, rows):
    terms = count_terms(["cat dog", "cat", ""])
    for found, _ in searches(SparsePool(terms, np.array(rows, int)), 2, np.array([0])).values():
        assert found.tolist() == [[-1, -1]]


def test_rows_that_do_not_ascend_are_refused(count_terms):
    terms = count_terms(["cat dog", "cat"])
    with pytest.raises(ValueError, match="must ascend"):
        SparsePool(terms, np.array([1, 0]))


@pytest.mark.parametrize("mapped", [160, 1 << 26])
def test_scores_of_pairs_are_those_of_the_search(count_terms, made_texts, mapped, monkeypatch):
    pool = SparsePool(count_terms(made_texts), EVEN)
    queries = np.arange(120)
    found = searches(pool, 60, queries)
    monkeypatch.setattr("paperpool.io.mapped_files.MAPPED", mapped)
    for kind, (rows, scores) in found.items():
        of, place = np.nonzero(rows >= 0)
        pairs = queries[of], rows[of, place]
        again = pool.score_bm25(*pairs, 1.2, 0.75) if kind == "bm25" else pool.score_tfidf(*pairs)
        assert again.tobytes() == scores[of, place].tobytes()


def test_scores_of_pairs_outside_the_pool_or_without_a_shared_term(count_terms):
    terms = count_terms(["cat dog", "cat", "", "bird fish", "bird cat"])
    pool = SparsePool(terms, np.array([0, 1, 2]))
    queries, candidates = np.array([0, 0, 0, 2, 3]), np.array([4, 3, 2, 0, 3])
    bm25 = pool.score_bm25(queries, candidates, 1.2, 0.75)
    # the pool has three texts of one term on the mean; "cat" is in two of them
    assert bm25[0] == pytest.approx(
        np.log(1 + 1.5 / 2.5) / (1 + 1.2 * (0.25 + 0.75 * 2)), rel=1e-14
    )
    assert bm25[1:4].tolist() == [0, 0, 0]
    tfidf = pool.score_tfidf(queries, candidates)
    idf = np.log(4 / 3) + 1, np.log(4 / 2) + 1  # the pool does not know "bird"
    assert tfidf[0] == pytest.approx(idf[0] / np.hypot(*idf), rel=1e-14)
    assert tfidf[1:].tolist() == [0, 0, 0, 0]


TEXTS = st.lists(
    st.lists(st.sampled_from("aa bb cc dd ee".split()), max_size=8).map(" ".join),
    min_size=2,
    max_size=12,
)


@settings(max_examples=40)  # it writes files
@given(TEXTS, st.data())
def test_small_corpora(count_terms, score_lucene, pick_best, texts, data):
    terms = count_terms(texts)
    rows = np.array(sorted(data.draw(st.sets(st.integers(0, len(texts) - 1), min_size=1))))
    depth, block_rows = data.draw(st.integers(1, 8)), data.draw(st.integers(1, 5))
    exclude = [np.array([query]) for query in range(len(texts))]
    pool = SparsePool(terms, rows, 2, block_rows)
    queries, documents = np.arange(len(texts)), [texts[row] for row in rows]
    if not any(documents):
        return
    bm25 = [score_lucene(documents, text, 1.2, 0.75) for text in texts]
    found = pool.search_bm25(queries, 1.2, 0.75, depth, exclude)
    compare_all(found, bm25, rows, depth, pick_best, exclude)
    tfidf = [score_tfidf(documents, text) for text in texts]
    compare_all(pool.search_tfidf(queries, depth, exclude), tfidf, rows, depth, pick_best, exclude)


@pytest.mark.skipif(not Path("/proc/self/smaps").is_file(), reason="no /proc/self/smaps")
def test_a_search_gives_back_the_pages_of_its_files(count_terms, made_texts):
    """Else a process counts as large as the term counts of a whole corpus."""
    terms = count_terms(made_texts * 100)
    pool = SparsePool(terms, np.arange(len(terms)))
    found = pool.search_bm25(QUERIES, 1.2, 0.75, 25), pool.search_tfidf(QUERIES, 25)
    assert all((rows >= 0).any() for rows, _ in found)
    assert count_resident(terms.indices) == count_resident(terms.counts) == 0
    assert terms.indices.sum() > 0 and count_resident(terms.indices) > 0


def count_resident(array):
    """Return how many kB of the file of a mapped array are in this process's memory."""
    mapped, kilobytes = False, 0
    for line in Path("/proc/self/smaps").read_text().splitlines():
        if "-" in line.split()[0]:
            mapped = line.endswith(str(array.base.filename))
        elif mapped and line.startswith("Rss:"):
            kilobytes += int(line.split()[1])
    return kilobytes
