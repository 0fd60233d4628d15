"""Abstracts are cut into windows that overlap, by hand and in general."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperpool.workflow.facets.sequences import build_windows, choose_spans, cut_spans

CLS, SEP = 101, 102


def test_a_short_abstract_is_one_sequence():
    [window] = build_windows([[1, 2], [3], []], CLS, SEP, 8)
    assert window.tokens == [CLS, 1, 2, SEP, 3, SEP, SEP]
    assert window.ends == {0: 3, 1: 5, 2: 6}


def test_a_long_abstract_is_cut_by_hand():
    # five sentences of two tokens and a [SEP]; three of them fit beside [CLS]
    assert cut_spans([3] * 5, 9) == [range(0, 3), range(2, 5)]
    # sentence 2 stands at the cut of the first span and at the cut of the second: the earlier
    assert choose_spans([range(0, 3), range(2, 5)], 5) == [0, 0, 0, 1, 1]
    first, second = build_windows([[i, i] for i in range(5)], CLS, SEP, 10)
    assert first.tokens == [CLS, 0, 0, SEP, 1, 1, SEP, 2, 2, SEP] and first.ends == {
        0: 3,
        1: 6,
        2: 9,
    }
    assert second.tokens == [CLS, 2, 2, SEP, 3, 3, SEP, 4, 4, SEP]
    assert second.ends == {3: 6, 4: 9}


def test_spans_and_their_labels_by_hand():
    spans = cut_spans([1] * 8, 6)
    assert spans == [range(0, 6), range(3, 8)]
    assert choose_spans(spans, 8) == [0, 0, 0, 0, 0, 1, 1, 1]
    # from sentence 1 on nothing more fits until the long one begins a span of its own
    assert cut_spans([1, 1, 1, 4], 4) == [range(0, 3), range(3, 4)]
    with pytest.raises(ValueError, match="5 tokens does not fit into 4"):
        cut_spans([1, 5], 4)


@given(st.lists(st.integers(1, 9), min_size=1, max_size=40), st.integers(9, 30))
def test_every_sentence_is_labelled_once_in_a_window_that_fits(lengths, room):
    sentences = [[7] * (length - 1) for length in lengths]
    windows = build_windows(sentences, CLS, SEP, room + 1)
    assert sorted(place for window in windows for place in window.ends) == list(range(len(lengths)))
    for window in windows:
        assert len(window.tokens) <= room + 1 and window.tokens[0] == CLS
        assert all(window.tokens[end] == SEP for end in window.ends.values())
    spans = cut_spans(lengths, room)
    for span, following in pairwise(spans):
        assert span.start < following.start <= span.stop < following.stop
