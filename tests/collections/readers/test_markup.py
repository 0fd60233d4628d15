"""TREC's markup: blocks from any pieces of a file, and their fields."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperpool.collections.readers.markup import plain_text, read_blocks, read_fields

TEXT = (
    b"<root>\n<doc id='1' n=\"a&amp;b\">one\n<b>1</b></doc>\n lost </doc>\n"
    b"<DOC >two<doc>three\n</Doc>\n<doc>cut"
)
BLOCKS = [
    (2, {"id": "1", "n": "a&b"}, b"one\n<b>1</b>", True),
    (4, {}, b" lost ", False),
    (5, {}, b"two", False),
    (5, {}, b"three\n", True),
    (7, {}, b"cut", False),
]


def strip(blocks):
    return [(line, attributes, data.strip(), closed) for line, attributes, data, closed in blocks]


def test_blocks_are_told_with_their_line_and_whether_they_are_closed():
    found = strip(read_blocks([TEXT], "doc"))
    assert [block[2:] for block in found] == [
        (data.strip(), closed) for _, _, data, closed in BLOCKS
    ]
    assert [block[1] for block in found] == [attributes for _, attributes, _, _ in BLOCKS]
    assert [block[0] for block in found if block[0] != 3] == [2, 5, 5, 7]


@given(st.lists(st.integers(1, len(TEXT)), max_size=8))
def test_the_pieces_of_a_file_change_nothing(cuts):
    edges = [0, *sorted(cuts), len(TEXT)]
    pieces = [TEXT[a:b] for a, b in pairwise(edges)]
    one, many = (list(read_blocks(each, "doc")) for each in ([TEXT], pieces))
    lost = one.pop(1), many.pop(1)  # of what nobody opened only the end may be known
    assert many == one
    assert all(block.attributes == {} and not block.is_closed for block in lost)


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("<a>one <i>two</i> &lt;3</a> between <A>four</A>", {"a": "one two <3 four"}),
        ("<a> one\n<b> two", {"a": "one", "b": "two"}),
        ("<b></b>", {"b": ""}),
        ("3 < 4 and <c>x</c>", {}),
    ],
)
def test_a_field_runs_to_its_end_or_to_the_next(text, fields):
    assert read_fields(text, ("a", "b")) == fields


def test_what_is_left_without_tags_is_folded():
    assert plain_text("a <b x='1'>bold</b>\n &amp; 3 < 4") == "a bold & 3 < 4"
