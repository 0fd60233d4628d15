"""What names a collection: a name, a folder, a path; what does not is told by its argument."""

import pytest

import paperpool as pp
from paperpool.errors import UserError

from ..made.folders import write_beir

DATA = {"papers": {"a": "x"}, "queries": {"1": "x"}, "qrels": {"1": {"a": 1}}}


def refuse(*arguments, **others):
    """Return the place and the text of each problem of a collection."""
    with pytest.raises(UserError) as caught:
        pp.collection(*arguments, **others)
    return {problem.where: problem.what for problem in caught.value.problems}


@pytest.mark.parametrize(
    ("arguments", "where", "said"),
    [
        ((" ",), "name", "A collection's name is a text, not ' '."),
        ((3,), "name", "A collection's name is a text, not 3."),
        (("mine", ""), "folder", "A collection's folder is a path, not ''."),
        (("mine", "no/folder"), "folder", "There is no folder 'no/folder'."),
    ],
)
def test_a_name_is_a_text_and_a_folder_is_there(arguments, where, said):
    assert refuse(*arguments) == {where: said}


def test_data_have_a_name_of_their_own_and_are_all_there():
    assert refuse("csfcube", **DATA) == {"name": "csfcube is the name of a release."}
    assert list(refuse("mine", "there", **DATA)) == ["folder"]
    assert list(refuse("mine", papers=DATA["papers"])) == ["queries", "qrels"]
    assert list(refuse("mine", relevant=2)) == ["papers", "queries", "qrels"]


def test_a_folder_is_called_as_it_is_named_and_may_stand_for_its_collection(tmp_path):
    write_beir(tmp_path / "theirs")
    mine = pp.collection("mine", tmp_path / "theirs")
    assert mine.name == "mine" and pp.collection(tmp_path / "theirs").data == mine.data
    runs = {"same": lambda topic, papers: [1.0] * len(papers)}
    by_path = pp.evaluate(tmp_path / "theirs", runs, measures="RR")
    assert by_path["value"].tolist() == pp.evaluate(mine, runs, measures="RR")["value"].tolist()
    with pytest.raises(UserError, match=r"cannot be of type int\.\n.*\n.*pp\.collection\('mine'"):
        pp.evaluate(3, runs)


def test_data_of_another_release_are_told_whether_or_not_they_are_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "resources/csfcube/Test-Set-2018").mkdir(parents=True)
    with pytest.raises(UserError, match=r"has data of scisumm, not of csfcube") as caught:
        pp.collection("csfcube")
    [problem] = caught.value.problems
    assert problem.where == "resources/csfcube"
    assert problem.hint == "Name the folder of its data: folder=..."

    write_beir(tmp_path / "theirs")
    (tmp_path / "whole/Test-Set-2018").mkdir(parents=True)
    with pytest.raises(UserError, match=r"has data of collections, not of scisumm") as caught:
        pp.collection("scisumm", "theirs")
    [problem] = caught.value.problems
    assert problem.where == "folder"
    assert problem.hint == "Did you mean whole? Correct it, or give it alone: 'theirs'."


def test_a_collection_that_cannot_be_read_has_a_text_all_the_same(tmp_path):
    write_beir(tmp_path)
    (tmp_path / "corpus.jsonl").write_text("{}\n")
    assert repr(pp.collection("mine", tmp_path)) == f"<collection mine: in {tmp_path}>"
