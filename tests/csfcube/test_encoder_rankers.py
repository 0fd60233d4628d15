"""Each kind with a model has its function, and that function takes the kind's settings."""

import numpy as np

from paperpool.config.loading import RANKER_DEFAULTS
from paperpool.csfcube.encoder_rankers import ENCODER_RANKERS, MODELS
from paperpool.models.contextual_encoders import ContextualEncoder, PaperTokens, TokenEncoder
from paperpool.models.cross_encoders import PairScorer
from paperpool.models.encoders import Encoder


class Draws:
    """Encodes a text as numbers drawn with the text for a seed."""

    def encode(self, texts):
        return np.stack([draw(text) for text in texts])


class DrawsInContext:
    """The same of every sentence of a paper."""

    def encode(self, papers):
        return [np.stack([draw(title + text) for text in texts]) for title, *texts in papers]


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


def test_every_kind_ranks_with_its_default_settings(collection):
    with_model = {kind for kind, settings in RANKER_DEFAULTS.items() if "precision" in settings}
    assert set(ENCODER_RANKERS) == with_model - {"trained"}  # which ranks as dense does
    chosen = ("similarity", "separator", "titles")
    runs = {}
    for kind, rank in ENCODER_RANKERS.items():
        settings = {k: v for k, v in RANKER_DEFAULTS[kind].items() if k in chosen}
        runs[kind] = rank(collection, FAKES[MODELS.get(kind, Encoder)](), **settings)
        assert list(runs[kind]) == collection.pairs()
    assert len({str(run) for run in runs.values()}) == len(runs)  # no kind stands in for another
