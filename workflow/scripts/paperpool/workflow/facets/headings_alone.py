"""Labels where there is no labeller: those of headings, and the scheme's for other sentences."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


class HeadingsAlone:
    """Gives every sentence one label, where headings of structured abstracts give none.

    It stands where a labeller would, and predicts nothing: its labels have no probability.
    """

    n_cut = 0
    predicts = False

    def __init__(self, label: str):
        self.labels = (label,)

    def label(self, abstracts: Sequence[Sequence[str]]) -> list[NDArray[np.float32]]:
        """Return the label of each sentence of the abstracts, shape (sentences, 1), as ones."""
        return [np.ones((len(sentences), 1), np.float32) for sentences in abstracts]
