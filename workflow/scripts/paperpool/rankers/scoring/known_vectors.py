"""Vectors of papers, or of their sentences, that were made before: those of large pools."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray


@dataclass(frozen=True)
class KnownVectors:
    """``vectors`` has a row for each of ``ids``, or from ``starts[i]`` to ``starts[i + 1]``."""

    ids: pa.ChunkedArray
    vectors: NDArray[np.float32]
    starts: NDArray[np.int64] | None = None

    def find(self, papers: Sequence[str]) -> NDArray[np.int64]:
        """Return the place among ``ids`` of each of ``papers``, -1 of one that has none."""
        places = pc.index_in(pa.array(papers, pa.string()), self.ids)
        return places.fill_null(-1).to_numpy().astype(np.int64)

    def rows(self, place: int) -> NDArray[np.float32]:
        """Return the vectors of the paper at ``place``, shape (its sentences, dimensions)."""
        if self.starts is None:
            return self.vectors[place : place + 1]
        return self.vectors[self.starts[place] : self.starts[place + 1]]
