"""Pairs for training, validation and scoring under each protocol.

``as-published`` follows the authors' code: synthetic pairs are made of all pairs of a facet, test
pairs included, and then split at random with the real ones. ``honest``: a fold is scored by a
network that saw no pair of a query paper of that fold, of any facet, as query or candidate;
synthetic pairs are made of training pairs alone.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paperpool.collections.collection import Collection
from paperpool.workflow.scisearch.features import Features
from paperpool.workflow.scisearch.pairs import Pairs

SHARE_TRAIN = 0.4
SHARE_USED = 0.4 + 0.15
"""Shares of a facet's real and synthetic pairs that train, and that train or validate (the authors'
code); the rest tests the grades."""

SHARE_HELD = 0.25
"""The share of the training fold's query papers that validate under ``honest``."""


@dataclass(frozen=True)
class TrainingData:
    """The data of a training: inputs of shape (n, 2 dimensions), grades of shape (n,).

    ``n_pairs`` training rows are real, ``n_synthetic`` synthetic. ``testing`` are the inputs and
    grades that neither train nor validate as published.
    """

    inputs: Inputs
    grades: Grades
    n_pairs: int
    n_synthetic: int
    validation_inputs: Inputs
    validation_grades: Grades
    testing: tuple[Inputs, Grades] | None = None

    @property
    def is_enough(self) -> bool:
        """Whether there are pairs to train on and pairs to validate on."""
        return bool(len(self.grades) and len(self.validation_grades))


def split_as_published(
    pairs: Pairs, features: Features, oversampling: str, seed: int
) -> TrainingData:
    """Return the training data of the authors' protocol, with its leak."""
    inputs, grades = _balance(features.of_pairs(pairs), pairs.grades, oversampling, seed)
    order = np.random.default_rng(seed).permutation(len(grades))
    n_train = int(len(grades) * SHARE_TRAIN)
    n_used = int(len(grades) * SHARE_USED)
    train, validation, testing = np.split(order, [n_train, n_used])
    n_pairs = int((train < len(pairs)).sum())  # synthetic pairs come after the real ones
    return TrainingData(
        inputs[train],
        grades[train],
        n_pairs,
        n_train - n_pairs,
        inputs[validation],
        grades[validation],
        (inputs[testing], grades[testing]),
    )


def unseen_pairs(pairs: Pairs, held: Set[str]) -> Pairs:
    """Return the pairs without a paper of ``held``, and without a paper's pair with itself."""
    unseen = []
    for query, candidate in zip(pairs.queries, pairs.candidates, strict=True):
        unseen.append(query != candidate and held.isdisjoint((query, candidate)))
    return pairs.take(np.array(unseen, dtype=bool))


def split_honest(
    pairs: Pairs, held: Set[str], features: Features, oversampling: str, seed: int
) -> TrainingData:
    """Return the training data without pairs of the papers ``held``.

    Whole query papers validate, at least one of two or more; their pairs do not train.
    """
    left = unseen_pairs(pairs, held)
    papers = sorted(set(left.queries))
    n_validating = max(1, round(SHARE_HELD * len(papers)))
    order = np.random.default_rng(seed).permutation(len(papers))
    validating = {papers[i] for i in order[:n_validating]}
    validates = np.array([query in validating for query in left.queries], dtype=bool)
    train = left.take(~validates)
    validation = left.take(validates)
    inputs, grades = _balance(features.of_pairs(train), train.grades, oversampling, seed)
    return TrainingData(
        inputs,
        grades,
        len(train),
        len(grades) - len(train),
        features.of_pairs(validation),
        validation.grades,
    )


def _balance(inputs: Inputs, grades: Grades, oversampling: str, seed: int) -> tuple[Inputs, Grades]:
    if oversampling == "smote":
        return add_synthetic(inputs, grades, seed)
    return inputs, grades


def scored_queries(collection: Collection, facet: str, fold: int) -> list[str]:
    """Return the query papers of a facet that are scored in a fold (from 1), sorted."""
    return sorted(query for query, _ in collection.folds[facet][f"fold{fold}_test"])


def held_papers(collection: Collection, facet: str, fold: int) -> set[str]:
    """Return the papers to keep out of training if a fold of a facet is scored.

    They are the fold's queries in any facet: grades of one pool correlate across facets.
    """
    papers: set[str] = set()
    for slice_name in ("all", facet):
        pairs = collection.folds[slice_name][f"fold{fold}_test"]
        papers.update(query for query, _ in pairs)
    return papers


def deal_papers(pairs: Pairs, n_parts: int) -> list[list[str]]:
    """Deal the query papers of ``pairs`` to at most ``n_parts`` non-empty parts."""
    papers = sorted(set(pairs.queries))
    return [papers[part::n_parts] for part in range(min(n_parts, len(papers)))]


Inputs = NDArray[np.float32]
Grades = NDArray[np.int64]

NEIGHBOURS = 5


def add_synthetic(inputs: Inputs, grades: Grades, seed: int) -> tuple[Inputs, Grades]:
    """Return ``inputs`` (n, features) and ``grades`` (n,) with synthetic rows after them (SMOTE).

    Source: SciSearch, section 5.4; Chawla et al., "SMOTE: Synthetic Minority Over-sampling
    Technique" (2002). A synthetic pair lies between a pair and one of its five nearest of the same
    grade, by the query's and the candidate's vector alike. Every grade that occurs becomes as
    frequent as the most frequent one. A grade of fewer than six pairs has fewer neighbours; the
    only pair of a grade is repeated.
    """
    present, counts = np.unique(grades, return_counts=True)
    all_inputs = [inputs]
    all_grades = [grades]
    for grade, count in zip(present, counts, strict=True):
        n_synthetic = int(counts.max() - count)
        if count == 1:
            all_inputs.append(np.repeat(inputs[grades == grade], n_synthetic, axis=0))
        elif n_synthetic:
            all_inputs.append(_synthesise(inputs, grades, int(grade), int(counts.max()), seed))
        all_grades.append(np.full(n_synthetic, grade, dtype=grades.dtype))
    return np.concatenate(all_inputs), np.concatenate(all_grades)


def _synthesise(inputs: Inputs, grades: Grades, grade: int, total: int, seed: int) -> Inputs:
    """Return synthetic rows of a grade, which with the real ones are ``total``."""
    from imblearn.over_sampling import SMOTE

    neighbours = min(NEIGHBOURS, int((grades == grade).sum()) - 1)
    sampler = SMOTE(sampling_strategy={grade: total}, k_neighbors=neighbours, random_state=seed)
    resampled, _ = sampler.fit_resample(inputs, grades)
    return resampled[len(inputs) :]
