"""Edges as rows of a sparse matrix, and their reverse."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from paperpool.extras.demo.citation_graph import Edges, reverse

LISTS = st.integers(1, 12).flatmap(
    lambda n: st.lists(st.sets(st.integers(0, n - 1)), min_size=n, max_size=n)
)


def make(lists):
    starts = np.cumsum([0, *map(len, lists)])
    return Edges(starts, np.array([c for row in lists for c in sorted(row)], dtype=np.int32))


@given(LISTS)
def test_a_reversed_edge_stands_once_in_the_other_row(lists):
    turned = reverse(make(lists))
    for j in range(len(lists)):
        assert turned.row(j).tolist() == [i for i, row in enumerate(lists) if j in row]


@given(LISTS)
def test_counts_and_twice_reversed(lists):
    edges = make(lists)
    assert edges.counts().tolist() == list(map(len, lists))
    rows = np.arange(len(lists))[::-1]
    assert edges.counts_of(rows).tolist() == list(map(len, lists))[::-1]
    again = reverse(reverse(edges))
    assert (again.starts == edges.starts).all() and (again.columns == edges.columns).all()
