"""Problems of the files of the corpus's sources, each once."""

import pytest

from paperpool.config.source_checks import find_source_problems


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_files_that_are_there_are_no_problem(folder):
    (folder / "m_0.gz").touch()
    assert list(find_source_problems(["m_*.gz"])) == []


def test_an_absent_file_says_where_data_come_from():
    [problem] = find_source_problems(["no_*.gz"])
    assert problem.what == "No file matches no_*.gz." and problem.where == "data.s2orc.0"
    assert "docs/corpus.md" in problem.hint


def test_each_source_is_named_by_its_place_and_dataset(folder):
    (folder / "m_0.gz").touch()
    bulk = {"papers": ["m_0.gz"], "abstracts": ["a_*.gz"], "citations": ["c_*.gz", "d_*.gz"]}
    found = [problem.where for problem in find_source_problems(["m_0.gz", bulk])]
    places = ("1.abstracts.0", "1.citations.0", "1.citations.1", f", {folder / 'm_0.gz'}")
    assert found == [f"data.s2orc{place if place[0] == ',' else '.' + place}" for place in places]


def test_several_files_of_one_odd_name_are_one_problem(folder):
    for name in ("m_{a}.gz", "m_{b}.gz"):
        (folder / name).touch()
    [problem] = find_source_problems(["m_*.gz"])
    assert "has braces in its name" in problem.what and problem.hint == "Rename the file."
