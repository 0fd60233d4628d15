"""JSON is read strictly: refused values are reported with line and reason."""

import json

import pytest

from paperpool.errors import Problem
from paperpool.io.strict_json import BadJson, parse_json, read_json_rows

VALUE = {"a": [1, -2.5e3, "é\U0001f600", None, True], "b": {"a": {}}}


@pytest.mark.parametrize("ascii_only", [True, False])
def test_what_is_sound_is_read_as_it_stands(ascii_only):
    """An escaped pair of surrogates is one character, and equal keys of two objects are two."""
    assert parse_json(json.dumps(VALUE, indent=1, ensure_ascii=ascii_only).encode()) == VALUE


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "it is empty"),
        (b" \n", "it is empty"),
        (b'{"a":\n\n1,}', "(line 3)"),
        (b'{"a":\r\r1,}', "(line 3)"),
        (b'{"a": 1', "at the end (line 1)"),
        (b'{"a": 1} {', "Extra data at '{' (line 1)"),
        (b'{\n"a": "\xff"}', "no UTF-8 (byte 0xff stands where none can) (line 2)"),
        (b"[" * 100_000, "brackets are nested too deeply"),
        (b'["%s",\n %s]' % (b"8" * 5000, b"9" * 5000), "thousands of digits (line 2)"),
        (b'["NaN",\n NaN]', "NaN is no number of JSON (line 2)"),
        (b"[\n1, -Infinity]", "-Infinity is no number of JSON (line 2)"),
        (b'["1e999",\n 1e999]', "the number '1e999' is too large (line 2)"),
        (b'["\\ud83d\\ude00",\n"\\ud83d"]', "half of a surrogate pair is no character (line 2)"),
        (b'{"\\udfff": 1}', "half of a surrogate pair"),
        (b'{"a": {"b": 1, "b": 1}}', "key 'b' stands twice in an object"),
        (b'{"%s": 1, "%s": 1}' % (b"x" * 9999, b"x" * 9999), "...xxx"),
    ],
)
def test_what_others_would_stumble_over_is_refused(data, told):
    with pytest.raises(BadJson) as raised:
        parse_json(data)
    assert told in str(raised.value) and len(str(raised.value)) < 200


def test_a_caller_that_names_them_gets_numbers_that_are_none():
    assert str(parse_json(b"[NaN, 1e999, -Infinity]", allow_nan=True)) == "[nan, inf, -inf]"


def test_rows_are_parsed_or_told_with_their_line(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"n": 1}\r\n\r\n{"m": 2}\r{"n": "x"}\n[1]\n{"n"\n{"n": 3}')
    problems: list[Problem] = []
    rows = read_json_rows(path, "a row", lambda row: int(row["n"]), "Correct it.", problems)
    assert list(rows) == [(1, 1), (7, 3)]
    assert [(p.what, p.where.removeprefix(f"{path}, "), p.hint) for p in problems] == [
        ("Not a row: missing key 'n'.", "line 3", "Correct it."),
        ("Not a row: invalid literal for int() with base 10: 'x'.", "line 4", "Correct it."),
        ("Not a row: not a JSON object.", "line 5", "Correct it."),
        ("Not a row: Expecting ':' delimiter at the end.", "line 6", "Correct it."),
    ]
