"""A scheme, written as a text and read again."""

from dataclasses import replace

import pytest

from paperpool.collections.scheme_text import format_scheme, parse_text
from paperpool.collections.schemes import default_scheme
from paperpool.errors import UserError

from ..made.schemes import two_facets_scheme


def without_labels():
    """Return the scheme of claims, whose facets ask for whole abstracts."""
    scheme = two_facets_scheme()
    facets = tuple(replace(facet, labels=()) for facet in scheme.facets)
    return replace(scheme, facets=facets, labels=(), headings={})


@pytest.mark.parametrize("make", [default_scheme, two_facets_scheme, without_labels])
def test_a_scheme_is_the_same_after_it_was_written(make):
    scheme = make()
    assert parse_text(format_scheme(scheme), "a text") == scheme


def test_gains_and_explanations_are_kept_and_what_is_empty_is_left_out():
    scheme = two_facets_scheme()
    low, high = scheme.grades
    changed = replace(scheme, grades=(low, replace(high, gain=2.5)))
    text = format_scheme(changed)
    assert parse_text(text, "a text").relevant_gain == 2.5
    assert "context" not in text and "full_texts" not in text


def test_a_text_with_mistakes_is_refused_with_its_place():
    with pytest.raises(UserError, match="a place"):
        parse_text("name: Not A Name", "a place")
