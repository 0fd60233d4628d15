"""Searches within the query's own judged pool."""

import pytest

from paperpool.errors import UserError
from paperpool.search_page.model import Filters, JudgedPair, Settings


def found(engine, paper, **settings):
    answer = engine.search(engine.look_up(paper), Settings(within="pool", **settings))
    return {result.paper_id: result.grade for result in answer.results}


def test_only_what_was_judged_is_found(both):
    assert found(both, "q1", facet="method") == {"a6": 3, "c1": 1}
    assert set(found(both, "q1")) == {"a6", "c1"}  # of any facet
    assert found(both, "q2", facet="result", ranker="sentences") == {"a6": 0, "c1": 2}
    assert set(found(both, "q1", filters=Filters(year_from=2000))) == {"a6"}


def test_pairs_are_listed_by_paper_and_facet(both, engine):
    assert both.facts.pairs[:2] == (
        JudgedPair("q1", "Hot tea", "background", 2),
        JudgedPair("q1", "Hot tea", "method", 2),
    )
    assert len(both.facts.pairs) == 6
    assert engine.facts.pairs == () and not engine.facts.has_pools


@pytest.mark.parametrize("paper", ["a1", "a6"])
def test_a_paper_without_a_pool_is_told(both, paper):
    with pytest.raises(UserError, match="No papers were judged for this query"):
        found(both, paper)
