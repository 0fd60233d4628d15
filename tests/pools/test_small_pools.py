"""Pools that gain too little: which, what is told of them, and the likeliest reason in numbers."""

import pytest

from paperpool.errors import UserError
from paperpool.pools.candidates import list_fates
from paperpool.pools.draw import draw_pools
from paperpool.pools.pool_tables import check_sizes, explain_small_pools, find_small_pools

PLENTY = {"kept": 500, "kept_always": 2, "dropped": {}}
IDS = [f"p{i}" for i in range(20)]


def draw(found, quota=4, cited=(), queries=("q1", "q2")):
    """Draw pools from two sources that find the same: ``found`` by query."""
    ranked = {"alpha": found, "beta": {query: ids[::-1] for query, ids in found.items()}}
    quotas = dict.fromkeys(queries, quota)
    return draw_pools(quotas, {query: cited for query in queries}, ranked, {}, 1)


def test_half_of_quota_times_sources_is_enough_and_cited_papers_do_not_count():
    pools = draw({"q1": IDS[:4], "q2": IDS[:3]}, cited=IDS[10:])
    assert find_small_pools(pools, PLENTY) == {"q2": (3, 8)}
    assert len(pools["q2"].candidates) == 13


def test_other_queries_do_not_count():
    assert find_small_pools(draw({"q1": [*IDS[:3], "q2"], "q2": IDS[:4]}), PLENTY) == {"q1": (3, 8)}


def test_a_quota_of_its_own_is_what_a_query_is_measured_by():
    ranked = {"alpha": {"q1": IDS, "q2": IDS}}
    pools = draw_pools({"q1": 20, "q2": 41}, {}, ranked, {}, 1)
    assert find_small_pools(pools, PLENTY) == {"q2": (20, 41)}


@pytest.mark.parametrize(("n_dropped", "n_small"), [(0, 0), (1, 2)])
def test_named_papers_alone_fill_no_pool_unless_they_are_the_corpus(n_dropped, n_small):
    named = {"kept": 20, "kept_always": 20, "dropped": {"not_selected": n_dropped}}
    assert len(find_small_pools(draw({"q1": IDS, "q2": IDS}), named)) == n_small


@pytest.mark.parametrize(
    ("name", "kept", "named", "n_dropped", "n_candidates", "where", "hint"),
    [
        ("csfcube", 7, 5, 6530, 7, "kept 7 of 6,537 papers, 5 of them as they", "Name another"),
        ("csfcube", 1000, 1000, 49_000, 1000, "are named, 0 without", "Name another filter in"),
        ("none", 6537, 5, 0, 6, "none kept 6,537 of 6,537", "Add papers with abstracts"),
        ("none", 6, 5, 0, 6, "none kept 6 of 6 papers", "Add papers with abstracts"),
        ("none", 6537, 5, 0, 1566, "4,971 without an abstract", "Lower pools.quota"),
    ],
)
def test_the_likeliest_reason_is_told_in_numbers(
    name, kept, named, n_dropped, n_candidates, where, hint
):
    counts = {"kept": kept, "kept_always": named, "dropped": {"no_year": n_dropped}}
    pools = draw({f"q{i}": ["p1"] for i in range(7)}, queries=[f"q{i}" for i in range(7)])
    small = dict.fromkeys(pools, (1, 8))
    problem = explain_small_pools(pools, small, name, counts, n_candidates)
    assert problem.what == (
        "7 of 7 pools gain less than half of quota x ranked sources, other queries not counted: "
        "q0 (1 of 8), q1 (1 of 8), q2 (1 of 8), q3 (1 of 8), q4 (1 of 8) and 2 more. "
        "Sources that ran dry: alpha in 7, beta in 7."
    )
    assert where in problem.where and problem.hint.startswith(hint)
    assert problem.hint.endswith("pools.on_small: keep lets small pools through.")


def test_what_became_of_the_readable_papers_adds_up():
    counts = {"kept": 30, "kept_always": 3, "dropped": {"no_year": 60, "no_title": 10}}
    fates = {"no_year": 60, "no_title": 10, "no_abstract": 5, "candidate": 25}
    assert list_fates(counts, 25) == fates and sum(fates.values()) == 100


def test_small_pools_are_warned_of_or_refused(caplog):
    check_sizes(draw({"q1": IDS, "q2": IDS}), "none", PLENTY, 20, refuses=True)
    small = draw({"q1": IDS, "q2": IDS[:3]})
    check_sizes(small, "none", PLENTY, 20, refuses=False)
    assert "q2 (3 of 8)" in caplog.text
    with pytest.raises(UserError, match=r"q2 \(3 of 8\)"):
        check_sizes(small, "none", PLENTY, 20, refuses=True)
