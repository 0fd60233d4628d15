"""The ranker ``best``: a weighting of other rankers' scores, learnt from the training set alone.

A logistic regression separates the sentences that an annotator chose from the others of the
reference paper. Chosen over folds of the training set that keep a reference paper's citances
together: the strength of the regularisation and, unless given, the number of sentences of a citance
(see ``choice``) and the sharpness of scores for it. A training paper is ranked by weights that were
learnt without its fold, under settings that were chosen without it, so that the figures of the
training set are of papers that were not learnt from; test papers by what all training papers teach.
F1 depends on how papers fall into folds, so they are dealt out ``DRAWS`` times: a training paper's
score is the mean over the draws.
"""

import warnings
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paperpool.errors import Problem, UserError
from paperpool.evaluation.resampling import Floats
from paperpool.scisumm.choice import LEARNT, Choice
from paperpool.scisumm.counts import Counts, micro

STRENGTHS = (0.0001, 0.0005, 0.001, 0.002, 0.01)
"""Inverse strengths of the regularisation (scikit-learn's C) that are tried."""

SHARPNESSES = (1.0, 1.2, 1.4)
"""The tried factors of scores before their softmax."""

DRAWS = 5
"""How often the training papers are dealt out into folds."""

FEWEST_FOLDS = 3
"""With two, choosing settings without one of them would leave no training data."""

Folds = Mapping[str, int]
"""The fold of each training paper, by its id."""


@dataclass(frozen=True)
class LearningPaper:
    """A training paper: features, shape (citances, sentences, features), and the gold. ``chosen``,
    shape (citances, sentences), marks gold sentences.
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
class Settings:
    """The settings chosen over folds. ``choice`` is the rule for the number of sentences of a
    citance, by shares (see ``share_out``) of the scores times ``sharpness``.
    """

    strength: float
    sharpness: float
    choice: Choice


@dataclass(frozen=True)
class Lesson:
    """A weighting, and the settings that were chosen for it.

    ``figures`` has micro F1 over folds of all settings that were tried.
    """

    weighting: Weighting
    settings: Settings
    figures: Mapping[Settings, float]

    def score(self, features: Floats) -> Floats:
        """Return the scores of a paper's pairs, shape (citances, sentences).

        If the choice has a floor they are shares in units of it, so that 1 is the floor.
        """
        scores, choice = self.weighting.score(features), self.settings.choice
        if not choice.has_floor:
            return scores
        return share_out(self.settings.sharpness * scores) / choice.floor


@dataclass(frozen=True)
class Draw:
    """One way of dealing out the papers, and the models of all but each fold's."""

    folds: Folds
    without: Sequence[Lesson]


@dataclass(frozen=True)
class Learnt:
    """The trained model: from all papers, and from those outside each fold of each draw.

    ``f1`` is micro F1 of the training papers by their scores.
    """

    whole: Lesson
    draws: Sequence[Draw]
    f1: float

    def score(self, paper_id: str, features: Floats) -> Floats:
        """Return the scores of a paper; of a training paper by the model without it."""
        if paper_id not in self.draws[0].folds:
            return self.whole.score(features)
        return _mean_score(self.draws, paper_id, features)


def share_out(scores: Floats) -> Floats:
    """Return each row's softmax: a sentence's share among all those of its paper."""
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


def draw_folds(papers: Sequence[LearningPaper], n_folds: int, seed: Sequence[int]) -> Folds:
    """Return the fold of each paper.

    Papers are dealt out in a drawn order, those with gold sentences first: folds differ in size by
    one at most, and in how many of their papers have gold, too.
    """
    papers = sorted(papers, key=lambda paper: paper.paper_id)
    drawn = [papers[i] for i in np.random.default_rng(seed).permutation(len(papers)).tolist()]
    drawn.sort(key=lambda paper: not paper.chosen.any())
    return {paper.paper_id: place % n_folds for place, paper in enumerate(drawn)}


def learn(
    papers: Sequence[LearningPaper], n_folds: int, choices: Sequence[Choice], seed: int, where: str
) -> Learnt:
    """Learn from training papers; one of ``choices`` is how many sentences a citance gets.

    Raises UserError, with ``where`` they are from, when there are fewer papers than folds, fewer
    than ``FEWEST_FOLDS`` folds, or fewer papers than that with gold sentences.
    """
    _check(papers, n_folds, where)
    school = _School(papers, choices)
    draws = []
    for number in range(DRAWS):
        folds = draw_folds(papers, n_folds, [seed, number])
        draws.append(Draw(folds, [school.teach([folds], fold) for fold in range(n_folds)]))
    whole = school.teach([draw.folds for draw in draws])
    choice = LEARNT if whole.settings.choice.has_floor else whole.settings.choice
    counts = []
    for paper in papers:
        scores = _mean_score(draws, paper.paper_id, paper.features)
        counts += count_choices(scores, paper.chosen, [choice])
    return Learnt(whole, draws, micro(counts).f1)


def _mean_score(draws: Sequence[Draw], paper_id: str, features: Floats) -> Floats:
    lessons = [draw.without[draw.folds[paper_id]] for draw in draws]
    return np.mean([lesson.score(features) for lesson in lessons], axis=0)


def count_choices(
    shares: Floats, chosen: NDArray[np.bool_], choices: Sequence[Choice]
) -> list[Counts]:
    """Return the counts of each choice of the ``chosen`` sentences, both (citances, sentences)."""
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
    """Learns from papers but those of a fold; each is fitted once."""

    def __init__(self, papers: Sequence[LearningPaper], choices: Sequence[Choice]):
        self._papers = papers
        self._choices = choices
        # without a floor the order of the sentences alone matters, which no sharpness changes
        self._sharpnesses = SHARPNESSES if any(c.has_floor for c in choices) else (1.0,)
        self._fitted: dict[frozenset[str], dict[float, Weighting]] = {}

    def teach(self, draws: Sequence[Folds], without: int | None = None) -> Lesson:
        """Choose settings over the folds of the draws but the one ``without``; fit under them."""
        unseen = {paper for folds in draws for paper, fold in folds.items() if fold == without}
        figures = {}
        for strength in STRENGTHS:
            figures |= self._try(strength, draws, unseen)
        # of equal ones the first: the strongest regularisation
        settings = max(figures, key=lambda settings: figures[settings])
        return Lesson(self._fit(settings.strength, unseen), settings, figures)

    def _try(
        self, strength: float, draws: Sequence[Folds], unseen: Set[str]
    ) -> dict[Settings, float]:
        """Return micro F1 of all settings of one strength over the folds of the draws."""
        counts: dict[Settings, list[Counts]] = {}
        for folds in draws:
            for paper in self._papers:
                if paper.paper_id in unseen:
                    continue
                beside = {other for other in folds if folds[other] == folds[paper.paper_id]}
                scores = self._fit(strength, unseen | beside).score(paper.features)
                for sharpness in self._sharpnesses:
                    shares = share_out(sharpness * scores)
                    found = count_choices(shares, paper.chosen, self._choices)
                    for choice, of_paper in zip(self._choices, found, strict=True):
                        settings = Settings(strength, sharpness, choice)
                        counts.setdefault(settings, []).append(of_paper)
        return {settings: micro(of_papers).f1 for settings, of_papers in counts.items()}

    def _fit(self, strength: float, unseen: Set[str]) -> Weighting:
        """Fit on all papers but those ``unseen``."""
        key = frozenset(unseen)
        if key not in self._fitted:
            papers = [paper for paper in self._papers if paper.paper_id not in unseen]
            self._fitted[key] = _fit(papers)
        return self._fitted[key][strength]


def _fit(papers: Sequence[LearningPaper]) -> dict[float, Weighting]:
    """Fit with each of ``STRENGTHS``, one going on from the weights of the one before."""
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.linear_model import LogisticRegression

    features = np.concatenate([p.features.reshape(-1, p.features.shape[-1]) for p in papers])
    chosen = np.concatenate([paper.chosen.ravel() for paper in papers])
    mean, deviation = features.mean(axis=0), features.std(axis=0)
    deviation = np.where(deviation > 0, deviation, 1.0)
    features -= mean
    features /= deviation
    model = LogisticRegression(solver="newton-cholesky", warm_start=True)
    fitted = {}
    with warnings.catch_warnings():
        warnings.simplefilter("error", ConvergenceWarning)
        for strength in STRENGTHS:
            model.set_params(C=strength).fit(features, chosen)
            fitted[strength] = Weighting(mean, deviation, model.coef_[0].copy())
    return fitted


def _check(papers: Sequence[LearningPaper], n_folds: int, where: str) -> None:
    if n_folds < FEWEST_FOLDS:
        what = f"scisumm.folds is {n_folds}; {FEWEST_FOLDS} is the least."
        raise UserError(Problem(what, where, "Raise scisumm.folds, or add training papers."))
    if len(papers) < n_folds:
        what = f"{len(papers)} training papers can be read; scisumm.folds is {n_folds}."
        raise UserError(Problem(what, where, "Lower scisumm.folds, or add training papers."))
    n_told = sum(bool(paper.chosen.any()) for paper in papers)
    if n_told < FEWEST_FOLDS:
        what = f"{n_told} training papers have gold sentences; {FEWEST_FOLDS} is the least."
        raise UserError(Problem(what, where, "Annotate more training papers."))
