"""Configuration files: plain data or one clear message."""

import pytest

from paperpool.errors import UserError
from paperpool.io.yaml_files import load_yaml

BOMB = "a0: &a0 [x]\n" + "".join(
    f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]\n" for i in range(1, 12)
)


def read(tmp_path, content):
    path = tmp_path / "mine.yaml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return load_yaml(path)


@pytest.mark.parametrize(
    ("content", "what", "line"),
    [
        (BOMB, "it stands for more than 100,000 values", 6),
        (BOMB.replace("[", "{k: [").replace("]", "]}"), "more than 100,000 values", 6),
        ("a: &a\n  b: *a\n", "an anchor contains itself", 1),
        ("a: &a {b: [1, *a]}\n", "an anchor contains itself", 1),
        ("a: *b\n", "found undefined alias 'b'", 1),
        ("a: 1\nb: 2\na: 3\n", "the key 'a' stands twice", 1),
        ("a: 1\n b: 2\n", "mapping values are not allowed here", 2),
        ("? [a]\n: 1\n", "unhashable key", 1),
        ("a: !!python/object:os.system {}\n", "could not determine a constructor", 1),
        ("a: \x00\n", "unacceptable character", None),
        (b"a: \xff\n", "it is not UTF-8", None),
        ("a: " + "[" * 5000 + "]" * 5000, "its values are nested too deeply", None),
        ("a: " + "9" * 5000, "Exceeds the limit (4300 digits)", None),
        ("a: 2020-13-45\n", "month must be in 1..12", None),
    ],
)
def test_it_is_one_problem_that_names_file_and_line(tmp_path, content, what, line):
    with pytest.raises(UserError) as raised:
        read(tmp_path, content)
    (problem,) = raised.value.problems
    assert what in problem.what and "\n" not in problem.what and len(str(problem)) < 1000
    place = f"{tmp_path / 'mine.yaml'}" + (f", line {line}" if line else "")
    assert problem.where == place and problem.hint


@pytest.mark.parametrize("content", ["a:\n\tb: 1\n", "a: 1\n\tb: 2\n", "a:\n  b: 1\n\tc: 2\n"])
def test_tabs_are_named(tmp_path, content):
    with pytest.raises(UserError, match="cannot be read") as raised:
        read(tmp_path, content)
    assert raised.value.problems[0].hint.startswith("YAML takes no tabs: indent with blanks. ")


@pytest.mark.parametrize("content", ["- a\n", "text\n", "7\n"])
def test_what_is_no_mapping_is_refused(tmp_path, content):
    with pytest.raises(UserError, match="A configuration is a mapping of keys"):
        read(tmp_path, content)


def test_a_folder_in_place_of_the_file_is_refused(tmp_path):
    with pytest.raises(UserError, match="A folder stands where a file is expected"):
        load_yaml(tmp_path)


def test_anchors_that_end_may_be_used(tmp_path):
    content = "a: &a {x: 1, y: [2]}\nb: *a\nc: {<<: *a, x: 3}\n"
    same = {"x": 1, "y": [2]}
    assert read(tmp_path, content) == {"a": same, "b": same, "c": {"x": 3, "y": [2]}}


def test_an_empty_file_has_no_keys(tmp_path):
    assert read(tmp_path, "# nothing\n") == {}


def test_values_that_yaml_reads_as_others_are_refused_all_at_once(tmp_path):
    content = "run: 010\na: {b: 1:30, c: 1:30.5}\nd:\n- 2020-01-01\n- -0_17\n"
    with pytest.raises(UserError) as raised:
        read(tmp_path, content)

    found = [
        (problem.what, problem.where.rpartition(", ")[2], problem.hint)
        for problem in raised.value.problems
    ]
    assert found == [
        (
            "YAML reads 010 as the number 8.",
            "line 1",
            'Write 10 without the zero, 8 if that is meant, or "010" in quotes.',
        ),
        (
            "YAML reads 1:30 as the number 90.",
            "line 2",
            'Write 90 if that is meant, or put it in quotes: "1:30".',
        ),
        (
            "YAML reads 1:30.5 as the number 90.5.",
            "line 2",
            'Write 90.5 if that is meant, or put it in quotes: "1:30.5".',
        ),
        ("YAML reads 2020-01-01 as a date.", "line 4", 'Put it in quotes: "2020-01-01".'),
        (
            "YAML reads -0_17 as the number -15.",
            "line 5",
            'Write -17 without the zero, -15 if that is meant, or "-0_17" in quotes.',
        ),
    ]


@pytest.mark.parametrize(
    ("key", "read_as"),
    [("on", "true"), ("No", "false"), ("007", "7"), ("0x1F", "31"), ("~", "null"), ("1.50", "1.5")],
)
def test_keys_that_yaml_reads_as_others_are_refused(tmp_path, key, read_as):
    with pytest.raises(UserError) as raised:
        read(tmp_path, f"a: 1\nb:\n  {key}: 2\n")
    (problem,) = raised.value.problems
    assert problem.what == f"YAML reads the key {key} as {read_as}."
    assert problem.where.endswith("line 3") and f'"{key}"' in problem.hint


def test_values_that_mean_what_is_written_are_read(tmp_path):
    content = 'a: [007, 0, 0x1F, 0b11, 1_000, 08, 1e3, "010", "1:30", yes, ~, .5]\n12: 1\n'
    assert read(tmp_path, content) == {
        "a": [7, 0, 31, 3, 1000, "08", "1e3", "010", "1:30", True, None, 0.5],
        12: 1,
    }
