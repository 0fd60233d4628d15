"""The ranker ``best``: a weighting of other rankers' scores, learnt from the training set alone.

A logistic regression tells sentences that an annotator chose from the others of the reference
paper. Two settings are chosen by what does best over folds of the training set that keep a
reference paper's citances together: the strength of the regularisation and, where it is not given,
how many sentences a citance gets (see ``choice``). A training paper is ranked by weights that were
learnt without its fold, under settings that were chosen without it, so that the figures of the
training set are of papers that were not learnt from; test papers by what all training papers teach.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paperpool.errors import Problem, UserError
from paperpool.evaluation.resampling import Floats
from paperpool.scisumm.choice import Choice
from paperpool.scisumm.counts import Counts, micro

STRENGTHS = (0.0001, 0.001, 0.01, 0.1)
"""Inverse strengths of the regularisation (scikit-learn's C) that are tried."""

FEWEST_FOLDS = 3
"""Of two, none would be left to learn from when settings are chosen without one of them."""


@dataclass(frozen=True)
class LearningPaper:
    """A training paper: features, shape (citances, sentences, features), and what was chosen.

    ``chosen``, shape (citances, sentences), tells which sentences are gold.
    """

    paper_id: str
    features: Floats
    chosen: NDArray[np.bool_]


@dataclass(frozen=True)
class Weighting:
    """Standardises features and weighs them."""

    mean: Floats
    deviation: Floats
    weights: Floats

    def score(self, features: Floats) -> Floats:
        """Return the scores of pairs, shape of ``features`` without its last axis."""
        return ((features - self.mean) / self.deviation) @ self.weights


@dataclass(frozen=True)
class Lesson:
    """A weighting, and the settings that were chosen for it.

    ``choice`` tells how many sentences a citance gets, by shares (see ``share_out``); ``figures``
    has micro F1 over folds of all settings (strength, choice) that were tried.
    """

    weighting: Weighting
    strength: float
    choice: Choice
    figures: Mapping[tuple[float, Choice], float]

    def score(self, features: Floats) -> Floats:
        """Return the scores of a paper's pairs, shape (citances, sentences).

        Where ``choice`` has a floor they are shares in units of it, so that 1 is the floor.
        """
        scores = self.weighting.score(features)
        return share_out(scores) / self.choice.floor if self.choice.has_floor else scores


@dataclass(frozen=True)
class Learnt:
    """What was learnt: from all papers, and from all but each fold's.

    ``folds`` maps a training paper to its fold; ``f1`` is micro F1 of the training papers, each by
    what was learnt without its fold.
    """

    whole: Lesson
    folds: Mapping[str, int]
    without: Sequence[Lesson]
    f1: float

    def score(self, paper_id: str, features: Floats) -> Floats:
        """Return the scores of a paper, by what was learnt without it."""
        fold = self.folds.get(paper_id)
        return (self.whole if fold is None else self.without[fold]).score(features)


def share_out(scores: Floats) -> Floats:
    """Return each row's softmax: a sentence's share among all those of its paper."""
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


def draw_folds(papers: Sequence[str], n_folds: int, seed: int) -> dict[str, int]:
    """Return the fold of each paper; folds differ in size by one at most."""
    order = np.random.default_rng(seed).permutation(len(papers))
    return {papers[i]: place % n_folds for place, i in enumerate(order.tolist())}


def learn(
    papers: Sequence[LearningPaper], n_folds: int, choices: Sequence[Choice], seed: int, where: str
) -> Learnt:
    """Learn from training papers; one of ``choices`` is how many sentences a citance gets.

    Raises UserError, which names ``where`` they are from, when there are fewer papers than folds,
    fewer than ``FEWEST_FOLDS`` folds, or when two folds hold all gold sentences.
    """
    folds = draw_folds(sorted(paper.paper_id for paper in papers), n_folds, seed)
    _check(papers, folds, n_folds, where)
    school = _School(papers, folds, choices)
    without = [school.teach([fold]) for fold in range(n_folds)]
    counts = []
    for paper in papers:
        lesson = without[folds[paper.paper_id]]
        shares = share_out(lesson.weighting.score(paper.features))
        counts += count_choices(shares, paper.chosen, [lesson.choice])
    return Learnt(school.teach([]), folds, without, micro(counts).f1)


def count_choices(
    shares: Floats, chosen: NDArray[np.bool_], choices: Sequence[Choice]
) -> list[Counts]:
    """Return what each choice finds of the ``chosen`` sentences, both (citances, sentences)."""
    first = np.argsort(-shares, axis=1, kind="stable")[:, : max(choice.most for choice in choices)]
    ranked = np.take_along_axis(shares, first, axis=1)
    is_gold = np.take_along_axis(chosen, first, axis=1)
    counts = []
    for choice in choices:
        taken = choice.take(ranked, np.arange(1, ranked.shape[1] + 1))
        found = int((is_gold & taken).sum())
        counts.append(Counts(found, int(taken.sum()) - found, int(chosen.sum()) - found))
    return counts


class _School:
    """Learns from papers but those of some folds; what was fitted once is not fitted again."""

    def __init__(
        self, papers: Sequence[LearningPaper], folds: Mapping[str, int], choices: Sequence[Choice]
    ):
        self._papers = papers
        self._folds = folds
        self._choices = choices
        self._fitted: dict[tuple[float, frozenset[int]], Weighting] = {}

    def teach(self, without: Sequence[int]) -> Lesson:
        """Choose settings over the folds but those ``without``, and fit under them."""
        taught = [paper for paper in self._papers if self._folds[paper.paper_id] not in without]
        figures = {}
        for strength in STRENGTHS:
            counts = []
            for paper in taught:
                weighting = self._fit(strength, [*without, self._folds[paper.paper_id]])
                shares = share_out(weighting.score(paper.features))
                counts.append(count_choices(shares, paper.chosen, self._choices))
            for choice, of_papers in zip(self._choices, zip(*counts, strict=True), strict=True):
                figures[strength, choice] = micro(of_papers).f1
        # of equal ones the first: the strongest regularisation
        strength, choice = max(figures, key=lambda setting: figures[setting])
        return Lesson(self._fit(strength, without), strength, choice, figures)

    def _fit(self, strength: float, without: Sequence[int]) -> Weighting:
        key = strength, frozenset(without)
        if key not in self._fitted:
            papers = [p for p in self._papers if self._folds[p.paper_id] not in without]
            self._fitted[key] = _fit(papers, strength)
        return self._fitted[key]


def _fit(papers: Sequence[LearningPaper], strength: float) -> Weighting:
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.linear_model import LogisticRegression

    features = np.concatenate([p.features.reshape(-1, p.features.shape[-1]) for p in papers])
    chosen = np.concatenate([paper.chosen.ravel() for paper in papers])
    mean, deviation = features.mean(axis=0), features.std(axis=0)
    deviation = np.where(deviation > 0, deviation, 1.0)
    model = LogisticRegression(C=strength, solver="newton-cholesky")
    with warnings.catch_warnings():
        warnings.simplefilter("error", ConvergenceWarning)
        model.fit((features - mean) / deviation, chosen)
    return Weighting(mean, deviation, model.coef_[0])


def _check(
    papers: Sequence[LearningPaper], folds: Mapping[str, int], n_folds: int, where: str
) -> None:
    if n_folds < FEWEST_FOLDS:
        what = f"scisumm.folds is {n_folds}; {FEWEST_FOLDS} is the least."
        raise UserError(Problem(what, where, "Raise scisumm.folds, or add training papers."))
    if len(papers) < n_folds:
        what = f"{len(papers)} training papers can be read; scisumm.folds is {n_folds}."
        raise UserError(Problem(what, where, "Lower scisumm.folds, or add training papers."))
    if len({folds[paper.paper_id] for paper in papers if paper.chosen.any()}) < FEWEST_FOLDS:
        what = "No training citance has a gold sentence to learn from, or those of two folds alone."
        hint = "Annotate more training papers, or change scisumm.folds."
        raise UserError(Problem(what, where, hint))
