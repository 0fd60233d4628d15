"""The feature extractor: texts of queries and candidates as one vector each.

Source: SciSearch, section 5.2 (a frozen encoder of the facet of a paper). The authors' code reads
the whole abstract of a candidate; ``candidate`` chooses between that and its facet sentences.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from paperpool.collections.collection import Collection
from paperpool.io.parquet_files import read_table
from paperpool.io.tables import write_table
from paperpool.workflow.scisearch.names import ABSTRACT, FACET
from paperpool.workflow.scisearch.pairs import Pairs
from paperpool.workflow.scisearch.tables import VECTORS

Key = tuple[str, str, str]
"""A paper, a facet and a source."""

Vector = NDArray[np.float32]


def list_texts(collection: Collection, candidate: str) -> dict[Key, str]:
    """Return the text of every vector that a judged pair needs, sorted by key.

    ``candidate`` is the source of a candidate's text; a query is read by its facet.
    """
    texts: dict[Key, str] = {}
    for query, facet in collection.pairs():
        wanted = [(query, FACET)]
        for paper_id in collection.judgments[query, facet].candidates:
            wanted.append((paper_id, candidate))
        for paper_id, source in wanted:
            found, text = source_text(collection, paper_id, facet, source)
            texts[paper_id, facet, found] = text
    return dict(sorted(texts.items()))


def source_text(collection: Collection, paper_id: str, facet: str, source: str) -> tuple[str, str]:
    """Return the source and the text of a paper: the whole abstract if it lacks the facet."""
    if source == FACET:
        sentences = collection.facet_sentences(paper_id, facet)
        if sentences:
            return FACET, " ".join(sentences)
    return ABSTRACT, collection.papers[paper_id].abstract


def write_vectors(path: str | Path, keys: Iterable[Key], vectors: Iterable[Vector]) -> None:
    """Write the vector of each key as a table of schema VECTORS."""
    ids, facets, sources = zip(*keys, strict=True)
    arrays = []
    for column, field in zip((ids, facets, sources, list(vectors)), VECTORS, strict=True):
        arrays.append(pa.array(column, field.type))
    write_table(path, pa.Table.from_arrays(arrays, schema=VECTORS))


class Features:
    """The vectors of queries and candidates; ``candidate`` is the source of a candidate's text."""

    def __init__(self, vectors: Mapping[Key, Vector], candidate: str):
        self._vectors = vectors
        self.candidate_source = candidate

    @property
    def dimensions(self) -> int:
        """The length of a vector."""
        return len(next(iter(self._vectors.values())))

    def query(self, paper_id: str, facet: str) -> Vector:
        """Return the vector of a paper as a query."""
        return self._find(paper_id, facet, FACET)

    def candidate(self, paper_id: str, facet: str) -> Vector:
        """Return the vector of a paper as a candidate."""
        return self._find(paper_id, facet, self.candidate_source)

    def _find(self, paper_id: str, facet: str, source: str) -> Vector:
        """Return a vector, that of the abstract if the paper lacks the facet."""
        key = (paper_id, facet, source)
        if key not in self._vectors:
            key = (paper_id, facet, ABSTRACT)
        return self._vectors[key]

    def of_pairs(self, pairs: Pairs) -> Vector:
        """Return the vectors of query and candidate side by side, shape (pairs, 2 dimensions)."""
        rows = []
        for query, candidate in zip(pairs.queries, pairs.candidates, strict=True):
            of_query = self.query(query, pairs.facet)
            rows.append(np.concatenate([of_query, self.candidate(candidate, pairs.facet)]))
        return np.array(rows, np.float32).reshape(len(rows), 2 * self.dimensions)


def read_features(path: str | Path, candidate: str, facet: str | None = None) -> Features:
    """Read the vectors that ``write_vectors`` wrote, of one facet if it is named."""
    filters = None if facet is None else [("facet", "=", facet)]
    table = read_table(path, filters=filters)
    flat = table.column("vector").combine_chunks().flatten().to_numpy()
    keys = zip(
        table["paper_id"].to_pylist(),
        table["facet"].to_pylist(),
        table["source"].to_pylist(),
        strict=True,
    )
    vectors = flat.reshape(len(table), -1)
    return Features(dict(zip(keys, vectors, strict=True)), candidate)
