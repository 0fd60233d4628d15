"""Searches over MDCR's pools by brute force, in plain loops."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np

from .averaging import weigh_terms


def years_apart(corpus, drawn):
    """Yield (key of a pool, its queries of one year, the papers searched for them).

    These are the papers of the pool up to that year, and the queries' references.
    """
    for key, ids in drawn.pool_ids().items():
        level, split, part, _ = key
        queries = [
            row
            for row in drawn.rows("queries")
            if (row["level"], row["split"]) == (level, split) and row["field"] in (None, part)
        ]
        for year in sorted({row["year"] for row in queries}):
            of_year = [row["query_id"] for row in queries if row["year"] == year]
            cited = set().union(*(corpus.cites[query] for query in of_year))
            yield key, of_year, [i for i in ids if corpus.year(i) <= year or i in cited]


def may_be_found(corpus, query, paper):
    """Return whether a paper is a candidate for a query."""
    if paper in corpus.same(query):
        return False
    return corpus.year(paper) <= corpus.year(query) or paper in corpus.cites[query]


def bm25(texts, documents, query, k1, b):
    """Return Lucene's score of each document for a query; ``texts`` are lists of terms by id."""
    n_documents = len(documents)
    frequencies = Counter(term for i in documents for term in set(texts[i]))
    mean = sum(len(texts[i]) for i in documents) / n_documents
    scores = {}
    for i in documents:
        counts = Counter(texts[i])
        scores[i] = 0.0
        for term in texts[query]:
            n = frequencies[term]
            idf = math.log(1 + (n_documents - n + 0.5) / (n + 0.5))
            norm = k1 * (1 - b + b * len(texts[i]) / mean)
            scores[i] += idf * counts[term] / (counts[term] + norm) if counts[term] else 0.0
    return scores


def tfidf(texts, documents, query):
    """Return the cosine of smoothed TF-IDF vectors."""
    frequencies = Counter(term for i in documents for term in set(texts[i]))
    own = weigh_terms(texts[query], frequencies, len(documents))
    scores = {}
    for i in documents:
        weights = weigh_terms(texts[i], frequencies, len(documents))
        scores[i] = sum(weight * own.get(term, 0.0) for term, weight in weights.items())
    return scores


def by_vectors(vectors, documents, query, similarity):
    """Return how near each document's vector is; ``vectors`` by id."""
    own = vectors[query].astype(float)
    scores = {}
    for i in documents:
        other = vectors[i].astype(float)
        if similarity == "l2":
            scores[i] = -math.sqrt(((own - other) ** 2).sum())
        else:
            lengths = math.sqrt((own**2).sum()) * math.sqrt((other**2).sum())
            scores[i] = float((own * other).sum()) / lengths if lengths else 0.0
    return scores


def best(corpus, query, scores, depth, floor=-math.inf):
    """Return the ids of the ``depth`` best candidates above ``floor``, equal ones by id."""
    found = [i for i in scores if may_be_found(corpus, query, i) and scores[i] > floor]
    return sorted(found, key=lambda i: (-round(scores[i], 9), i))[:depth]


def read_run(rows):
    """Return {(split, part, sampling): {query: rows}} of a run's rows."""
    run = {}
    for row in rows:
        key = row["split"], row["part"], row["sampling"]
        run.setdefault(key, {}).setdefault(row["query_id"], []).append(row)
    return run


def check_run(run, corpus, drawn, level, splits, score, depth, floor=-math.inf):
    """Compare a run with brute force: ``score(documents, query)`` returns scores by id."""
    expected = {}
    for (of_level, *key), queries, documents in years_apart(corpus, drawn):
        if of_level != level or key[0] not in splits:
            continue
        for query in queries:
            scores = score(documents, query)
            ids = best(corpus, query, scores, depth, floor)
            found = run[tuple(key)].get(query, [])
            # sums in another order differ in their last digits
            found.sort(key=lambda row: (-round(row["score"], 9), row["candidate_id"]))
            assert [row["candidate_id"] for row in found] == ids, (key, query)
            np.testing.assert_allclose(
                [row["score"] for row in found], [scores[i] for i in ids], rtol=1e-9, atol=1e-12
            )
            expected.setdefault(tuple(key), set()).update([query] if ids else [])
    assert {key: set(queries) for key, queries in run.items()} == expected
