"""Count what changes in rankings where vectors of papers are kept in half precision.

    python studies/compare_dtypes.py results/mdcr-acl/encode/mdcr/minilm.npy

Papers that are drawn ask for the 100 nearest of all, by cosine, once by the vectors as they are and
once by the same rounded to float16.
"""

import argparse

import numpy as np

from paperpool.search.dense_search import search_dense

QUERIES, DEPTH = 500, 100


def main() -> None:
    """Print how many ranks and papers differ."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("vectors", help="a file of a run's encode folder, in float32")
    vectors = np.load(parser.parse_args().vectors)
    rows, n_queries = np.arange(len(vectors)), min(QUERIES, len(vectors))
    asked = np.random.default_rng(13).choice(rows, n_queries, replace=False)
    never = [np.array([row]) for row in asked]
    whole, half = (
        search_dense(of, rows, of[asked], "cosine", DEPTH, never)[0]
        for of in (vectors, vectors.astype(np.float16))
    )
    kept = sum(len(np.intersect1d(a, b)) for a, b in zip(whole, half, strict=True))
    print(f"{len(vectors)} papers, {whole.size} ranks of {n_queries} queries")
    print(f"ranks with another paper: {(whole != half).sum()} ({(whole != half).mean():.2%})")
    print(f"of the first 10: {(whole != half)[:, :10].sum()}; papers lost: {whole.size - kept}")


if __name__ == "__main__":
    main()
