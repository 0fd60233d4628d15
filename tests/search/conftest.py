"""Term counts of a few texts, and slow plain references of the searches."""

from collections import Counter

import numpy as np
import pytest

from paperpool.search.term_counts import TermCounts, write_term_counts
from paperpool.text.analysis import analyze

FILES = ("indptr.npy", "indices.npy", "counts.npy", "words.parquet")


@pytest.fixture(scope="session")
def count_terms(tmp_path_factory):
    """Return a function: the term counts of texts, written in batches."""

    def count(texts, batch=1000):
        folder = tmp_path_factory.mktemp("terms")
        paths = [folder / name for name in FILES]
        batches = (texts[start : start + batch] for start in range(0, len(texts), batch))
        assert write_term_counts(batches, *paths) == len(texts)
        return TermCounts(*paths)

    return count


@pytest.fixture(scope="session")
def made_texts():
    """120 texts of few words, so that many share terms and scores; some are equal, some empty."""
    chance = np.random.default_rng(5)
    words = [f"word{i}" for i in range(40)]
    odds = 1 / np.arange(1, 41)
    texts = [
        " ".join(chance.choice(words, chance.integers(1, 30), p=odds / odds.sum()))
        for _ in range(120)
    ]
    texts[10] = texts[50] = texts[90] = texts[11]
    texts[20] = texts[21] = ""
    return texts


@pytest.fixture(scope="session")
def score_lucene():
    """Return a function: Lucene's BM25 of each document for a query, word by word."""

    def score(documents, query, k1, b):
        documents = [analyze(document) for document in documents]
        n = len(documents)
        mean = sum(map(len, documents)) / n
        scores = []
        for document in documents:
            counts, total = Counter(document), 0.0
            for term in analyze(query):
                holding = sum(term in other for other in documents)
                idf = np.log(1 + (n - holding + 0.5) / (holding + 0.5))
                norm = k1 * (1 - b + b * len(document) / mean)
                if counts[term]:
                    total += idf * counts[term] / (counts[term] + norm)
            scores.append(total)
        return np.array(scores)

    return score


@pytest.fixture(scope="session")
def pick_best():
    """Return a function: the best rows by falling score, equal ones by row, as searches give."""

    def pick(scores, rows, depth, excluded=(), found=None):
        found = np.full(len(rows), True) if found is None else found
        order = [
            i for i in np.lexsort((rows, -scores)) if found[i] and rows[i] not in set(excluded)
        ]
        best = np.full(depth, -1), np.full(depth, -np.inf)
        for place, i in enumerate(order[:depth]):
            best[0][place], best[1][place] = rows[i], scores[i]
        return best

    return pick
