"""Messages: three parts, printable, and short however much is wrong."""

import logging

import pytest

from paperpool.errors import Problem, UserError, first_of, join_places, name_some, quote


def test_a_message_has_what_where_and_a_hint():
    assert str(Problem("Bad.", "a.txt, line 2", "Correct it.")) == (
        "Bad.\n  Where: a.txt, line 2\n  Hint: Correct it."
    )
    assert str(UserError([Problem("Bad.", "a"), Problem("Worse.", "b")])) == (
        "Bad.\n  Where: a\nWorse.\n  Where: b"
    )


@pytest.mark.parametrize("letter", ["x", "é", "\U0001f600", "\0", "\ud800", "\n"])
@pytest.mark.parametrize("lengths", [(9, 9, 9), (50_000, 9, 0), (9, 5000, 5000), (5000,) * 3])
def test_a_message_is_short_and_can_be_written_whatever_it_quotes(letter, lengths, tmp_path):
    parts = (f"start{letter * n}end" for n in lengths)
    text = str(UserError([Problem(*parts), *[Problem("More.", "b")] * 900]))
    assert len(text.encode("utf-8")) <= 4096
    assert text.startswith("start") and "end\n" in text
    assert text.splitlines()[-1].endswith("more problems.")
    assert not set(text) & set("\0\x1b\ud800")
    handler = logging.FileHandler(tmp_path / "log", encoding="utf-8")
    handler.emit(logging.makeLogRecord({"msg": "%s", "args": (text,)}))
    handler.close()
    assert "start" in (tmp_path / "log").read_text()


def test_every_problem_is_told_or_counted():
    many = [Problem(f"Problem {n}.", "a" * 90) for n in range(500)]
    for problems in (many, first_of(many), first_of(many, 400)):
        told = str(UserError(problems)).split("\n")
        shown = sum(line.startswith("Problem ") for line in told)
        [more] = [int(line.split()[0]) for line in told if "more problem" in line]
        assert shown + more == 500
    assert UserError(many).problems == many


def test_the_same_problem_of_several_places_is_told_once_with_all_of_them():
    found = [
        Problem("Missing.", "a", "Get it."),
        Problem("Bad.", "b"),
        Problem("Missing.", "c", "Get it."),
        Problem("Missing.", "d", "Write it."),
        Problem("Missing.", "a", "Get it."),
    ]
    assert [str(problem) for problem in join_places(found)] == [
        "Missing.\n  Where: a, c\n  Hint: Get it.",
        "Bad.\n  Where: b",
        "Missing.\n  Where: d\n  Hint: Write it.",
    ]
    assert [problem.counts for problem in join_places(found)] == [3, 1, 1]
    assert join_places(found, 1)[0].where == "a and 1 more"


def test_ids_are_some_and_not_long():
    assert name_some(["a", "b"]) == "a, b"
    assert name_some(list("abcdef")) == "a, b, c, d, e and 1 more"
    assert len(name_some(["x" * 9999] * 9)) < 1100


@pytest.mark.parametrize("value", ["x" * 9999, [[[[[[[1]]]]]]], {"a": "\ud800"}, 10**99, None])
def test_a_value_is_quoted_in_short(value):
    assert len(quote(value).encode("utf-8")) < 100
    deep = value
    for _ in range(50_000):
        deep = [deep]
    assert quote(deep) == "[[[[...]]]]"
