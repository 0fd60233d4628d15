"""Rank with a model that a test made in place of the one that is loaded."""

from unittest.mock import patch

from paperpool.rankers.model_ranker import ModelRanker
from paperpool.rankers.ranker import Context
from paperpool.rankers.registry import make_ranker


def rank_with(model, kind, collection, context=None, **settings):
    """Return the run of a ranker of a kind whose model is ``model``."""
    ranker = make_ranker({"kind": kind, "model": "made by a test", **settings})
    with patch.object(ModelRanker, "load", lambda *_, **__: model):
        return ranker.order(collection, context or Context())
