"""Relations of papers, worked by hand."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from paperpool.extras.citations_and_relevance.relations import (
    RELATIONS,
    count_links,
    link_neighbours,
    read_edges,
    relate,
)
from paperpool.io.tables import CITATIONS

PAPERS = ["a", "b", "c", "d"]
EDGES = [("a", "b"), ("b", "c"), ("a", "x"), ("d", "x"), ("y", "a"), ("y", "c"), ("c", "c")]
"""a cites b, b cites c; a and d cite the foreign x; the foreign y cites a and c."""


def pairs_of(matrix, papers=PAPERS):
    rows, columns = matrix.nonzero()
    return sorted(
        f"{papers[row]}{papers[column]}" for row, column in zip(rows, columns, strict=True)
    )


def test_each_relation_of_a_small_graph():
    found = {name: pairs_of(matrix) for name, matrix in relate(PAPERS, EDGES).items()}
    assert tuple(found) == RELATIONS
    assert found == {
        "cites": ["ab", "bc"],
        "cited_by": ["ba", "cb"],
        "either": ["ab", "ba", "bc", "cb"],
        "coupling": ["ad", "da"],
        "cocitation": ["ac", "ca"],
        "two_steps": ["ac", "ad", "ca", "da"],
    }


def test_several_links_are_one_and_counted_by_papers():
    relations = relate(PAPERS, [*EDGES, ("a", "z"), ("d", "z")])
    assert pairs_of(relations["coupling"]) == ["ad", "da"]
    assert relations["coupling"].max() == 1
    counted = count_links(relations).set_index("relation")
    assert counted.loc["cites"].tolist() == [4, 2, 2] and counted.loc["either"].n_linked == 3


def test_neighbours_are_the_first_of_a_ranking():
    rankings = {"a": ["a", "x", "c", "b"], "b": ["d"], "d": ["c", "b"]}
    matrix = link_neighbours(PAPERS, rankings, np.array([1, 2, 3, 0]))
    assert pairs_of(matrix) == ["ac", "bd"]  # c has no ranking, and d no link


def test_edges_of_other_papers_are_left_out(tmp_path):
    rows = [*EDGES, ("y", "x"), ("a", "b")]
    table = pa.Table.from_pylist(
        [dict(zip(CITATIONS.names, row, strict=True)) for row in rows], schema=CITATIONS
    )
    pq.write_table(table, tmp_path / "edges.parquet")
    assert read_edges([tmp_path / "edges.parquet"], PAPERS) == sorted(EDGES)
