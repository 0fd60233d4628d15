"""Fit the ranker ``best``: a logistic regression over the scores of other rankers.

Regularisation, inverse temperature of the softmax and, unless given, the number of sentences per
citance (see ``choice``) are chosen by cross-validation over reference papers. A training paper is
scored by fits without its fold, settings included (nested cross-validation), averaged over
``DRAWS`` divisions into folds, since F1 depends on the division; a test paper is scored by the fit
on all training papers.
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
"""The grid of inverse regularisation strengths (scikit-learn's C)."""

INVERSE_TEMPERATURES = (1.0, 1.2, 1.4)
"""The grid of inverse temperatures of the softmax."""

DRAWS = 5
"""Random divisions of the training papers into folds."""

FEWEST_FOLDS = 3
"""The inner cross-validation leaves one fold out, and needs two more."""

Folds = Mapping[str, int]
"""The fold of each training paper, by its id."""


@dataclass(frozen=True)
class TrainingPaper:
    """A training paper: features (citances, sentences, features) and gold (citances, sentences)."""

    paper_id: str
    features: Floats
    chosen: NDArray[np.bool_]


@dataclass(frozen=True)
class LinearModel:
    """Weights of standardised features."""

    mean: Floats
    deviation: Floats
    weights: Floats

    def score(self, features: Floats) -> Floats:
        """Return scores of the shape of ``features`` without its last axis."""
        return ((features - self.mean) / self.deviation) @ self.weights


@dataclass(frozen=True)
class Settings:
    """Settings chosen by cross-validation: regularisation, softmax, number of sentences."""

    strength: float
    inverse_temperature: float
    choice: Choice


@dataclass(frozen=True)
class Fit:
    """A fit, its chosen settings, and the cross-validated F1 of all settings."""

    model: LinearModel
    settings: Settings
    f1_by_setting: Mapping[Settings, float]

    def score(self, features: Floats) -> Floats:
        """Return the scores of a paper (citances, sentences); 1 is the choice's floor, if any."""
        scores = self.model.score(features)
        choice = self.settings.choice
        if not choice.has_floor:
            return scores
        return softmax(self.settings.inverse_temperature * scores) / choice.floor


@dataclass(frozen=True)
class Draw:
    """One division into folds, and the fit without each fold."""

    folds: Folds
    without: Sequence[Fit]


@dataclass(frozen=True)
class NestedFits:
    """The fit on all training papers, those of each draw, and cross-validated micro F1."""

    whole: Fit
    draws: Sequence[Draw]
    f1: float

    def score(self, paper_id: str, features: Floats) -> Floats:
        """Return the scores of a paper; of a training paper by the fits without it."""
        if paper_id not in self.draws[0].folds:
            return self.whole.score(features)
        return _mean_score(self.draws, paper_id, features)


def softmax(scores: Floats) -> Floats:
    """Return the softmax of each row."""
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


def draw_folds(papers: Sequence[TrainingPaper], n_folds: int, seed: Sequence[int]) -> Folds:
    """Return the fold of each paper.

    Papers are dealt out in a drawn order, those with gold sentences first: the sizes of folds, and
    their numbers of papers with gold, differ by one at most.
    """
    papers = sorted(papers, key=lambda paper: paper.paper_id)
    drawn = [papers[i] for i in np.random.default_rng(seed).permutation(len(papers)).tolist()]
    drawn.sort(key=lambda paper: not paper.chosen.any())
    return {paper.paper_id: place % n_folds for place, paper in enumerate(drawn)}


def learn(
    papers: Sequence[TrainingPaper], n_folds: int, choices: Sequence[Choice], seed: int, where: str
) -> NestedFits:
    """Fit on training papers, with one of ``choices`` for the number of sentences per citance.

    Raises UserError, citing ``where``, for too few papers, folds or papers with gold sentences.
    """
    _check(papers, n_folds, where)
    validation = _CrossValidation(papers, choices)
    draws = []
    for number in range(DRAWS):
        folds = draw_folds(papers, n_folds, [seed, number])
        draws.append(Draw(folds, [validation.fit([folds], fold) for fold in range(n_folds)]))
    whole = validation.fit([draw.folds for draw in draws])

    choice = LEARNT if whole.settings.choice.has_floor else whole.settings.choice
    counts = []
    for paper in papers:
        scores = _mean_score(draws, paper.paper_id, paper.features)
        counts += count_choices(scores, paper.chosen, [choice])
    return NestedFits(whole, draws, micro(counts).f1)


def _mean_score(draws: Sequence[Draw], paper_id: str, features: Floats) -> Floats:
    """Return the mean scores of a training paper by the fits without it, one for each draw."""
    fits = [draw.without[draw.folds[paper_id]] for draw in draws]
    return np.mean([fit.score(features) for fit in fits], axis=0)


def count_choices(
    shares: Floats, chosen: NDArray[np.bool_], choices: Sequence[Choice]
) -> list[Counts]:
    """Return the counts of each choice, from arrays of shape (citances, sentences)."""
    first = np.argsort(-shares, axis=1, kind="stable")[:, : max(choice.most for choice in choices)]
    ranked = np.take_along_axis(shares, first, axis=1)
    is_gold = np.take_along_axis(chosen, first, axis=1)

    counts = []
    for choice in choices:
        taken = choice.take(ranked, np.arange(1, ranked.shape[1] + 1))
        found = int((is_gold & taken).sum())
        counts.append(Counts(found, int(taken.sum()) - found, int(chosen.sum()) - found))
    return counts


class _CrossValidation:
    """Fits without given papers, each once."""

    def __init__(self, papers: Sequence[TrainingPaper], choices: Sequence[Choice]):
        self._papers = papers
        self._choices = choices
        # without a floor only the order of sentences matters, which no temperature changes
        has_floor = any(choice.has_floor for choice in choices)
        self._temperatures = INVERSE_TEMPERATURES if has_floor else (1.0,)
        self._fitted: dict[frozenset[str], dict[float, LinearModel]] = {}

    def fit(self, draws: Sequence[Folds], without: int | None = None) -> Fit:
        """Choose settings over the folds of the draws, fold ``without`` left out; fit with them."""
        unseen: set[str] = set()
        for folds in draws:
            unseen.update(paper for paper, fold in folds.items() if fold == without)
        f1_by_setting: dict[Settings, float] = {}
        for strength in STRENGTHS:
            f1_by_setting |= self._evaluate(strength, draws, unseen)
        # of equal ones the first: the strongest regularisation
        settings = max(f1_by_setting, key=lambda settings: f1_by_setting[settings])
        return Fit(self._fit(settings.strength, unseen), settings, f1_by_setting)

    def _evaluate(
        self, strength: float, draws: Sequence[Folds], unseen: Set[str]
    ) -> dict[Settings, float]:
        """Return the cross-validated micro F1 of all settings of one strength."""
        counts: dict[Settings, list[Counts]] = {}
        for folds in draws:
            for paper in self._papers:
                if paper.paper_id in unseen:
                    continue
                of_fold = {other for other in folds if folds[other] == folds[paper.paper_id]}
                scores = self._fit(strength, unseen | of_fold).score(paper.features)

                for inverse in self._temperatures:
                    shares = softmax(inverse * scores)
                    found = count_choices(shares, paper.chosen, self._choices)
                    for choice, of_paper in zip(self._choices, found, strict=True):
                        settings = Settings(strength, inverse, choice)
                        counts.setdefault(settings, []).append(of_paper)
        return {settings: micro(of_papers).f1 for settings, of_papers in counts.items()}

    def _fit(self, strength: float, unseen: Set[str]) -> LinearModel:
        """Return the fit of one strength without the ``unseen`` papers; all are fitted at once."""
        key = frozenset(unseen)
        if key not in self._fitted:
            papers = [paper for paper in self._papers if paper.paper_id not in unseen]
            self._fitted[key] = _fit(papers)
        return self._fitted[key][strength]


def _fit(papers: Sequence[TrainingPaper]) -> dict[float, LinearModel]:
    """Fit with each of ``STRENGTHS``, each from the weights of the one before."""
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.linear_model import LogisticRegression

    features = np.concatenate([p.features.reshape(-1, p.features.shape[-1]) for p in papers])
    chosen = np.concatenate([paper.chosen.ravel() for paper in papers])
    mean = features.mean(axis=0)
    deviation = features.std(axis=0)
    deviation = np.where(deviation > 0, deviation, 1.0)
    features -= mean
    features /= deviation

    model = LogisticRegression(solver="newton-cholesky", warm_start=True)
    fitted = {}
    with warnings.catch_warnings():
        warnings.simplefilter("error", ConvergenceWarning)
        for strength in STRENGTHS:
            model.set_params(C=strength).fit(features, chosen)
            fitted[strength] = LinearModel(mean, deviation, model.coef_[0].copy())
    return fitted


def _check(papers: Sequence[TrainingPaper], n_folds: int, where: str) -> None:
    """Raise UserError unless there are enough folds, papers, and papers with gold sentences."""
    if n_folds < FEWEST_FOLDS:
        message = f"scisumm.folds is {n_folds}; {FEWEST_FOLDS} is the least."
        raise UserError(Problem(message, where, "Raise scisumm.folds, or add training papers."))
    if len(papers) < n_folds:
        message = f"{len(papers)} training papers can be read; scisumm.folds is {n_folds}."
        raise UserError(Problem(message, where, "Lower scisumm.folds, or add training papers."))

    n_gold = sum(bool(paper.chosen.any()) for paper in papers)
    if n_gold < FEWEST_FOLDS:
        message = f"{n_gold} training papers have gold sentences; {FEWEST_FOLDS} is the least."
        raise UserError(Problem(message, where, "Annotate more training papers."))
