"""A scheme, written as a text and read again."""

from dataclasses import fields, replace

import pytest

from paperpool.collections.scheme_text import format_scheme, parse_text
from paperpool.collections.schemes import Scheme, default_scheme
from paperpool.errors import UserError

from ..made.schemes import bare_scheme, two_facets_scheme


@pytest.mark.parametrize("make", [default_scheme, two_facets_scheme, bare_scheme])
def test_a_scheme_is_the_same_after_it_was_written(make):
    scheme = make()
    assert parse_text(format_scheme(scheme), "a text") == scheme


def test_every_key_of_a_scheme_is_written():
    scheme = two_facets_scheme()
    claim, evidence = scheme.facets
    explained = {1: "The same claim.", 0: evidence.grades[0]}
    full = replace(
        scheme,
        facets=(replace(claim, context="The rest matters least.", grades=explained), evidence),
        unlabelled="aside",
        full_texts=("Open both papers.",),
        meetings=("Meet between batches.",),
        examples={"papers": {"a": {"title": "A"}}},
    )
    again = parse_text(format_scheme(full), "a text")
    for field in fields(Scheme):
        assert getattr(full, field.name), field.name
        assert getattr(again, field.name) == getattr(full, field.name), field.name


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
