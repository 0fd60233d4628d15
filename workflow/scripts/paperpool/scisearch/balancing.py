"""Balance the grades of training pairs with synthetic pairs: SMOTE.

Source: SciSearch, section 5.4; Chawla et al., "SMOTE: Synthetic Minority Over-sampling Technique"
(2002). A synthetic pair lies between a pair and one of its five nearest of the same grade, its
query's and its candidate's vector alike.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Inputs = NDArray[np.float32]
Grades = NDArray[np.int64]

NEIGHBOURS = 5


def add_synthetic(inputs: Inputs, grades: Grades, seed: int) -> tuple[Inputs, Grades]:
    """Return ``inputs`` (n, features) and ``grades`` (n,) with synthetic rows after them.

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
