"""Warn of a labeller that learned from another field: how often it is unsure, and of what."""

import logging
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

LOW_PROBABILITY = 0.4
"""Below it a label is unsure: on CSAbstruct's test split the shipped head gives 30.5% of the
sentences a smaller probability, and 47.8% of these the right label, of the others 90.0%
(``studies/compare_headings.py --csabstruct``)."""

_LOG = logging.getLogger("paperpool")


class ConfidenceCount:
    """Counts the unsure labels of papers of the corpus, and their fields of study.

    ``field`` is the field of study of the labeller's training data, None if it is unknown or the
    user's own: then nothing is warned of.
    """

    def __init__(self, field: str | None):
        self._field = field
        self._n_labels = 0
        self._n_low = 0
        self._n_papers = 0
        self._n_with_fields = 0
        self._n_of_field = 0

    def add(self, fields: Sequence[str], probabilities: NDArray[np.float32]) -> None:
        """Count a paper by its fields, none if unknown, and the probability of its labels."""
        self._n_papers += 1
        if fields:
            self._n_with_fields += 1
        if self._field in fields:
            self._n_of_field += 1
        self._n_labels += len(probabilities)
        self._n_low += int((probabilities < LOW_PROBABILITY).sum())

    def log(self) -> None:
        """Log the share of unsure labels: a warning if most papers are of another field."""
        if not self._n_labels:
            return
        share = 100 * self._n_low / self._n_labels
        unsure = f"{share:.1f}% of {self._n_labels} predicted labels"
        is_of_field = self._n_with_fields > 0 and 2 * self._n_of_field >= self._n_with_fields
        if self._field is None or is_of_field:
            _LOG.info("%s have a probability below %s", unsure, LOW_PROBABILITY)
            return

        told = "whose fields of study are not known"
        if self._n_with_fields:
            told = f"of which {self._n_of_field} are of that field"
        _LOG.warning(
            "The labeller learned from abstracts of %s, and labels %d papers %s: %s are unsure "
            "(a probability below %s). Label some abstracts of your field, and name the sheet in "
            "facets.train_on.",
            self._field,
            self._n_papers,
            told,
            unsure,
            LOW_PROBABILITY,
        )
