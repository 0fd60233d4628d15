"""Lists are read in parts as they are read whole, with the same errors."""

import json

import pytest

from paperpool.io import json_lists
from paperpool.io.json_lists import NoList, read_json_list
from paperpool.io.strict_json import BadJson, parse_json

NESTED = {"a": [1, {"b": '],\n\u00e9\u2028["'}]}
VALUES = [NESTED, 12, -3.5e2, "", None, True, [], {}, [[]], "\U0001f600"]


@pytest.fixture
def read(tmp_path, monkeypatch):
    """Return a function: the elements of bytes that are read by some characters at once."""

    def run(data, characters=7):
        monkeypatch.setattr(json_lists, "_CHARACTERS", characters)
        path = tmp_path / "list.json"
        path.write_bytes(data)
        return list(read_json_list(path))

    return run


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("ascii_only", [True, False])
def test_elements_are_those_of_the_whole_list(read, indent, ascii_only):
    text = json.dumps(VALUES, indent=indent, ensure_ascii=ascii_only)
    for characters in (1, 2, 7, 100_000):
        assert read(text.encode(), characters) == VALUES
        assert read(f"\ufeff \r\n\t{text} \n".encode(), characters) == VALUES


@pytest.mark.parametrize("data", [b"[]", b" [ ] ", b"\xef\xbb\xbf[\n]\n"])
def test_an_empty_list_has_no_element(read, data):
    assert read(data) == []


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b" ",
        b"[",
        b"[1",
        b"[1,",
        b"[1,]",
        b"[1 2]",
        b"[1]]",
        b"[1] x",
        b"[1,\nNaN]",
        b"[1,\n-Infinity]",
        b"[1, 1e999]",
        b'[1,\n{"a": 1, "a": 2}]',
        b'["\\ud800"]',
        b'[1, "\xff"]',
        b"[1,\xc2\xa02]",
        b"[01]",
        b"[" * 100_000,
        b"[1, " + b"9" * 5000 + b"]",
        b'[{"a": 1}, {"b": "cut',
    ],
)
def test_errors_are_those_of_the_whole_file(read, data):
    for characters in (1, 7, 1000):
        with pytest.raises(BadJson) as error:
            read(data, max(characters, len(data) // 100))
        with pytest.raises(BadJson) as whole:
            parse_json(data)
        assert str(error.value) == str(whole.value)


@pytest.mark.parametrize("data", [b"{}", b"3", b'"[]"', b"null"])
def test_something_else_is_no_list(read, data):
    with pytest.raises(NoList):
        read(data)


def test_elements_before_an_error_come_first(tmp_path, monkeypatch):
    monkeypatch.setattr(json_lists, "_CHARACTERS", 4)
    (tmp_path / "cut.json").write_text('[1, 2, {"a": ')
    elements = read_json_list(tmp_path / "cut.json")
    assert [next(elements), next(elements)] == [1, 2]
    with pytest.raises(BadJson, match="line 1"):
        next(elements)
