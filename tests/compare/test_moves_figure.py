"""The figure of the queries that moved."""

import re

import pytest

from paperpool.compare.moves import Move, Moves
from paperpool.compare.moves_figure import count_moves, draw_moves
from paperpool.compare.rankers import Pair


def make_moves(*differences):
    queries = [
        Move(str(n), f"Title <b>{n}</b>", "method", 0.5, 0.5 + difference, difference)
        for n, difference in enumerate(differences)
    ]
    mean = sum(differences) / len(differences)
    return Moves(Pair("x", "y"), 0.5, 0.5 + mean, mean, 1.0, queries)


def test_counts_what_went_up_stayed_and_went_down():
    assert count_moves(make_moves(0.2, 0.1, 0.0, -0.4)) == "4 queries: 2 up, 1 unchanged, 1 down"


@pytest.mark.parametrize("differences", [(0.25, 0.0, -0.1), (0.0,), (-0.3,)])
def test_every_query_is_named_and_escaped(differences):
    svg = draw_moves(make_moves(*differences), "one")
    titles = re.findall(r"Title &lt;b&gt;(\d+)&lt;/b&gt; — method: ", svg)
    assert sorted(titles) == [str(n) for n in range(len(differences))]
    assert "<b>" not in svg
    assert draw_moves(make_moves(*differences), "one") == svg
