"""The ways to rank a CSFCube collection with a text encoder, one for each ranker kind."""

from __future__ import annotations

from collections.abc import Callable

from paperpool.csfcube.dense_ranker import rank_by_embedding
from paperpool.csfcube.facet_ranker import rank_by_facet
from paperpool.csfcube.sentence_rankers import rank_by_late_interaction, rank_by_nearest_sentences
from paperpool.runs import Run

ENCODER_RANKERS: dict[str, Callable[..., Run]] = {
    "dense": rank_by_embedding,
    "facet": rank_by_facet,
    "sentences": rank_by_nearest_sentences,
    "late": rank_by_late_interaction,
}
"""The ranking function of each kind: of a collection, an encoder and the kind's settings by name.

``dense`` and ``facet`` take ``similarity``, a key of ``SIMILARITIES``; the others take nothing.
"""
