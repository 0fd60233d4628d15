"""Figures and texts as pages word them."""

import pytest

from paperpool.pages import wording


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (wording.percent(0.46333), "46.33"),
        (wording.percent(None), wording.MISSING),
        (wording.percent(0.5, 0), "50"),
        (wording.signed_percent(0.01), "+1.00"),
        (wording.signed_percent(-0.01), "−1.00"),
        (wording.signed_percent(-0.00001), "0.00"),
        (wording.decimal(-0.5), "−0.50"),
        (wording.plural(1, "query"), "1 query"),
        (wording.plural(1200, "query"), "1,200 queries"),
        (wording.plural(2, "ranker"), "2 rankers"),
        (wording.share(1, 3000), "<0.1%"),
        (wording.share(1, 2), "50.0%"),
        (wording.share(0, 0), wording.MISSING),
        (wording.p_value(0.00001), "<0.0001"),
        (wording.p_value(0.03), "0.0300"),
        (wording.duration(0.42), "0.4 s"),
        (wording.duration(125), "2 min 05 s"),
        (wording.duration(12_000), "3 h 20 min"),
        (wording.words("short_abstract"), "short abstract"),
        (wording.shorten("abcdef", 4), "abc…"),
        (wording.shorten("abcd", 4), "abcd"),
        (wording.visible("a\x00b\x7f\ud800\n"), "a\u2400b\u2421\ufffd\n"),
        (wording.visible("\u202ea \u2066b\u200f"), "\ufffda \ufffdb\u200f"),
        (wording.rounded(12345.6), "12,346"),
        (wording.rounded(0.99991), "0.9999"),
    ],
)
def test_they_read_as_they_should(made, text):
    assert made == text
