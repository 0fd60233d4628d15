"""Vectors of papers, or of their sentences, that were made before: those of large pools."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray


@dataclass(frozen=True)
class KnownVectors:
    """``vectors`` has a row for each of ``ids``, or from ``starts[i]`` to ``starts[i + 1]``."""

    ids: pa.ChunkedArray
    vectors: NDArray[np.float32]
    starts: NDArray[np.int64] | None = None

    @classmethod
    def read(cls, files: Mapping[str, Any]) -> Self | None:
        """Read the ``known`` vectors of a job, of the ids of the table ``papers``; None without."""
        if not files.get("known"):
            return None
        ids = pq.read_table(files["papers"], columns=["paper_id"]).column("paper_id")
        return cls(ids, *(np.load(path, mmap_mode="r") for path in files["known"]))

    def find(self, papers: Sequence[str]) -> NDArray[np.int64]:
        """Return the place among ``ids`` of each of ``papers``, -1 of one that has none."""
        places = pc.index_in(pa.array(papers, pa.string()), self.ids)
        return places.fill_null(-1).to_numpy().astype(np.int64)

    def rows(self, place: int) -> NDArray[np.float32]:
        """Return the vectors of the paper at ``place``, shape (its sentences, dimensions)."""
        if self.starts is None:
            return self.vectors[place : place + 1]
        return self.vectors[self.starts[place] : self.starts[place + 1]]
