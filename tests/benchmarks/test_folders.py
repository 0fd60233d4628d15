"""Folders of releases in which a file is another one: each is named, with what is expected."""

import json

import pytest

from paperpool.commands.main import main
from paperpool.workflow.csfcube.release_writer import write_collection


@pytest.fixture
def refused(tmp_path, monkeypatch, capsys):
    """Return a function that scores a run on a folder: the first problem, which is refused."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scores.json").write_text('{"q_c": 1.0}')

    def score(folder, run="scores.json"):
        status = main(["score", run, "--on", folder])
        output, message = capsys.readouterr()
        assert (status, output) == (1, "")
        what, where, hint = message.split("\n")[:3]
        return what, where.removeprefix("  Where: "), hint.removeprefix("  Hint: ")

    return score


@pytest.mark.parametrize(
    ("content", "what"),
    [
        ("{}", "Queries without a pool: "),
        ('{"q1": {"c1": 1}}', "Not a pool: "),
        ("pid,facet", "Not valid JSON: "),
        (None, "A file of the CSFCube release is missing."),
    ],
)
def test_a_pool_of_csfcube_that_is_another_file_is_named(
    collection, refused, tmp_path, content, what
):
    write_collection(collection, tmp_path / "mine")
    pools = tmp_path / "mine/test-pid2pool-csfcube.json"
    pools.unlink()
    if content is not None:
        pools.write_text(content)
    found, where, hint = refused("mine")
    assert found.startswith(what) and where.startswith("mine/test-pid2pool-csfcube.json")
    assert "the release" in hint


@pytest.mark.parametrize(
    ("content", "what", "place"),
    [
        ("[1", "Not valid JSON", ""),
        ("{}", "No field", ""),
        (json.dumps({"Art": {"q": {"citations": []}}}), "Not an object of types", ", Art, q"),
    ],
)
def test_a_split_of_mdcr_that_is_another_file_is_named(refused, tmp_path, content, what, place):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/mdcr_test.json").write_text(content)
    found, where, hint = refused("mine")
    assert what in found and where == f"mine/mdcr_test.json{place}" and "A benchmark is" in hint


def test_a_set_of_cl_scisumm_without_annotations_is_named(refused, tmp_path):
    (tmp_path / "mine/Test-Set-2018/C00-1/summary").mkdir(parents=True)
    (tmp_path / "submission").mkdir()
    (tmp_path / "submission/C00-1.csv").write_text("x\n")
    what, where, hint = refused("mine", "submission")
    assert "no training or test set of CL-SciSumm" in what and where == "mine"
    assert "<RP>/annotation/*.csv below Test-Set-*" in hint
    (tmp_path / "files").mkdir()
    (tmp_path / "files/Test-Set-2018").write_text("the set, packed")
    assert refused("files")[0] == "The folder holds no collection that is known."
