"""Items of generated topics: two runs, grades by a latent relevance, all known."""

import numpy as np

from paperpool.judging.drawing import Sample
from paperpool.judging.items import Items
from paperpool.judging.measures import Measure

EMPTY = Sample(np.empty(0, dtype=np.int64), np.empty(0))


def make_items(n_topics=12, n_candidates=40, kind="ndcg", noises=(0.5, 2.0), seed=5):
    """Return items of runs that see the relevance through noise of so many standard deviations."""
    rng = np.random.default_rng(seed)
    measure = Measure(kind, 8)
    relevance = rng.normal(size=(n_topics, n_candidates)) + rng.normal(size=(n_topics, 1)) / 2
    grades = np.clip(np.round(relevance), 0, 3)
    ranks = []
    for noise in noises:
        seen = relevance + noise * rng.normal(size=relevance.shape)
        ranks.append(np.argsort(np.argsort(-seen, axis=1), axis=1) + 1)
    depths = np.full(n_topics, 8)
    places = np.repeat(np.arange(n_topics), n_candidates)
    return Items(
        measure,
        tuple(f"r{i}" for i in range(len(noises))),
        tuple((f"q{i}", "") for i in range(n_topics)),
        places,
        tuple(f"d{i}" for i in range(n_candidates)) * n_topics,
        measure.weigh(np.array(ranks).reshape(len(noises), -1), depths[places][np.newaxis]),
        grades.ravel().astype(float),
        depths,
        2,
        3,
    )


def hide_all(items):
    """Return the items without any grade."""
    return items.hide(np.ones(len(items.grades), dtype=bool))


def answer(items, whole, sample):
    """Return the items with the grades of a sample, those of ``whole``."""
    from dataclasses import replace

    grades = items.grades.copy()
    grades[sample.drawn] = whole.grades[sample.drawn]
    return replace(items, grades=grades)
