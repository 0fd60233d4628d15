"""The sentence patterns: their verbs fit every word that a slot takes."""

import re

import pytest

from paperpool.extras.demo.phrases import read_patterns

PATTERNS = [
    pattern
    for clauses in read_patterns().values()
    for of_role in clauses.values()
    for pattern in of_role
]

AGREEING = re.compile(r"(?:^|, )<(?:s|m|d|m:d)> (?:is|are|was|were|has|have|does|do) ")
"""A word of which some are plural, as the subject of a verb whose form goes by the number."""


def test_there_are_patterns_of_every_kind():
    assert len(PATTERNS) > 90 and len(set(PATTERNS)) == len(PATTERNS)


@pytest.mark.parametrize("wrong", ["However, <m> are known to fail", "Today, <s> has been found"])
def test_a_verb_that_would_agree_is_seen(wrong):
    assert AGREEING.search(wrong)


def test_no_verb_agrees_with_a_word_of_either_number():
    assert [pattern for pattern in PATTERNS if AGREEING.search(pattern)] == []
