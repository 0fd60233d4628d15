"""Sums over shared terms beside plain loops, and worked by hand."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from paperpool.search.sparse_search import score_terms, search_terms
from paperpool.search.top_rows import TopRows


def query_weights(terms, *queries):
    """Return the weights of queries, {word: weight}, as a matrix."""
    places = {word: i for i, word in enumerate(terms.words)}
    matrix = np.zeros((len(queries), len(places)))
    for row, query in enumerate(queries):
        for word, weight in query.items():
            matrix[row, places[word]] = weight
    return sparse.csr_matrix(matrix)


def search(terms, rows, norms, saturate, queries, depth, exclude=None, **how):
    top = TopRows(queries.shape[0], depth, exclude)
    rows = np.asarray(rows, np.int32)
    search_terms(terms, rows, np.asarray(norms, float), saturate, queries, top, **how)
    return top.ranked()


def plain_scores(terms, row, norm, saturate, queries):
    """Return the score of one document for each query, summed by ascending term."""
    counts = terms.take(np.array([row])).toarray()[0]
    totals = []
    for query in queries.toarray():
        total = 0.0
        for weight, count in zip(query, counts, strict=True):
            if weight and count:
                total += weight * (count / (count + norm) if saturate else count / norm)
        totals.append(total)
    return totals


@pytest.mark.parametrize(
    ("saturate", "scores"),
    [
        # weights: cat 2, dog 3; the second document has cat twice and dog once, norm 4
        (True, [2 * 2 / (2 + 4) + 3 * 1 / (1 + 4), 2 * 1 / (1 + 1)]),
        (False, [2 * 2 / 4 + 3 * 1 / 4, 2 * 1 / 1]),
    ],
)
def test_scores_worked_by_hand(count_terms, saturate, scores):
    terms = count_terms(["bird", "cat dog cat", "cat fish"])
    queries = query_weights(terms, {"cat": 2.0, "dog": 3.0})
    norms = np.array([9.0, 4.0, 1.0])
    found, values = search(terms, [0, 1, 2], norms, saturate, queries, 3)
    by_row = dict(zip(found[0].tolist(), values[0].tolist(), strict=True))
    assert by_row == {
        1: pytest.approx(scores[0], rel=1e-15),
        2: pytest.approx(scores[1], rel=1e-15),
        -1: -np.inf,
    }
    assert found[0].tolist() == ([1, 2, -1] if scores[0] > scores[1] else [2, 1, -1])
    pairs = np.array([0, 1, 2])
    again = score_terms(terms, pairs, norms, saturate, queries, np.zeros(3, int))
    assert again.tolist() == [0.0, by_row[1], by_row[2]]


WORDS = "aa bb cc dd".split()
TEXTS = st.lists(
    st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join), min_size=1, max_size=9
).map(lambda texts: [" ".join(WORDS), *texts])
WEIGHTS = st.dictionaries(st.sampled_from(WORDS), st.sampled_from([-0.5, 0.25, 1.0, 3.0]))


@settings(max_examples=40)  # it writes files
@given(TEXTS, st.lists(WEIGHTS, min_size=1, max_size=4), st.booleans(), st.data())
def test_any_search_finds_what_plain_loops_find(count_terms, texts, weights, saturate, data):
    terms = count_terms(texts)
    queries = query_weights(terms, *weights)
    some = data.draw(st.sets(st.integers(0, len(texts) - 1), min_size=1))
    rows = np.array(sorted(some), np.int32)
    norms = np.array(data.draw(st.lists(st.sampled_from([0.5, 1.0, 2.0]), min_size=len(rows))))
    norms = norms[: len(rows)]
    how = {"threads": data.draw(st.integers(1, 3)), "block_rows": data.draw(st.integers(1, 4))}
    depth = data.draw(st.integers(1, 6))
    found, values = search(terms, rows, norms, saturate, queries, depth, **how)
    expected = np.array(
        [
            plain_scores(terms, row, norm, saturate, queries)
            for row, norm in zip(rows, norms, strict=True)
        ]
    )
    for query in range(len(weights)):
        scores = expected[:, query]
        order = [i for i in np.lexsort((rows, -scores)) if scores[i] > 0][:depth]
        n_missing = depth - len(order)
        assert found[query].tolist() == [*rows[order].tolist(), *[-1] * n_missing]
        assert values[query].tolist() == [*scores[order].tolist(), *[-np.inf] * n_missing]
    of_query = np.repeat(np.arange(len(weights)), len(rows))
    pairs = score_terms(
        terms,
        np.tile(rows, len(weights)),
        np.tile(norms, len(weights)),
        saturate,
        queries,
        of_query,
    )
    assert pairs.tolist() == expected.T.ravel().tolist()
