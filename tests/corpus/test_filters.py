"""The filters' conditions, at their thresholds and in their order."""

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperpool.errors import UserError
from paperpool.io import tables
from paperpool.workflow.corpus import csfcube_filter as module
from paperpool.workflow.corpus import sentence_lengths
from paperpool.workflow.corpus.csfcube_filter import (
    SENTENCE_REASONS,
    CsfcubeThresholds,
    find_sentence_reasons,
)
from paperpool.workflow.corpus.drop_reasons import KEPT
from paperpool.workflow.corpus.filter_kinds import FILTERS
from paperpool.workflow.corpus.filters import make_filters
from paperpool.workflow.corpus.sentence_lengths import measure_split

THREE = "We have a problem. We solve it well. It works quite fine."


GOOD = {"title": "T", "abstract": THREE, "year": 2019, "n_outbound": 0, "n_inbound": 3}


def drop_reasons(one, *papers):
    """Return the drop reason of each paper, given as what differs from a good one."""
    rows = [GOOD | paper for paper in papers]
    selected = np.array([row.pop("selected", True) for row in rows])
    schema = pa.schema([tables.PAPERS.field(name) for name in GOOD])
    reasons = one.find_reasons(pa.Table.from_pylist(rows, schema=schema), selected)
    return [None if reason == KEPT else one.reasons[reason] for reason in reasons]


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
def test_mdcr(values, reason):
    assert drop_reasons(make_filters({"mdcr": None})["mdcr"], values, {}) == [reason, None]


@pytest.mark.parametrize(
    ("citations", "kept"),
    [("inbound", [False, False, True]), ("outbound", [True, False, False]), ("both", [True] * 3)],
)
def test_mdcr_counts_the_citations_asked_for(citations, kept):
    mdcr = make_filters({"mdcr": {"citations": citations}})["mdcr"]
    papers = [{"n_inbound": i, "n_outbound": o} for i, o in ((0, 3), (2, 1), (3, 0))]
    assert [reason is None for reason in drop_reasons(mdcr, *papers)] == kept


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
def test_csfcube(values, reason):
    csfcube = make_filters({"csfcube": {}})["csfcube"]
    assert drop_reasons(csfcube, {"selected": False}, values) == ["not_selected", reason]


def test_thresholds_are_settings():
    filters = make_filters({"csfcube": {"min_sentences": 4}, "mdcr": {"min_citations": 4}})
    assert drop_reasons(filters["csfcube"], {}) == ["too_few_sentences"]
    assert drop_reasons(filters["mdcr"], {}) == ["few_citations"]


def test_looks_at_the_abstracts_of_selected_papers_only(monkeypatch):
    seen = []

    def measure(abstracts):
        seen.extend(abstracts.to_pylist())
        return sentence_lengths.measure_sentences(abstracts)

    monkeypatch.setattr(module, "measure_sentences", measure)
    papers = [{"selected": False, "abstract": "one"}, {"abstract": "two"}]
    drop_reasons(make_filters({"csfcube": {}})["csfcube"], *papers)
    assert seen == ["two"]


def test_mdcrs_direction_of_citations_is_one_of_three():
    kind = FILTERS["mdcr"]
    columns = {
        "inbound": ["cited_by"],
        "outbound": ["citations"],
        "both": ["citations", "cited_by"],
    }
    for citations, named in columns.items():
        assert kind.list_columns({"citations": citations}) == ["year", *named]
    with pytest.raises(ValueError, match="inbound, outbound or both: 'in'"):
        make_filters({"mdcr": {"citations": "in"}})


def test_none_keeps_all_and_unknown_filters_are_refused():
    empty = dict.fromkeys(GOOD) | {"selected": False}
    assert drop_reasons(make_filters({"none": {}})["none"], empty) == [None]
    with pytest.raises(UserError, match="'nome'"):
        make_filters({"nome": {}})


@given(st.lists(st.integers(1, 100), max_size=25))
def test_sentence_conditions_match_their_words(lengths):
    expected = [
        reason
        for reason, holds in zip(
            SENTENCE_REASONS,
            (
                len(lengths) < 3,
                len(lengths) > 20,
                any(n > 80 for n in lengths),
                all(n < 4 for n in lengths),
            ),
            strict=True,
        )
        if holds
    ]
    count, longest = np.array([measure_split(["w " * n for n in lengths])]).T
    reason = find_sentence_reasons(count, longest, CsfcubeThresholds())[0]
    assert ([] if reason == KEPT else [SENTENCE_REASONS[reason]]) == expected[:1]
