"""Search by embeddings: those of all papers, made by an encoder or given."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import compress
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib.format import open_memmap
from numpy.typing import NDArray

from paperpool.errors import Problem, UserError
from paperpool.extras.search_page.encoders import TextEncoder, Vectors, to_unit
from paperpool.extras.search_page.model import Example
from paperpool.extras.search_page.papers import Papers
from paperpool.extras.search_page.parts import PageIndex, digest_files
from paperpool.extras.search_page.ranking import Scores
from paperpool.extras.search_page.run_files import RunFiles
from paperpool.io.mapped_files import map_array
from paperpool.io.tables import BATCH_ROWS
from paperpool.rankers.scoring.paper_vectors import KnownVectors
from paperpool.rankers.scoring.vector_files import split_parts
from paperpool.search.lacking import find_missing_vectors
from paperpool.search.pairs import product
from paperpool.workflow.pools.candidates import read_parts

_FILE = "vectors.npy"


class PaperVectors:
    """The vectors of all papers, of unit length, in a file of the index."""

    def __init__(self, run: RunFiles, papers: Papers, index: PageIndex):
        self._run = run
        self._papers = papers
        self._index = index
        self._opened: Vectors | None = None

    def open(self) -> Vectors:
        """Return the vectors, row by row; the first call computes those that are missing."""
        if self._opened is None:
            name, made_of = self._describe()
            self._opened = map_array(self._index.part(name, self._store, made_of) / _FILE)
        return self._opened

    def score(self, example: Example, text: str) -> Scores:
        """Return the cosines of an example and all papers, the same on any number of cores.

        ``text`` are the example's chosen sentences.
        """
        query = self._ask(example, text)
        scores = np.empty(len(self._papers))
        multiply(self.open(), query, scores)
        return scores

    def _describe(self) -> tuple[str, Any]:
        """Return the name of the part of the index, and what its content depends on."""
        raise NotImplementedError

    def _ask(self, example: Example, text: str) -> Vectors:
        """Return the vector of the query, of unit length."""
        raise NotImplementedError

    def _read(self) -> Iterator[tuple[Any, Vectors]]:
        """Yield ids and vectors of the papers, in batches."""
        raise NotImplementedError

    def _store(self, folder: Path) -> None:
        """Write the vectors; papers that no batch has get zeros. Memory holds a batch."""
        stored: Vectors = np.zeros((len(self._papers), 1), np.float32)
        for ids, vectors in self._read():
            if not (folder / _FILE).is_file():
                shape = (len(self._papers), vectors.shape[1])
                stored = open_memmap(folder / _FILE, "w+", np.float32, shape)
            rows = self._papers.rows_of_many(ids)
            stored[rows[rows >= 0]] = to_unit(vectors[rows >= 0])
        if not (folder / _FILE).is_file():
            np.save(folder / _FILE, stored)


class EncodedPapers(PaperVectors):
    """Vectors by an encoder of texts: those that the run has, others are encoded."""

    def __init__(self, encoder: TextEncoder, run: RunFiles, papers: Papers, index: PageIndex):
        super().__init__(run, papers, index)
        self._encoder = encoder

    def _describe(self) -> tuple[str, Any]:
        return "vectors", [self._encoder.model.digest, self._encoder.choice.separator]

    def _ask(self, example: Example, text: str) -> Vectors:
        if example.title:
            text = f"{example.title}{self._encoder.separator}{text}"
        return to_unit(self._encoder.encode_query(text)[None])[0]

    def _read(self) -> Iterator[tuple[Any, Vectors]]:
        known = self._run.find_vectors(self._encoder.choice.name)
        for file in self._run.papers:
            for texts in read_parts(file, None, self._encoder.separator):
                yield from self._embed(texts, known)
        yield from self._embed_added()

    def _embed(
        self, texts: Mapping[str, str], known: Sequence[KnownVectors]
    ) -> Iterator[tuple[Sequence[str], Vectors]]:
        """Yield ids and embeddings of a part's papers: those that are known, then the others."""
        ids = list(texts)
        for table in known:
            places = table.find(ids)
            found = places >= 0
            if found.any():
                yield list(compress(ids, found)), table.vectors[places[found]]
            ids = list(compress(ids, ~found))
        if ids:
            yield ids, self._encoder.model.encode([texts[paper_id] for paper_id in ids])

    def _embed_added(self) -> Iterator[tuple[Sequence[str], Vectors]]:
        """Yield ids and embeddings of the collection's papers that the corpus lacks.

        All papers of the collection are encoded, in the parts of the rankers: they are in the cache
        then.
        """
        collection = self._run.collection
        added = set(self._papers.added)
        if collection is None or not added:
            return

        separator = self._encoder.separator
        queries = [query for query, _ in collection.pairs()]
        for part in split_parts([*collection.documents, *queries]):
            texts = []
            for paper_id in part:
                paper = collection.papers[paper_id]
                texts.append(f"{paper.head(separator)}{paper.abstract}")
            is_added = [paper_id in added for paper_id in part]
            yield list(compress(part, is_added)), self._encoder.model.encode(texts)[is_added]


class GivenVectors(PaperVectors):
    """A ranker's given vectors. They encode no text, so the example is a paper of the run."""

    def __init__(self, ranker: str, run: RunFiles, papers: Papers, index: PageIndex):
        super().__init__(run, papers, index)
        self._ranker = ranker

    def _describe(self) -> tuple[str, Any]:
        files = []
        for papers, vectors in self._run.find_given(self._ranker):
            files += [papers, vectors]
        return "given", digest_files(files)

    def _ask(self, example: Example, text: str) -> Vectors:
        """Return the vector of a whole paper; UserError if it has none. ``text`` does not count."""
        hint = "Rank by words."
        if example.paper_id is None:
            message = (
                "The run has vectors of its own papers alone: a pasted text cannot be encoded."
            )
            raise UserError(Problem(message, "ranker", f"{hint} Or name a paper of the run."))
        row = self._papers.ids.find(example.paper_id)
        if row is None or not self.open()[row].any():
            message = f"{self._ranker} has no vector of paper {example.paper_id}."
            raise UserError(Problem(message, "ranker", hint))
        return self.open()[row]

    def _read(self) -> Iterator[tuple[Any, Vectors]]:
        for papers, vectors in self._run.find_given(self._ranker):
            known = self._run.map_vectors(papers, vectors)
            for start in range(0, len(known.ids), BATCH_ROWS):
                batch = known.vectors[start : start + BATCH_ROWS]
                there = ~find_missing_vectors(batch)
                yield known.ids.slice(start, BATCH_ROWS).filter(there), batch[there]


def multiply(vectors: Vectors, query: Vectors, products: NDArray[np.float64]) -> None:
    """Write the product of each vector and ``query`` to ``products``."""
    for row in range(len(vectors)):
        products[row] = product(vectors[row], query)
