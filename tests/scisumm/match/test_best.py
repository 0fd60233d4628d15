"""The weighting that `best` learns: from what helps, never from the paper that it ranks."""

import numpy as np
import pytest

from paperpool.errors import UserError
from paperpool.scisumm.match.best import STRENGTHS, LearningPaper, draw_folds, learn, micro_f1


def make_papers(n_papers=10, useful=True, seed=0):
    """Return papers of 4 citances and 20 sentences; the second of two features tells the gold."""
    chance = np.random.default_rng(seed)
    papers = []
    for i in range(n_papers):
        features = chance.normal(size=(4, 20, 2))
        signal = features[..., 1] + chance.normal(scale=0.3, size=(4, 20))
        told = signal if useful else chance.normal(size=(4, 20))
        papers.append(LearningPaper(f"P{i}", features, told >= np.sort(told, axis=1)[:, [-2]]))
    return papers


def test_what_tells_the_gold_is_weighed():
    learnt = learn(make_papers(), n_folds=5, k=2, seed=1, where="gold")
    noise, signal = learnt.weighting.weights
    assert signal > 10 * abs(noise)
    assert learnt.figures[learnt.strength] == max(learnt.figures.values()) > 0.6
    assert set(learnt.figures) == set(STRENGTHS)


def test_gold_that_nothing_tells_is_not_found():
    learnt = learn(make_papers(useful=False), n_folds=5, k=2, seed=1, where="gold")
    assert max(learnt.figures.values()) < 0.25  # by chance: 2 of 20


def test_a_training_paper_is_ranked_by_weights_that_were_not_learnt_from_it():
    papers = make_papers()
    learnt = learn(papers, n_folds=5, k=2, seed=1, where="gold")
    # turning a paper's gold around changes no weight that the paper is ranked by
    turned = [
        LearningPaper(paper.paper_id, paper.features, ~paper.chosen) if i == 3 else paper
        for i, paper in enumerate(papers)
    ]
    other = learn(turned, n_folds=5, k=2, seed=1, where="gold")
    fold = learnt.folds["P3"]
    assert other.folds == learnt.folds
    for ours, theirs in zip(
        _weights(papers, learnt, 1.0), _weights(turned, other, 1.0), strict=True
    ):
        same = [(a == b).all() for a, b in zip(ours, theirs, strict=True)]
        assert same == [i == fold for i in range(5)]
    features = papers[3].features
    assert (learnt.score("P3", features) == learnt.without[fold].score(features)).all()
    assert (learnt.score("elsewhere", features) == learnt.weighting.score(features)).all()


def _weights(papers, learnt, strength):
    from paperpool.scisumm.match.best import _fit

    yield [
        _fit([p for p in papers if learnt.folds[p.paper_id] != fold], strength).weights
        for fold in range(5)
    ]


def test_folds_share_papers_out_evenly_and_repeatably():
    names = [f"P{i}" for i in range(13)]
    folds = draw_folds(names, 5, seed=4)
    sizes = np.bincount(list(folds.values()))
    assert sorted(sizes) == [2, 2, 3, 3, 3] and folds == draw_folds(names, 5, seed=4)
    assert folds != draw_folds(names, 5, seed=5)


def test_micro_f1_by_hand():
    scores = np.array([[0.9, 0.5, 0.5, 0.1], [0.0, 0.0, 1.0, 2.0]])
    chosen = np.array([[True, False, True, False], [False, False, True, False]])
    # first two: sentences 0 and 1 (the tie's first), then 3 and 2: 2 of 4 found of 3 gold
    assert micro_f1([(scores, chosen)], k=2) == pytest.approx(2 * 2 / (4 + 3))


@pytest.mark.parametrize(
    ("papers", "folds", "what"),
    [
        (make_papers(3), 5, "3 training papers can be read; scisumm.folds is 5"),
        (
            [LearningPaper(p.paper_id, p.features, p.chosen & False) for p in make_papers()],
            5,
            "No training citance has a gold sentence",
        ),
        (
            [
                LearningPaper(p.paper_id, p.features, p.chosen & (p.paper_id == "P1"))
                for p in make_papers()
            ],
            5,
            "of one fold alone",
        ),
    ],
)
def test_too_little_to_learn_from_is_said(papers, folds, what):
    with pytest.raises(UserError, match=what):
        learn(papers, n_folds=folds, k=2, seed=1, where="gold.parquet")
