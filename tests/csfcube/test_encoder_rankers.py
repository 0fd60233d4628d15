"""Each kind with a model has its function, and that function takes the kind's settings."""

import numpy as np

from paperpool.config import RANKER_DEFAULTS
from paperpool.csfcube.encoder_rankers import ENCODER_RANKERS


class Draws:
    """Encodes a text as numbers drawn with the text for a seed."""

    def encode(self, texts):
        return np.stack([np.random.default_rng(list(t.encode())).normal(size=4) for t in texts])


def test_every_kind_ranks_with_its_default_settings(collection):
    with_model = {kind for kind, settings in RANKER_DEFAULTS.items() if "precision" in settings}
    assert set(ENCODER_RANKERS) == with_model
    runs = {}
    for kind, rank in ENCODER_RANKERS.items():
        settings = {k: v for k, v in RANKER_DEFAULTS[kind].items() if k == "similarity"}
        runs[kind] = rank(collection, Draws(), **settings)
        assert list(runs[kind]) == collection.pairs()
    assert len({str(run) for run in runs.values()}) == len(runs)  # no kind stands in for another
