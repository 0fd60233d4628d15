"""Term counts of a few texts, and slow plain references of what is searched."""

from collections import Counter

import numpy as np
import pytest

from paperpool.scisearch.names import MODELS
from paperpool.scisearch.networks import make_reranker, save_reranker
from paperpool.search.analysis import analyze
from paperpool.search.engine import open_run
from paperpool.search.term_counts import TermCounts, write_term_counts

from .made_run import WORDS, write_run

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


@pytest.fixture(scope="session")
def made_results(tmp_path_factory):
    """Runs without an encoder: ``made`` of a corpus, ``both`` of a collection too, ``alone`` of a
    collection alone."""
    results = tmp_path_factory.mktemp("results")
    write_run(results)
    write_run(results, "both", collection=True)
    write_run(results, "alone", corpus=False, collection=True)
    return results


@pytest.fixture(scope="session")
def engine(made_results):
    """An engine of the corpus, without an encoder."""
    return open_run("made", made_results)


@pytest.fixture(scope="session")
def both(made_results):
    """An engine of the corpus and the collection, without an encoder."""
    return open_run("both", made_results)


@pytest.fixture(scope="session")
def encoded_folder(tmp_path_factory, tiny_bert):
    """A run of the corpus and the collection with an encoder, which re-rankers are trained for."""
    settings = {"model": str(tiny_bert(WORDS)), "precision": "float32"}
    folder = write_run(
        tmp_path_factory.mktemp("results"),
        "encoded",
        collection=True,
        rankers={"bm25": {"kind": "bm25"}, "tiny": {"kind": "dense", **settings}},
        scisearch={"encoders": {"small": settings}},
    )
    for facet in ("background", "method"):
        for number, model in enumerate(MODELS):
            file = (
                folder / "scisearch" / "models" / "small-kl" / facet / f"{model.name}.safetensors"
            )
            save_reranker(file, make_reranker(16, number), {"candidate": "facet"})
    return folder


@pytest.fixture(scope="session")
def encoded(encoded_folder):
    """An engine with an encoder and re-rankers."""
    return open_run("encoded", encoded_folder.parent)
