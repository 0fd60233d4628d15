"""Orders and ranks, beside plain sorting and ``rankers.fusion``."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from paperpool.evaluation.runs import rank_scores
from paperpool.rankers.fusion import fuse_runs
from paperpool.search_page.ranking import find_ranks, fuse, order_rows

few = st.sampled_from([0.0, 0.5, 1.0, -1.0])


@st.composite
def scored(draw):
    """Two scores for each of some papers, with many ties, and some of the papers' rows."""
    n = draw(st.integers(1, 12))
    scores = [np.array(draw(st.lists(few, min_size=n, max_size=n))) for _ in range(2)]
    rows = draw(st.sets(st.integers(0, n - 1), min_size=1))
    return *scores, np.array(sorted(rows))


def name(row):
    return f"{row:02}"


@given(scored())
def test_orders_are_by_score_then_row(made):
    scores, _, rows = made
    ordered = [name(row) for row in order_rows(scores, rows)]
    expected = [i for i, _ in rank_scores((name(row), scores[row]) for row in rows)]
    assert ordered == expected
    ranks = find_ranks(scores, rows)
    assert [expected[rank - 1] for rank in ranks] == [name(row) for row in rows]


@given(scored())
def test_fusion_is_that_of_runs(made):
    *both, rows = made
    key = "q", "method"
    runs = [{key: rank_scores((name(row), scores[row]) for row in rows)} for scores in both]
    fused = fuse(*both, rows)
    expected = dict(fuse_runs(runs, "rrf")[key])
    assert {name(row): fused[row] for row in rows} == expected
    assert not fused[np.setdiff1d(np.arange(len(fused)), rows)].any()
