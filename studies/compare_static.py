"""What was tried for static encoders: how near each comes to its teacher, and what it ranks.

    PYTHONPATH=workflow/scripts python studies/compare_static.py results/RUN [MODEL2VEC_FOLDER]

reads the papers of a finished run of config/static-arxiv.yaml and prints a markdown table, a step
of the making in each row, then the encoders that the run made. The second argument is where a
distillation by model2vec lies (studies/distil_model2vec.py makes it, in an environment that has the
package); its row is the last.

Agreement is Spearman's rho of the cosines of all pairs of 1,000 papers with their teacher's. The
papers are the next of the draw: none was fitted, none is of CSFCube or a twin of its papers. The
figure of CSFCube was never looked at to choose anything.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import yaml
from numpy.typing import NDArray
from scipy.stats import spearmanr

from paperpool.collections.collection import Collection
from paperpool.collections.csfcube_release import read_collection
from paperpool.collections.named import read_named
from paperpool.csfcube.evaluation import evaluate_runs
from paperpool.evaluation.paired_draws import Resampling
from paperpool.extras.static_encoders.fitting import (
    FitSettings,
    count_pieces,
    fit_table,
    weigh_pieces,
)
from paperpool.extras.static_encoders.making import COUNTED_PAPERS, draw_texts, list_pieces
from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.models.locating import fetch_model
from paperpool.models.static_encoder import (
    StaticEncoder,
    load_static_encoder,
    read_tokenizer,
    split_texts,
)
from paperpool.rankers.scoring.paper_vectors import rank_by_vectors
from paperpool.workflow.training.held_out import find_held_out

COMPARED = 1_000

COUNTED = 2_000
"""Papers that the first component is found in."""

THREADS = 2

Encoded = NDArray[np.float32]


def main(run: Path, *others: Path) -> None:
    config = yaml.safe_load((run / "config.yaml").read_text())
    settings = next(iter(config["static"].values()))
    collection = read_collection(Path(read_named(config["data"]["csfcube"]).folder))
    held_out = find_held_out([collection], run / "corpus/twins.parquet")
    papers = sorted((run / "corpus/papers").glob("*.parquet"))
    texts = draw_texts(papers, held_out, COUNTED_PAPERS, config["seed"])
    unseen = texts[settings["papers"] :][:COMPARED]
    cache = ArrayCache(run.parent / ".cache")
    pairs = np.triu_indices(len(unseen), 1)
    teacher = Encoder(EncoderSettings(settings["teacher"]), cache, THREADS)
    wanted = _cosines(teacher.encode(unseen))[pairs]
    print("| what a text's vector is the sum of | agreement | CSFCube, NDCG%20 | 95% interval |")
    print("|---|---|---|---|")
    encoders = [
        *make_steps(texts, settings, cache),
        *((f"{name}, fitted", run / "models" / name) for name in config["static"]),
        *(("model2vec's distillation", folder) for folder in others),
    ]
    for label, made in encoders:
        encoder = load_static_encoder(made) if isinstance(made, Path) else made
        rho = spearmanr(_cosines(encoder.encode(unseen))[pairs], wanted).statistic
        value, low, high = score(encoder, collection, config["seed"])
        print(f"| {label} | {rho:.3f} | {value:.2f} | {low:.1f}–{high:.1f} |", flush=True)


def make_steps(
    texts: list[str], settings: dict[str, Any], cache: ArrayCache
) -> Iterator[tuple[str, StaticEncoder]]:
    """Yield static encoders of word pieces before the fit, each with what was done."""
    tokenizer = read_tokenizer(fetch_model(settings["teacher"]))
    of_making = EncoderSettings(settings["teacher"], max_tokens=settings["max_tokens"])
    teacher = Encoder(of_making, cache, THREADS)
    pieces = teacher.encode(list_pieces(tokenizer))
    vectors = teacher.encode(texts[: settings["papers"]])[:COUNTED]
    counts = count_pieces(split_texts(tokenizer, texts), len(pieces))
    occurrences = np.asarray(counts.sum(axis=0)).ravel().astype(np.int64)
    fit = FitSettings(noise=1e12)  # so much that nothing is learnt from the vectors
    weights, shares = weigh_pieces(occurrences, fit.rareness)
    unit = pieces / np.linalg.norm(pieces, axis=1, keepdims=True)
    yield "the teacher's vectors of pieces", StaticEncoder(unit, tokenizer)
    yield "the same, by idf", StaticEncoder(-np.log(shares)[:, None] * unit, tokenizer)
    yield "the same, by a / (a + p)", StaticEncoder(weights[:, None] * unit, tokenizer)
    start = fit_table(pieces, occurrences, counts[:COUNTED], vectors, fit)
    yield "without mean and first component", StaticEncoder(start, tokenizer)


def score(encoder: StaticEncoder, collection: Collection, seed: int) -> tuple[float, float, float]:
    """Return the official NDCG%20 of all facets on the test split and its interval, ×100."""
    papers = collection.papers.values()
    vectors = encoder.encode([f"{paper.head()}{paper.abstract}" for paper in papers])
    row = {paper_id: i for i, paper_id in enumerate(collection.papers)}
    asked = {pair: vectors[row[pair[0]]].astype("f8") for pair in collection.pairs()}
    run = rank_by_vectors(collection, asked, vectors.astype("f8"), "cosine")
    metrics = evaluate_runs(collection, {"it": run}, {}, [], Resampling(seed, 2_000, 100)).metrics
    cell = "protocol == 'official' and split == 'test' and slice == 'all' and metric == 'ndcg%20'"
    [found] = metrics.query(cell).to_dict("records")
    return tuple(100 * found[key] for key in ("value", "ci_low", "ci_high"))


def _cosines(vectors: Encoded) -> Encoded:
    unit = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    return unit @ unit.T


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
