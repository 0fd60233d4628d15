"""Which keys can be checked further."""

import pytest

from paperpool.config.checked import Checked

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
    assert Checked({}, BROKEN).is_sound(*key) == sound


def test_no_key_is_sound_where_the_whole_is_broken_and_each_is_where_nothing_is():
    assert not Checked({}, {()}).is_sound("mdcr", "years")
    assert not Checked({}, {("mdcr",)}).is_sound()
    assert Checked({}).is_sound() and Checked({}).is_sound("mdcr")
