"""Relations of papers by their citations, as sparse matrices of papers by papers.

A relation has the shape (papers, papers), 1 where the row's paper is linked to the column's, and no
paper is linked to itself. Kessler (1963) has bibliographic coupling, Small (1973) co-citation.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray
from scipy import sparse

from paperpool.io.tables import CITATIONS, read_batches

CITES = "cites"
CITED_BY = "cited_by"
EITHER = "either"
COUPLING = "coupling"
COCITATION = "cocitation"
TWO_STEPS = "two_steps"

RELATIONS = (CITES, CITED_BY, EITHER, COUPLING, COCITATION, TWO_STEPS)
"""Cites; is cited by; either; cites a work that the other cites; is cited by a paper that cites the
other; is linked to a paper that is linked to the other, whatever the directions, and not directly.
"""

Matrix = sparse.csr_array
Edge = tuple[str, str]
"""A citing paper and the one that it cites."""


_READ_ROWS = 131_072
"""Citations that are read at once: the wanted ids are hashed anew for each batch."""


def read_edges(paths: Iterable[str | Path], papers: Iterable[str]) -> list[Edge]:
    """Return the citations of or by some papers, from tables of CITATIONS, sorted."""
    wanted = pa.array(set(papers), pa.string())
    edges: set[Edge] = set()
    for batch in read_batches(list(paths), CITATIONS.names, _READ_ROWS):
        citing, cited = batch.columns
        found = batch.filter(pc.or_(pc.is_in(citing, wanted), pc.is_in(cited, wanted)))
        edges.update(zip(*(column.to_pylist() for column in found.columns), strict=True))
    return sorted(edges)


def relate(papers: Sequence[str], edges: Iterable[Edge]) -> dict[str, Matrix]:
    """Return the matrix of each of RELATIONS among ``papers``.

    Other ends of ``edges`` count as works that two papers cite, or are cited by.
    """
    numbers = {paper: number for number, paper in enumerate(papers)}
    ends = [edge for edge in edges if edge[0] != edge[1]]
    for edge in ends:
        for end in edge:
            numbers.setdefault(end, len(numbers))

    citing = np.array([numbers[citing] for citing, _ in ends], dtype=np.int64)
    cited = np.array([numbers[cited] for _, cited in ends], dtype=np.int64)
    graph = _make_matrix(citing, cited, len(numbers))
    n_papers = len(papers)
    outgoing = graph[:n_papers]
    incoming = graph.T.tocsr()[:n_papers]
    linked = _as_binary(outgoing + incoming)
    cites = outgoing[:, :n_papers]
    either = linked[:, :n_papers]
    steps = _as_binary(linked @ linked.T)
    return {
        CITES: cites,
        CITED_BY: cites.T.tocsr(),
        EITHER: either,
        COUPLING: _without_itself(outgoing @ outgoing.T),
        COCITATION: _without_itself(incoming @ incoming.T),
        TWO_STEPS: _without_itself(steps - steps.multiply(either)),
    }


def link_neighbours(
    papers: Sequence[str], rankings: Mapping[str, Sequence[str]], n_links: NDArray[np.int64]
) -> Matrix:
    """Return the relation of each paper to the first ones of its ranking, ``n_links`` of each.

    ``n_links`` has the shape (papers,). A paper without a ranking is linked to none; one whose
    ranking is shorter has fewer.
    """
    numbers = {paper: number for number, paper in enumerate(papers)}
    rows: list[int] = []
    columns: list[int] = []
    for paper, ranking in rankings.items():
        row = numbers[paper]
        known = [numbers[other] for other in ranking if other in numbers and other != paper]
        chosen = known[: n_links[row]]
        rows += [row] * len(chosen)
        columns += chosen
    return _make_matrix(np.array(rows, np.int64), np.array(columns, np.int64), len(papers))


LINK_COLUMNS = "relation n_papers n_linked n_pairs".split()
"""``n_linked`` papers are linked to another one; ``n_pairs`` of a paper and a linked one."""


def count_links(relations: Mapping[str, Matrix]) -> pd.DataFrame:
    """Return the table of LINK_COLUMNS."""
    rows = []
    for name, relation in relations.items():
        n_linked = int((relation.sum(axis=1) > 0).sum())
        rows.append((name, relation.shape[0], n_linked, int(relation.nnz)))
    return pd.DataFrame(rows, columns=LINK_COLUMNS)


def _make_matrix(rows: NDArray[np.int64], columns: NDArray[np.int64], n: int) -> Matrix:
    ones = np.ones(len(rows), dtype=np.int64)
    return _as_binary(sparse.csr_array((ones, (rows, columns)), shape=(n, n)))


def _as_binary(matrix: Matrix) -> Matrix:
    """Return a matrix with 1 where it has another number than 0."""
    binary = sparse.csr_array(matrix != 0).astype(np.int64)
    binary.sort_indices()
    return binary


def _without_itself(matrix: Matrix) -> Matrix:
    """Return a relation with 1 for any number of links, and none of a paper to itself."""
    coordinates = sparse.coo_array(matrix)
    is_kept = (coordinates.row != coordinates.col) & (coordinates.data != 0)
    return _make_matrix(
        coordinates.row[is_kept].astype(np.int64),
        coordinates.col[is_kept].astype(np.int64),
        matrix.shape[0],
    )
