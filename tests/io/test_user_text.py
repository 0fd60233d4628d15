"""Text files as users give them."""

import pytest

from paperpool.errors import UserError
from paperpool.io.lines import read_user_lines
from paperpool.io.user_text import (
    count_line,
    is_paper_id,
    read_user_bytes,
    read_user_text,
    split_lines,
)

ENDS = b"\xef\xbb\xbfa\xe2\x80\xa8b\r\n\r\nc\rd\n \ne"


def test_lines_end_as_editors_write_them_and_a_mark_is_none_of_the_text(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(ENDS)
    text = read_user_text(path, "")
    assert split_lines(text) == ["a\u2028b", "", "c", "d", " ", "e"]
    assert read_user_bytes(path, "") == ENDS[3:]


@pytest.mark.parametrize(
    ("data", "what", "line"),
    [
        (b"a\rb\r\nc\xff", "'utf-8' codec can't decode byte 0xff", ", line 3"),
        ("a".encode("utf-16"), "it is UTF-16", ""),
        ("a".encode("utf-16-be"), "NUL bytes", ", line 1"),
        (b"a\nb\0", "NUL bytes", ", line 2"),
    ],
)
def test_what_is_no_text_is_refused_with_its_line(tmp_path, data, what, line):
    path = tmp_path / "a.txt"
    path.write_bytes(data)
    with pytest.raises(UserError, match="It cannot be read") as raised:
        read_user_text(path, "Save it anew.")
    [problem] = raised.value.problems
    assert what in problem.what and problem.where == f"{path}{line}"
    assert problem.hint.startswith("Save it as UTF-8")


@pytest.mark.parametrize("name", ["", "none.txt", "a\0b"])
def test_what_is_no_file_is_refused(tmp_path, name):
    for read in (read_user_text, read_user_bytes, lambda *given: list(read_user_lines(*given))):
        with pytest.raises(UserError, match="annot be read"):
            read(tmp_path / name, "")


def test_the_line_that_goes_on_after_a_text_is_counted_from_one():
    assert [count_line(text) for text in ("", "a", b"a\r\n", "a\rb\n")] == [1, 1, 2, 3]


def test_an_id_is_one_word_of_some_characters():
    assert is_paper_id("10.1/x") and not any(map(is_paper_id, ("", "a b", "x" * 501)))
