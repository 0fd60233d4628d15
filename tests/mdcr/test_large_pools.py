"""The large pools as searches see them."""

import numpy as np
import pytest

from paperpool.workflow.mdcr import large_pools
from paperpool.workflow.mdcr.large_pools import LargePools

from ..made.mdcr_searching import may_be_found, years_apart


@pytest.fixture(params=[7, 16_384])
def pools(small, request, monkeypatch):
    """The pools, with files read in small batches that split pools, and whole."""
    batches = large_pools.read_batches
    monkeypatch.setattr(
        large_pools,
        "read_batches",
        lambda paths, columns=None: batches(paths, columns, request.param),
    )
    return LargePools(small.drawn)


def test_pools_of_a_level_come_in_order_with_their_papers(small, pools):
    ids = np.array(pools.ids.to_pylist())
    expected = small.drawn.pool_ids()
    for level in ("dataset", "field"):
        for splits in (["test"], ["val"], ["test", "val"]):
            found = list(pools.of_level(level, splits))
            keys = [(pool.level, pool.split, pool.part, pool.sampling) for pool in found]
            assert keys == sorted(k for k in expected if k[0] == level and k[1] in splits)
            for key, pool in zip(keys, found, strict=True):
                assert ids[pool.rows].tolist() == expected[key]
                assert (np.diff(pool.rows) > 0).all() and pool.rows.dtype == np.int32


def test_a_search_has_the_papers_of_a_year_and_leaves_out_what_is_no_candidate(small, pools):
    corpus, ids = small.corpus, pools.ids.to_pylist()
    found, newer, hidden = {}, 0, 0
    for level in ("dataset", "field"):
        for pool in pools.of_level(level, ["test", "val"]):
            key = pool.level, pool.split, pool.part, pool.sampling
            for queries, search in pools.searches(pool):
                assert [ids[row] for row in search.queries] == queries
                searched = [ids[row] for row in search.rows]
                found[key, tuple(sorted(queries))] = searched
                for query, rows in zip(queries, search.exclude, strict=True):
                    left = set(searched) - {ids[row] for row in rows}
                    assert left == {i for i in searched if may_be_found(corpus, query, i)}
                    newer += sum(corpus.year(i) > corpus.year(query) for i in left)
                    hidden += len(searched) - len(left)
    expected = {
        (key, tuple(sorted(queries))): documents
        for key, queries, documents in years_apart(corpus, small.drawn)
    }
    assert found == expected
    assert newer > 0 and hidden > 0


def test_rows_of_cited_papers_are_those_of_the_prefiltered_set(small, pools):
    ids = pools.ids.to_pylist()
    for row in small.drawn.rows("queries"):
        cited = pools.cited_rows(row["query_id"])
        assert [ids[i] for i in cited] == sorted(small.corpus.positives(row["query_id"]))
    assert pools.cited_rows("unknown").tolist() == []
