"""The stems of ROUGE-1.5.5."""

from pathlib import Path

import pytest

from paperpool.scisumm.judge.rouge_stemmer import stem

STEMS = [
    tuple(line.split())
    for line in Path(__file__).with_name("rouge_stems.txt").read_text().splitlines()
]
"""Words and their stems by the package's published rules, run in Perl."""


def test_there_are_two_hundred_words():
    assert len(dict(STEMS)) == 200


@pytest.mark.parametrize(("word", "expected"), [*STEMS, ("movement", "movem"), ("yy", "yy")])
def test_stems_are_those_of_the_packages_rules(word, expected):
    assert stem(word) == expected
