"""The ranker `best` learns from useful features, and never from the paper that it ranks."""

import dataclasses
import itertools

import numpy as np
import pytest

from paperpool.errors import UserError
from paperpool.scisumm.choice import SHARES, Choice, choices_to_try
from paperpool.scisumm.counts import micro
from paperpool.workflow.scisumm.match.best import (
    DRAWS,
    INVERSE_TEMPERATURES,
    STRENGTHS,
    TrainingPaper,
    count_choices,
    draw_folds,
    learn,
    softmax,
)

TWO = [Choice(2)]
TRIED = {"fixed": TWO, "learnt": choices_to_try("learnt", 2)}


def make_papers(n_papers=10, useful=True, seed=0):
    """Return papers of 4 citances and 20 sentences; the second of two features is useful."""
    chance = np.random.default_rng(seed)
    papers = []
    for i in range(n_papers):
        features = chance.normal(size=(4, 20, 2))
        signal = features[..., 1] + chance.normal(scale=0.3, size=(4, 20))
        told = signal if useful else chance.normal(size=(4, 20))
        papers.append(TrainingPaper(f"P{i}", features, told >= np.sort(told, axis=1)[:, [-2]]))
    return papers


def give_away(papers):
    """Give each of ten papers its own gold as a feature, 0 in other papers."""
    given = []
    for i, paper in enumerate(papers):
        own = np.zeros((*paper.chosen.shape, 10))
        own[..., i] = paper.chosen
        given.append(dataclasses.replace(paper, features=own))
    return given


def f1_of(papers, score, choice):
    """Return micro F1 of papers by a function from a paper to its scores."""
    counts = [count_choices(score(paper), paper.chosen, [choice])[0] for paper in papers]
    return micro(counts).f1


def test_what_tells_the_gold_is_weighed():
    learnt = learn(make_papers(), 5, TWO, seed=1, where="gold")
    noise, signal = learnt.whole.model.weights
    assert signal > 10 * abs(noise)
    tried_f1 = learnt.whole.f1_by_setting
    assert tried_f1[learnt.whole.settings] == max(tried_f1.values()) > 0.6
    tried = [(s.strength, s.inverse_temperature, s.choice) for s in tried_f1]
    assert tried == [(strength, 1.0, Choice(2)) for strength in STRENGTHS]


def test_as_many_sentences_are_chosen_as_are_gold():
    """One citance has three gold sentences that stand out, the next one: two for each are wrong."""
    chance = np.random.default_rng(0)
    papers = []
    for i in range(12):
        chosen = np.zeros((4, 20), bool)
        for row, n in zip(chosen, (3, 1, 3, 1), strict=True):
            row[chance.choice(20, n, replace=False)] = True
        signal = 3 * chosen + chance.normal(scale=0.3, size=chosen.shape)
        papers.append(TrainingPaper(f"P{i}", signal[..., np.newaxis], chosen))
    fixed = learn(papers, 5, TRIED["fixed"], seed=1, where="gold")
    learnt = learn(papers, 5, TRIED["learnt"], seed=1, where="gold")
    assert fixed.f1 == pytest.approx(0.75)  # 6 of 8 are found, and 8 are chosen
    assert learnt.f1 > 0.95 and learnt.whole.settings.choice.floor in SHARES
    tried = {
        (settings.strength, settings.inverse_temperature) for settings in learnt.whole.f1_by_setting
    }
    assert tried == set(itertools.product(STRENGTHS, INVERSE_TEMPERATURES))
    assert len(learnt.whole.f1_by_setting) == len(tried) * len(SHARES)
    # a sentence is chosen where its score is 1 at least
    scores = [learnt.score(paper.paper_id, paper.features) for paper in papers]
    right = [
        ((matrix >= 1) == paper.chosen).mean() for matrix, paper in zip(scores, papers, strict=True)
    ]
    assert np.mean(right) > 0.95


@pytest.mark.parametrize("sizes", TRIED)
def test_what_only_the_paper_itself_could_teach_does_not_help_it(sizes):
    papers = give_away(make_papers(useful=False))
    learnt = learn(papers, 5, TRIED[sizes], seed=1, where="gold")
    leaking = learnt.whole.model
    assert f1_of(papers, lambda paper: leaking.score(paper.features), Choice(2)) > 0.9
    assert learnt.f1 < 0.25 and max(learnt.whole.f1_by_setting.values()) < 0.25
    assert f1_of(papers, lambda p: learnt.score(p.paper_id, p.features), Choice(2)) < 0.25


@pytest.mark.parametrize("sizes", TRIED)
def test_a_copy_of_the_scored_paper_in_another_fold_is_noticed(sizes):
    """The test above would notice a leak: here a copy of the paper gives its gold away."""
    papers = give_away(make_papers(useful=False))
    copies = [dataclasses.replace(paper, paper_id=f"{paper.paper_id} again") for paper in papers]
    learnt = learn([*papers, *copies], 5, TRIED[sizes], seed=1, where="gold")
    leaking = [
        paper
        for paper in papers
        if all(d.folds[paper.paper_id] != d.folds[f"{paper.paper_id} again"] for d in learnt.draws)
    ]
    assert len(leaking) > 2
    assert f1_of(leaking, lambda p: learnt.score(p.paper_id, p.features), Choice(2)) > 0.9


@pytest.mark.parametrize("sizes", TRIED)
def test_a_training_paper_is_ranked_by_what_was_learnt_without_it(sizes):
    papers = make_papers()
    learnt = learn(papers, 5, TRIED[sizes], seed=1, where="gold")
    # turning a paper's gold around changes nothing that the paper is ranked by
    turned = [
        TrainingPaper(paper.paper_id, paper.features, ~paper.chosen) if i == 3 else paper
        for i, paper in enumerate(papers)
    ]
    other = learn(turned, 5, TRIED[sizes], seed=1, where="gold")
    assert len(learnt.draws) == DRAWS
    for our_draw, their_draw in zip(learnt.draws, other.draws, strict=True):
        assert our_draw.folds == their_draw.folds
        fits = zip(our_draw.without, their_draw.without, strict=True)
        for i, (ours, theirs) in enumerate(fits):
            same = ours.f1_by_setting == theirs.f1_by_setting
            same &= ours.model.weights.tolist() == theirs.model.weights.tolist()
            assert same == (i == our_draw.folds["P3"])
    features = papers[3].features
    assert (learnt.score("P3", features) == other.score("P3", features)).all()
    of_draws = [draw.without[draw.folds["P3"]].score(features) for draw in learnt.draws]
    np.testing.assert_allclose(learnt.score("P3", features), sum(of_draws) / DRAWS)
    assert (learnt.score("elsewhere", features) == learnt.whole.score(features)).all()


def test_the_figure_of_papers_left_out_is_that_of_their_scores():
    papers = make_papers()
    for sizes, choice in (("fixed", Choice(2)), ("learnt", Choice(4, 1.0))):
        learnt = learn(papers, 5, TRIED[sizes], seed=1, where="gold")
        told = f1_of(papers, lambda p: learnt.score(p.paper_id, p.features), choice)  # noqa: B023
        assert learnt.f1 == pytest.approx(told)


def test_shares_of_a_row_sum_to_one_and_keep_its_order():
    shares = softmax(np.array([[0.0, np.log(3.0)], [1000.0, 1000.0]]))
    np.testing.assert_allclose(shares, [[0.25, 0.75], [0.5, 0.5]])


def test_sharper_scores_keep_their_order_and_are_told_apart():
    learnt = learn(make_papers(), 5, TRIED["learnt"], seed=1, where="gold").whole
    features = make_papers(1, seed=1)[0].features
    shares = []
    for inverse in (1.0, 1.4):
        settings = dataclasses.replace(learnt.settings, inverse_temperature=inverse)
        scores = dataclasses.replace(learnt, settings=settings).score(features)
        shares.append(scores * learnt.settings.choice.floor)
        np.testing.assert_allclose(shares[-1].sum(axis=1), 1)
    plain, sharp = shares
    assert (np.argsort(plain, axis=1) == np.argsort(sharp, axis=1)).all()
    assert (sharp.max(axis=1) > plain.max(axis=1)).all()


def test_folds_share_papers_out_evenly_and_repeatably():
    papers = make_papers(13)
    for paper in papers[:7]:
        paper.chosen[:] = False
    folds = draw_folds(papers, 5, [4, 0])
    assert sorted(np.bincount(list(folds.values()))) == [2, 2, 3, 3, 3]
    told = [folds[paper.paper_id] for paper in papers if paper.chosen.any()]
    assert sorted(np.bincount(told, minlength=5)) == [1, 1, 1, 1, 2]
    assert folds == draw_folds(papers[::-1], 5, [4, 0])
    assert folds != draw_folds(papers, 5, [4, 1])


def test_choices_are_counted_by_hand():
    scores = np.array([[0.9, 0.5, 0.5, 0.1], [0.0, 0.0, 1.0, 2.0]])
    chosen = np.array([[True, False, True, False], [False, False, True, False]])
    # the first two: sentences 0 and 1 (the tie's first), then 3 and 2
    # from 0.5 on, three at most: 0, 1 and 2, then 3 and 2; from 5 on none, so the first of each
    two, some, none = count_choices(scores, chosen, [Choice(2), Choice(3, 0.5), Choice(4, 5.0)])
    assert (two.tp, two.fp, two.fn) == (2, 2, 1)
    assert (some.tp, some.fp, some.fn) == (3, 2, 0)
    assert (none.tp, none.fp, none.fn) == (1, 1, 2)


def keep_gold(*ids):
    """Return papers of which those with other ids have no gold sentences."""
    return [
        TrainingPaper(p.paper_id, p.features, p.chosen & (p.paper_id in ids)) for p in make_papers()
    ]


@pytest.mark.parametrize(
    ("papers", "folds", "what"),
    [
        (make_papers(3), 5, "3 training papers can be read; scisumm.folds is 5"),
        (make_papers(3), 2, "scisumm.folds is 2; 3 is the least"),
        (keep_gold(), 5, "0 training papers have gold sentences; 3 is the least"),
        (keep_gold("P1", "P2"), 5, "2 training papers have gold sentences"),
    ],
)
def test_too_little_to_learn_from_is_said(papers, folds, what):
    with pytest.raises(UserError, match=what):
        learn(papers, folds, TWO, seed=1, where="gold.parquet")
