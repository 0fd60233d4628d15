"""Shares: every block is one job's, and jobs pass over parts that they have nothing of."""

from hypothesis import given
from hypothesis import strategies as st

from paperpool.models.cached_model import WHOLE, Share

PARTS = st.lists(st.tuples(st.integers(1, 500), st.integers(1, 9)), min_size=1, max_size=6)
"""The items and the blocks of each part."""


@given(PARTS, st.integers(1, 40))
def test_every_block_is_of_one_job_and_jobs_follow_each_other(parts, jobs):
    total = sum(n for n, _ in parts)
    owners, first = [], 0
    for n, n_blocks in parts:
        shares = [Share(job, jobs, first, n, total) for job in range(jobs)]
        for block in range(n_blocks):
            owners += [[s.job for s in shares if s.has_block(block, n_blocks)]]
            assert all(shares[job].has_any() for job in owners[-1])
        first += n
    assert [len(of_block) for of_block in owners] == [1] * len(owners)
    assert owners == sorted(owners) and owners[0] == [0]


def test_jobs_of_equal_parts_have_equally_many_blocks():
    taken = [
        sum(
            Share(job, 4, first, 100, 300).has_block(b, 8)
            for first in (0, 100, 200)
            for b in range(8)
        )
        for job in range(4)
    ]
    assert taken == [6, 6, 6, 6]


def test_a_job_of_the_first_part_passes_over_the_last():
    assert [Share(0, 3, first, 100, 300).has_any() for first in (0, 100, 200)] == [
        True,
        False,
        False,
    ]
    assert all(WHOLE.has_block(block, 7) for block in range(7))
