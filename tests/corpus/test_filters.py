"""The filters' conditions, at their thresholds and in their order."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperpool.corpus.filters import (
    Candidate,
    CsfcubeThresholds,
    drop_reason,
    make_filters,
    sentence_drop_reason,
)
from paperpool.errors import UserError

THREE = "We have a problem. We solve it well. It works quite fine."


def paper(**values: Any) -> Candidate:
    settings = {"title": "T", "abstract": THREE, "year": 2019, "n_outbound": 0, "n_inbound": 3}
    return Candidate(**(settings | {"selected": True} | values))


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({}, None),
        ({"year": None, "title": None}, "no_year"),
        ({"year": 0}, None),
        ({"title": None, "abstract": None}, "no_title"),
        ({"title": " "}, "no_title"),
        ({"abstract": None, "n_inbound": 0}, "short_abstract"),
        ({"abstract": "x" * 29}, "short_abstract"),
        ({"abstract": "x" * 30}, None),
        ({"abstract": " " * 30 + "x"}, "short_abstract"),
        ({"n_inbound": 2, "n_outbound": 9}, "few_citations"),
    ],
)
def test_mdcr(values: dict[str, Any], reason: str | None) -> None:
    assert drop_reason(paper(**values), make_filters({"mdcr": None})["mdcr"]) == reason


@pytest.mark.parametrize(
    ("citations", "kept"),
    [("inbound", [False, False, True]), ("outbound", [True, False, False]), ("both", [True] * 3)],
)
def test_mdcr_counts_the_citations_asked_for(citations: str, kept: list[bool]) -> None:
    conditions = make_filters({"mdcr": {"citations": citations}})["mdcr"]
    papers = [paper(n_inbound=i, n_outbound=o) for i, o in ((0, 3), (2, 1), (3, 0))]
    assert [drop_reason(one, conditions) is None for one in papers] == kept


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({}, None),
        ({"selected": False, "abstract": None}, "not_selected"),
        ({"abstract": None}, "too_few_sentences"),
        ({"abstract": "One here. Two here."}, "too_few_sentences"),
        ({"abstract": "Four words stand here. " * 20}, None),
        ({"abstract": "Four words stand here. " * 21}, "too_many_sentences"),
        ({"abstract": THREE + " " + "word " * 79 + "end."}, None),
        ({"abstract": THREE + " " + "word " * 80 + "end."}, "long_sentence"),
        ({"abstract": "Only three words. " * 3}, "short_sentences"),
        ({"abstract": "Only three words. " * 3 + "But these are four."}, None),
    ],
)
def test_csfcube(values: dict[str, Any], reason: str | None) -> None:
    assert drop_reason(paper(**values), make_filters({"csfcube": {}})["csfcube"]) == reason


def test_thresholds_are_settings() -> None:
    filters = make_filters({"csfcube": {"min_sentences": 4}, "mdcr": {"min_citations": 4}})
    assert drop_reason(paper(), filters["csfcube"]) == "too_few_sentences"
    assert drop_reason(paper(), filters["mdcr"]) == "few_citations"


def test_splits_sentences_only_when_it_must() -> None:
    dropped = paper(selected=False)
    drop_reason(dropped, make_filters({"csfcube": {}})["csfcube"])
    assert "sentence_lengths" not in vars(dropped)


def test_none_keeps_all_and_unknown_filters_are_refused() -> None:
    empty = Candidate(None, None, None, 0, 0)
    assert drop_reason(empty, make_filters({"none": {}})["none"]) is None
    with pytest.raises(UserError, match="'nome'"):
        make_filters({"nome": {}})


@given(st.lists(st.integers(1, 100), max_size=25))
def test_sentence_conditions_match_their_words(lengths: list[int]) -> None:
    kept = 3 <= len(lengths) <= 20 and max(lengths) <= 80 and max(lengths) >= 4
    sentences = ["w " * n for n in lengths]
    assert (sentence_drop_reason(sentences, CsfcubeThresholds()) is None) == kept
