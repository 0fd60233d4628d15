"""`make setup` refuses a folder in which nothing would start, and no other."""

import pytest


@pytest.fixture(scope="module")
def check(load_program):
    return load_program("envs/check_folder.py")


@pytest.mark.parametrize("name", ["a b", "clone's", "é 漢字", "a&b;c", 'q"x', "a#b ~% (1)"])
def test_blanks_and_letters_of_any_language_are_fine(check, name):
    assert check.find_unusable(f"/home/me/{name}") == ""


@pytest.mark.parametrize(
    ("name", "found"), [("a$b", "$"), ("{x}", "{}"), ('my "own" clone', '"'), ("a\tb", "\t")]
)
def test_what_a_program_of_the_environment_cannot_start_with_is_named(
    check, name, found, tmp_path, monkeypatch, capsys
):
    assert check.find_unusable(f"/home/me/{name}") == found
    folder = tmp_path / name
    folder.mkdir()
    monkeypatch.chdir(folder)
    assert check.main() == 1
    said = capsys.readouterr().err
    assert (
        "cannot be set up" in said
        and "rename the folder" in said
        and str([str(folder)])[1:-1] in said
    )
