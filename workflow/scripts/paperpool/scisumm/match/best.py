"""The ranker ``best``: a weighting of other rankers' scores, learnt from the training set alone.

A logistic regression tells sentences that an annotator chose from the others of the reference
paper. Its one setting, the strength of the regularisation, is what does best over folds of the
training set that keep a reference paper's citances together. A training paper is ranked by the
weights that were learnt without its fold, so that the figures of the training set are of papers
that were not learnt from; test papers by weights learnt from all training papers.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paperpool.errors import Problem, UserError
from paperpool.evaluation.resampling import Floats
from paperpool.scisumm.counts import Counts, micro

STRENGTHS = (0.001, 0.01, 0.1, 1.0)
"""Inverse strengths of the regularisation (scikit-learn's C) that are tried."""


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
class Learnt:
    """What was learnt: the weighting of all papers, and of all but each fold's.

    ``folds`` maps a training paper to its fold; ``figures`` has micro F1 over the folds of each
    strength that was tried.
    """

    strength: float
    weighting: Weighting
    folds: dict[str, int]
    without: list[Weighting]
    figures: dict[float, float]

    def score(self, paper_id: str, features: Floats) -> Floats:
        """Return the scores of a paper, by weights that it was not learnt from."""
        fold = self.folds.get(paper_id)
        return (self.weighting if fold is None else self.without[fold]).score(features)


def draw_folds(papers: Sequence[str], n_folds: int, seed: int) -> dict[str, int]:
    """Return the fold of each paper; folds differ in size by one at most."""
    order = np.random.default_rng(seed).permutation(len(papers))
    return {papers[i]: place % n_folds for place, i in enumerate(order.tolist())}


def learn(papers: Sequence[LearningPaper], n_folds: int, k: int, seed: int, where: str) -> Learnt:
    """Learn from training papers; ``k`` sentences of each citance are judged.

    Raises UserError, which names ``where`` they are from, when there are fewer papers than folds
    or some fold leaves no gold sentence to learn from.
    """
    folds = draw_folds(sorted(paper.paper_id for paper in papers), n_folds, seed)
    _check(papers, folds, n_folds, where)
    without, figures = {}, {}
    for strength in STRENGTHS:
        without[strength] = [
            _fit([paper for paper in papers if folds[paper.paper_id] != fold], strength)
            for fold in range(n_folds)
        ]
        figures[strength] = micro_f1(
            [
                (without[strength][folds[paper.paper_id]].score(paper.features), paper.chosen)
                for paper in papers
            ],
            k,
        )
    best = max(STRENGTHS, key=lambda strength: (figures[strength], -strength))
    return Learnt(best, _fit(papers, best), folds, without[best], figures)


def micro_f1(judged: Sequence[tuple[Floats, NDArray[np.bool_]]], k: int) -> float:
    """Return micro-averaged F1 of the first ``k`` sentences of (scores, chosen) matrices."""
    counts = []
    for scores, chosen in judged:
        first = np.argsort(-scores, axis=1, kind="stable")[:, :k]
        found = int(np.take_along_axis(chosen, first, axis=1).sum())
        counts.append(Counts(found, first.size - found, int(chosen.sum()) - found))
    return micro(counts).f1


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
    if len(papers) < n_folds:
        what = f"{len(papers)} training papers can be read; scisumm.folds is {n_folds}."
        raise UserError(Problem(what, where, "Lower scisumm.folds, or add training papers."))
    if len({folds[paper.paper_id] for paper in papers if paper.chosen.any()}) < 2:
        what = "No training citance has a gold sentence to learn from, or those of one fold alone."
        hint = "Annotate more training papers, or change scisumm.folds."
        raise UserError(Problem(what, where, hint))
