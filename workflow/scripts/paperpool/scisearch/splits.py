"""The pairs for training, validation and scoring under each protocol.

``as-published`` follows the authors' code: synthetic pairs are made of all pairs of a facet, the
test pairs among them, and real and synthetic pairs together are split at random. ``honest``: a fold
is scored by a network that saw no pair of a query paper of that fold, of any facet, as query or as
candidate; synthetic pairs are made of training pairs alone.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paperpool.collections.collection import Collection
from paperpool.scisearch.features import Features
from paperpool.scisearch.pairs import Pairs

SHARE_TRAIN, SHARE_VALIDATION = 0.4, 0.15
"""Of the real and synthetic pairs of a facet; the rest tests how many grades are right (the
authors' code)."""

SHARE_HELD = 0.25
"""Of the query papers of the training fold: those that validate under ``honest``."""


@dataclass(frozen=True)
class TrainingData:
    """The data of a training: inputs of shape (n, 2 dimensions), grades of shape (n,).

    ``n_pairs`` of the training rows are real pairs, ``n_synthetic`` were made. ``rest`` are the
    inputs and grades that neither train nor validate as published.
    """

    inputs: Inputs
    grades: Grades
    n_pairs: int
    n_synthetic: int
    validation_inputs: Inputs
    validation_grades: Grades
    rest: tuple[Inputs, Grades] | None = None

    @property
    def is_enough(self) -> bool:
        """Whether there is something to train on and something to stop by."""
        return bool(len(self.grades) and len(self.validation_grades))


def split_as_published(
    pairs: Pairs, features: Features, oversampling: str, seed: int
) -> TrainingData:
    """Return the training data of the authors' protocol, with its leak."""
    inputs, grades = _balance(features.of_pairs(pairs), pairs.grades, oversampling, seed)
    order = np.random.default_rng(seed).permutation(len(grades))
    n_train, n_used = (
        int(len(grades) * share) for share in (SHARE_TRAIN, SHARE_TRAIN + SHARE_VALIDATION)
    )
    train, validation, rest = order[:n_train], order[n_train:n_used], order[n_used:]
    n_pairs = int((train < len(pairs)).sum())
    return TrainingData(
        inputs[train],
        grades[train],
        n_pairs,
        n_train - n_pairs,
        inputs[validation],
        grades[validation],
        (inputs[rest], grades[rest]),
    )


def unseen_pairs(pairs: Pairs, held: Set[str]) -> Pairs:
    """Return the pairs that have no paper of ``held``, as query or candidate.

    A paper's pair with itself is left out.
    """
    return pairs.take(
        np.array(
            [
                query not in held and candidate not in held and query != candidate
                for query, candidate in zip(pairs.queries, pairs.candidates, strict=True)
            ],
            dtype=bool,
        )
    )


def split_honest(
    pairs: Pairs, held: Set[str], features: Features, oversampling: str, seed: int
) -> TrainingData:
    """Return the training data that has no pair of the papers ``held``.

    Whole query papers validate, at least one of two or more; their pairs are not for training. A
    paper's pair with itself is left out.
    """
    left = unseen_pairs(pairs, held)
    papers = sorted(set(left.queries))
    n_validating = max(1, round(SHARE_HELD * len(papers)))
    order = np.random.default_rng(seed).permutation(len(papers))
    validating = {papers[i] for i in order[:n_validating]}
    validates = np.array([query in validating for query in left.queries], dtype=bool)
    train, validation = left.take(~validates), left.take(validates)
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
    return add_synthetic(inputs, grades, seed) if oversampling == "smote" else (inputs, grades)


def scored_queries(collection: Collection, facet: str, fold: int) -> list[str]:
    """Return the query papers of a facet that are scored in a fold (from 1), sorted."""
    return sorted(query for query, _ in collection.folds[facet][f"fold{fold}_test"])


def held_papers(collection: Collection, facet: str, fold: int) -> set[str]:
    """Return the papers that must not be trained on if a fold of a facet is scored.

    Those that are a query of the fold in any facet: grades of one pool correlate across facets.
    """
    lists = (collection.folds[part][f"fold{fold}_test"] for part in ("all", facet))
    return {query for pairs in lists for query, _ in pairs}


def deal_papers(pairs: Pairs, n_parts: int) -> list[list[str]]:
    """Return the query papers of ``pairs`` dealt to at most ``n_parts``, all non-empty."""
    papers = sorted(set(pairs.queries))
    return [papers[part::n_parts] for part in range(min(n_parts, len(papers)))]


Inputs = NDArray[np.float32]
Grades = NDArray[np.int64]

NEIGHBOURS = 5


def add_synthetic(inputs: Inputs, grades: Grades, seed: int) -> tuple[Inputs, Grades]:
    """Return ``inputs`` (n, features) and ``grades`` (n,) with synthetic rows after them (SMOTE).

    Source: SciSearch, section 5.4; Chawla et al., "SMOTE: Synthetic Minority Over-sampling
    Technique" (2002). A synthetic pair lies between a pair and one of its five nearest of the same
    grade, its query's and its candidate's vector alike.

    Every grade that occurs is then as frequent as the most frequent one. A grade of fewer than
    six pairs has fewer neighbours to draw from; the only pair of a grade is repeated.
    """
    present, counts = np.unique(grades, return_counts=True)
    made, labels = [inputs], [grades]
    for grade, count in zip(present, counts, strict=True):
        n_made = int(counts.max() - count)
        if count == 1:
            made.append(np.repeat(inputs[grades == grade], n_made, axis=0))
        elif n_made:
            made.append(_synthesise(inputs, grades, int(grade), int(counts.max()), seed))
        labels.append(np.full(n_made, grade, dtype=grades.dtype))
    return np.concatenate(made), np.concatenate(labels)


def _synthesise(inputs: Inputs, grades: Grades, grade: int, total: int, seed: int) -> Inputs:
    """Return the synthetic rows that bring ``grade`` to ``total`` rows."""
    from imblearn.over_sampling import SMOTE

    neighbours = min(NEIGHBOURS, int((grades == grade).sum()) - 1)
    sampler = SMOTE(sampling_strategy={grade: total}, k_neighbors=neighbours, random_state=seed)
    resampled, _ = sampler.fit_resample(inputs, grades)
    return resampled[len(inputs) :]
