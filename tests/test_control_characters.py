"""Controls in texts that stand on one line."""

import pytest

from paperpool.control_characters import blank_controls


@pytest.mark.parametrize(
    "control", ["\t", "\n", "\r", "\0", "\x0b", "\x1c", "\x7f", "\x85", "\u2028"]
)
def test_a_control_becomes_a_space(control):
    assert blank_controls(f"a{control}b") == "a b"


def test_other_characters_stay():
    text = "naïve “café” — 10 € 😀\u00a0\ufeff"
    assert blank_controls(text) == text
    assert blank_controls("\r\n") == "  "
