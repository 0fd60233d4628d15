"""What was tried for the rankers of averaged word vectors: how near each variant is to the paper.

    PYTHONPATH=workflow/scripts python studies/compare_averages.py CSFCUBE_FOLDER WORD_VECTORS

takes word vectors that the workflow trained (pools/steps/word2vec.parquet or
csfcube/steps/word2vec.parquet of a run) and prints a markdown table, the workflow's choice first:
the mean absolute difference over the 20 figures of the paper's row, and both all-NDCG%20.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer

from paperpool.collections.csfcube_release import read_collection
from paperpool.csfcube.evaluation import evaluate_runs
from paperpool.evaluation.paired_draws import Resampling
from paperpool.rankers.scoring.paper_vectors import rank_by_vectors
from paperpool.text.word_vectors import read_word_vectors

PUBLISHED = Path(__file__).parents[1] / "workflow/scripts/paperpool/resources/published/csfcube.csv"


def main(release: Path, path: Path) -> None:
    collection = read_collection(release)
    pairs = collection.pairs()
    facets = [" ".join(collection.facet_sentences(*pair)) for pair in pairs]
    abstracts = [paper.abstract for paper in collection.papers.values()]
    published = pd.read_csv(PUBLISHED).set_index(["system", "slice", "metric"]).value
    print("| system | variant | mean difference | all-NDCG%20 (paper) |\n|---|---|---|---|")
    for system, variant, queries, papers, similarity in make_variants(facets, abstracts, path):
        vectors = dict(zip(pairs, queries, strict=True))
        run = rank_by_vectors(collection, vectors, papers, similarity)
        metrics = evaluate_runs(collection, {"r": run}, {}, ["r"], Resampling(0, 100, 100)).metrics
        metrics = metrics.query("protocol == 'official' and split == 'test'")
        ours = metrics.set_index(["slice", "metric"]).value
        paper = published[system]
        difference = (ours[paper.index] - paper).abs().mean()
        both = f"{ours['all', 'ndcg%20']:.4f} ({paper['all', 'ndcg%20']:.4f})"
        print(f"| {system} | {variant} | {difference:.4f} | {both} |", flush=True)


def make_variants(
    facets: list[str], abstracts: list[str], path: Path
) -> Iterator[tuple[str, str, np.ndarray, np.ndarray, str]]:
    """Yield (system, what is done, vectors of the facets, of the abstracts, similarity)."""
    vectorizer = CountVectorizer(dtype=np.float64).fit(abstracts)
    counts = [vectorizer.transform(texts) for texts in (facets, abstracts)]
    vectors = read_word_vectors(path, vectorizer.get_feature_names_out())
    known = np.abs(vectors).sum(axis=1) > 0
    n_tokens = [at_least_one(c) for c in counts]
    sums = [c @ vectors for c in counts]
    mean = [s / n for s, n in zip(sums, n_tokens, strict=True)]
    yield "fabs_cbow200", "mean over all tokens; L2", *mean, "l2"
    of_known = [s / at_least_one(c[:, known]) for s, c in zip(sums, counts, strict=True)]
    yield "fabs_cbow200", "mean over tokens with a vector; L2", *of_known, "l2"
    yield "fabs_cbow200", "sum; L2", *sums, "l2"
    yield "fabs_cbow200", "cosine", *sums, "cosine"

    weigh = TfidfTransformer().fit(counts[1]).transform
    weights = [weigh(c) for c in counts]
    twice = [c.multiply(w).tocsr() @ vectors for c, w in zip(counts, weights, strict=True)]
    once = [w @ vectors for w in weights]
    by_token = [s / n for s, n in zip(twice, n_tokens, strict=True)]
    by_weights = [s / at_least_one(w) for s, w in zip(once, weights, strict=True)]
    yield "fabs_tfidfcbow200", "mean over tokens of weight times vector; L2", *by_token, "l2"
    yield "fabs_tfidfcbow200", "sum over distinct words; L2", *once, "l2"
    yield "fabs_tfidfcbow200", "the same by the sum of weights; L2", *by_weights, "l2"
    by_length = [s / n for s, n in zip(once, n_tokens, strict=True)]
    yield "fabs_tfidfcbow200", "the same by the number of tokens; L2", *by_length, "l2"
    yield "fabs_tfidfcbow200", "the same; cosine", *once, "cosine"


def at_least_one(matrix) -> np.ndarray:
    """Return the sum of each row as a column, 1 where it is 0."""
    sums = np.asarray(matrix.sum(axis=1))
    return np.where(sums > 0, sums, 1.0)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
