"""Each kind with a model ranks with the model that it asks for and its own settings."""

import numpy as np
import pytest

from paperpool.models.contextual_encoders import ContextualEncoder, PaperTokens, TokenEncoder
from paperpool.models.cross_encoders import PairScorer
from paperpool.models.encoders import Encoder
from paperpool.rankers.model_ranker import ModelRanker
from paperpool.rankers.ranker import Tools
from paperpool.rankers.registry import find_kinds, make_ranker

from ..made.collection import check_ranked
from ..made.encoder import WithoutPrompts


class Draws(WithoutPrompts):
    """Encodes a text as numbers drawn with the text for a seed."""

    def separator_token(self):
        return "[SEP]"

    def encode(self, texts):
        return np.stack([draw(text) for text in texts])


class DrawsInContext:
    """The same of the title and every sentence of a paper."""

    def encode(self, papers):
        return [np.stack([draw(texts[0] + text) for text in texts]) for texts in papers]


class DrawsOfTokens:
    """The same of every token of a paper; a token is a title or a sentence."""

    def encode(self, papers):
        return [
            PaperTokens(
                np.array([len(text) for text in texts]),
                np.arange(len(texts)),
                np.stack([draw(text) / np.linalg.norm(draw(text)) for text in texts]),
            )
            for texts in papers
        ]


class DrawsOfPairs:
    """A number drawn with two texts for a seed."""

    def score(self, pairs):
        return np.array([draw(" ".join(pair))[0] for pair in pairs])


def draw(text):
    return np.random.default_rng(list(text.encode())).normal(size=4)


FAKES = {
    Encoder: Draws,
    ContextualEncoder: DrawsInContext,
    TokenEncoder: DrawsOfTokens,
    PairScorer: DrawsOfPairs,
}


@pytest.fixture
def rank(collection, monkeypatch):
    """Return a function: what a ranker of a kind ranks, its model one of ``FAKES``."""
    loaded = []

    def load(self, model, tools, **options):
        loaded.append(self.encoder_settings().model)
        return FAKES[model]()

    def rank(kind, **settings):
        run = make_ranker({"kind": kind, "model": "base", **settings}).order(
            collection, Tools(trained="trained")
        )
        assert loaded.pop() == ("trained" if kind == "trained" else "base") and not loaded
        return run

    monkeypatch.setattr(ModelRanker, "load", load)
    return rank


def test_every_kind_ranks_with_its_default_settings(rank, collection):
    with_model = [name for name, kind in find_kinds().items() if "precision" in kind.defaults()]
    assert set(with_model) == {name for name, k in find_kinds().items() if "model" in k.needs}
    runs = {kind: rank(kind) for kind in with_model}
    for run in runs.values():
        check_ranked(run, collection)
    assert len({str(run) for run in runs.values()}) == len(runs)  # no kind stands in for another


def test_a_trained_encoder_ranks_as_dense_does(rank):
    for similarity in ("cosine", "l2"):
        settings = {"similarity": similarity, "separator": "sep"}
        assert rank("trained", **settings) == rank("dense", **settings)
