"""What was tried for the term-level sources: how many released candidates each variant finds.

    PYTHONPATH=workflow/scripts python studies/compare_sources.py results/RUN CSFCUBE_FOLDER

reads the corpus, twins and word vectors of a finished run of `snakemake pools` and prints a
markdown table of shares (the column share_top_100 of pools/fidelity.csv), the workflow's choice
first. Texts are counted by scikit-learn here, not by the workflow's own code.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from scipy import sparse
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer
from sklearn.preprocessing import normalize

from paperpool.collections.csfcube_release import read_collection
from paperpool.text.word_vectors import read_word_vectors
from paperpool.workflow.corpus.twins import find_excluded, read_same_papers
from paperpool.workflow.pools.pool_tables import FIDELITY_TOP, measure_fidelity


def main(run: Path, release: Path) -> None:
    collection = read_collection(release)
    papers = [pq.read_table(path) for path in sorted((run / "corpus/papers").glob("*.parquet"))]
    corpus = pa.concat_tables(papers).to_pandas()
    corpus = corpus[corpus.in_csfcube].sort_values("paper_id", ignore_index=True)
    row = {paper_id: i for i, paper_id in enumerate(corpus.paper_id)}
    excluded = find_excluded(
        sorted(collection.pools), read_same_papers(run / "corpus/twins.parquet")
    )
    print("| source | variant | share in top 100 |\n|---|---|---|")
    for text, column in (("title", "title"), ("abs", "abstract")):
        texts = corpus[column].fillna("")
        for source, variant, vectors in make_variants(text, texts, run / "pools/steps"):
            ranked = {
                query: rank(vectors, row[query], ids, corpus.paper_id.to_numpy())
                for query, ids in excluded.items()
                if query in row
            }
            table = measure_fidelity(collection, {f"{text}_{source}": ranked})
            print(f"| {text}_{source} | {variant} | {table.share_top_100[0]:.3f} |", flush=True)


def make_variants(text: str, texts, steps: Path) -> Iterator[tuple[str, str, object]]:
    """Yield (kind, what is done, vectors to be compared by their L2 distance)."""
    vectorizer = CountVectorizer(dtype=np.float64)
    counts = vectorizer.fit_transform(texts)
    documents = np.asarray((counts > 0).sum(axis=0)).ravel()
    for min_df in (2, 1, 3, 5):
        yield "tfidf", f"words in at least {min_df} texts", weigh(counts[:, documents >= min_df])
    known = weigh(counts[:, documents >= 2])
    kept = np.asarray(known.sum(axis=1)).ravel() > 0
    far = sparse.diags(np.where(kept, 1.0, 0.0)) @ known
    yield "tfidf", "in at least 2, texts without any left out", _push_away(far, kept)
    stopped = CountVectorizer(dtype=np.float64, stop_words="english").fit_transform(texts)
    yield "tfidf", "all words but a stop list", weigh(stopped)
    tokens = CountVectorizer(dtype=np.float64, token_pattern=r"\w+").fit_transform(texts)
    yield "tfidf", "all words, single letters too", weigh(tokens)
    yield "tfidf", "all words, logarithm of counts", weigh(counts, sublinear_tf=True)

    words = vectorizer.get_feature_names_out()
    vectors = read_word_vectors(steps / "word2vec.parquet", words)
    known_words = np.abs(vectors).sum(axis=1) > 0
    n_tokens = at_least_one(counts.sum(axis=1))
    n_known = at_least_one(counts[:, known_words].sum(axis=1))
    yield "cbow200", "mean over all tokens", counts @ vectors / n_tokens
    yield "cbow200", "mean over tokens with a vector", counts @ vectors / n_known
    yield "cbow200", "cosine", normalize(counts @ vectors)

    weights = weigh(counts)
    twice = counts.multiply(weights).tocsr() @ vectors
    once = weights @ vectors
    yield "tfidfcbow200", "mean over all tokens of TF-IDF weight times vector", twice / n_tokens
    yield "tfidfcbow200", "sum over words of weight times vector", once
    yield "tfidfcbow200", "the same by the sum of weights", once / at_least_one(weights.sum(axis=1))
    yield "tfidfcbow200", "the same by the number of tokens", once / n_tokens
    yield "tfidfcbow200", "cosine", normalize(once)


def weigh(counts: sparse.csr_matrix, **settings: bool) -> sparse.csr_matrix:
    return TfidfTransformer(**settings).fit_transform(counts)


def at_least_one(sums: np.matrix) -> np.ndarray:
    values = np.asarray(sums)
    return np.where(values > 0, values, 1.0)


def _push_away(matrix: sparse.csr_matrix, kept: np.ndarray) -> sparse.csr_matrix:
    """Return the matrix with one more column that puts rows that are not kept far from all."""
    return sparse.hstack([matrix, sparse.csr_matrix(np.where(kept, 0.0, 9.0)[:, None])]).tocsr()


def rank(vectors, query: int, excluded: set[str], ids: np.ndarray) -> list[str]:
    """Return the nearest papers of a query by L2 distance, a few more than are looked at."""
    squares = (
        np.asarray(vectors.multiply(vectors).sum(axis=1)).ravel()
        if sparse.issparse(vectors)
        else (vectors**2).sum(axis=1)
    )
    products = vectors @ vectors[query].T
    products = products.toarray().ravel() if sparse.issparse(products) else products
    order = np.argsort(squares - 2 * products, kind="stable")[: FIDELITY_TOP + len(excluded)]
    return [i for i in ids[order] if i not in excluded][:FIDELITY_TOP]


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
