"""The ways to rank a CSFCube collection with a model, one for each ranker kind."""

from __future__ import annotations

from collections.abc import Callable

from paperpool.csfcube.contextual_rankers import rank_by_single_match, rank_by_transport
from paperpool.csfcube.cross_ranker import rank_by_pairs
from paperpool.csfcube.dense_ranker import rank_by_embedding
from paperpool.csfcube.facet_ranker import rank_by_facet, rank_by_same_facet
from paperpool.csfcube.sentence_rankers import rank_by_late_interaction, rank_by_nearest_sentences
from paperpool.csfcube.token_ranker import rank_by_tokens
from paperpool.evaluation.runs import Run
from paperpool.models.cached_model import CachedModel
from paperpool.models.contextual_encoders import ContextualEncoder, TokenEncoder
from paperpool.models.cross_encoders import PairScorer

ENCODER_RANKERS: dict[str, Callable[..., Run]] = {
    "dense": rank_by_embedding,
    "facet": rank_by_facet,
    "same_facet": rank_by_same_facet,
    "sentences": rank_by_nearest_sentences,
    "late": rank_by_late_interaction,
    "tokens": rank_by_tokens,
    "ts": rank_by_single_match,
    "ot": rank_by_transport,
    "cross": rank_by_pairs,
}
"""The ranking function of each kind: of a collection, a model and the kind's settings by name.

``dense``, ``facet`` and ``same_facet`` take ``similarity``, a key of ``SIMILARITIES``, and
``separator``, as in ``joining_text``; ``sentences`` and ``late`` take ``titles``, whether each
sentence is encoded after its paper's title; the others take nothing.
"""

MODELS: dict[str, type[CachedModel]] = {
    "tokens": TokenEncoder,
    "ts": ContextualEncoder,
    "ot": ContextualEncoder,
    "cross": PairScorer,
}
"""The model of each kind that does not take an Encoder."""
