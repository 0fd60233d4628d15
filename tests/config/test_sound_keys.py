"""Which keys can be checked further."""

import pytest

from paperpool.config.sound_keys import is_sound

BROKEN = {("mdcr", "bm25", "b", "0"), ("cache",)}


@pytest.mark.parametrize(
    ("key", "sound"),
    [
        (("mdcr", "bm25", "b", "0"), False),
        (("mdcr", "bm25"), False),  # something below it is broken
        (("mdcr",), False),
        (("cache", "size"), False),  # what is above it is broken
        (("mdcr", "bm25", "b", "1"), True),
        (("mdcr", "bm25", "k1"), True),
        (("mdcr", "years"), True),
        (("mdcrs",), True),
        (("cach",), True),
    ],
)
def test_a_key_is_sound_unless_it_or_what_is_above_or_below_it_is_broken(key, sound):
    assert is_sound(key, BROKEN) == sound


def test_no_key_is_sound_where_the_whole_is_broken_and_each_is_where_nothing_is():
    assert not is_sound(("mdcr", "years"), {()})
    assert not is_sound((), {("mdcr",)})
    assert is_sound((), set()) and is_sound(("mdcr",), set())
