"""Search by given vectors: they encode no text, so the example is a paper of the run."""

from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.lib.format import open_memmap
from numpy.typing import NDArray

from paperpool.io.mapped_files import map_array
from paperpool.io.tables import BATCH_ROWS
from paperpool.search.lacking import find_missing_vectors
from paperpool.search_page.papers import Papers
from paperpool.search_page.parts import PageIndex, digest_files
from paperpool.search_page.run_files import RunFiles
from paperpool.search_page.vectors import VECTORS_FILE, Vectors, multiply, to_unit


class GivenSearch:
    """A ranker's given vectors of the papers, of unit length; zeros for papers without one."""

    def __init__(self, ranker: str, run: RunFiles, papers: Papers, index: PageIndex):
        self._ranker, self._run, self._papers, self._index = ranker, run, papers, index

    @cached_property
    def _vectors(self) -> Vectors:
        files = [file for both in self._run.find_given(self._ranker) for file in both]
        folder = self._index.part("given", self._store_vectors, digest_files(files))
        return map_array(folder / VECTORS_FILE)

    def prepare(self) -> None:
        """Open the vectors of all papers."""
        self.has_vector(None)

    def has_vector(self, paper_id: str | None) -> bool:
        """Return whether a paper has a vector; a pasted text, None, has not."""
        vectors = self._vectors
        row = None if paper_id is None else self._papers.ids.find(paper_id)
        return row is not None and bool(vectors[row].any())

    def score(self, title: str, text: str, paper_id: str) -> NDArray[np.float64]:
        """Return the cosines of a paper's vector and those of all papers, by row.

        Title and text do not count: the vector is of the whole paper.
        """
        scores = np.empty(len(self._papers))
        multiply(self._vectors, self._vectors[self._papers.ids.find(paper_id)], scores)
        return scores

    def _store_vectors(self, folder: Path) -> None:
        """Write a vector for each paper; memory holds a batch of them."""
        stored: Vectors = np.zeros((len(self._papers), 1), np.float32)
        for papers, vectors in self._run.find_given(self._ranker):
            known = self._run.map_vectors(papers, vectors)
            if stored.shape[1] != known.vectors.shape[1]:
                shape = len(self._papers), known.vectors.shape[1]
                stored = open_memmap(folder / VECTORS_FILE, "w+", np.float32, shape)
            for start in range(0, len(known.ids), BATCH_ROWS):
                rows = self._papers.rows_of_many(known.ids.slice(start, BATCH_ROWS))
                batch = known.vectors[start : start + BATCH_ROWS]
                found = (rows >= 0) & ~find_missing_vectors(batch)
                stored[rows[found]] = to_unit(batch[found])
        if not (folder / VECTORS_FILE).is_file():
            np.save(folder / VECTORS_FILE, stored)
