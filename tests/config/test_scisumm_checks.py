"""Problems of the settings of cited text identification."""

import shutil

import pytest

from paperpool.demo.plan import make_plan
from paperpool.demo.reference_papers import write_release


@pytest.fixture(scope="module")
def release(tmp_path_factory):
    folder = tmp_path_factory.mktemp("release")
    write_release(make_plan(400, seed=13), folder)
    return folder


def test_a_release_is_enough_and_what_it_lacks_is_named(problems, release, tmp_path):
    assert problems({"data": {"scisumm": str(release)}, "scisumm": {"folds": 3}}) == []
    [problem] = problems({"data": {"scisumm": str(tmp_path)}})
    assert problem.where == "data.scisumm" and "snakemake fetch_scisumm" in problem.hint
    shutil.copytree(release / "Training-Set-2019", tmp_path / "Training-Set-2019")
    [problem] = problems({"data": {"scisumm": str(tmp_path)}, "scisumm": {"folds": 3}})
    assert problem.where == "data.scisumm" and "no ScisummNet" in problem.what
    # a training set alone, or a test set without gold, is enough
    alone = {"word2vec": {"corpus": ["reference"]}, "folds": 3}
    assert problems({"data": {"scisumm": str(tmp_path)}, "scisumm": alone}) == []


def test_more_folds_than_training_papers_are_named_before_anything_runs(problems, release):
    data = {"scisumm": str(release)}
    [problem] = problems({"data": data, "scisumm": {"folds": 4}})
    assert problem.where == "scisumm.folds"
    assert "has 3 training papers, too few for 4 folds" in problem.what
    assert problems({"data": data, "scisumm": {"folds": 3}}) == []
    assert problems({"scisumm": {"folds": 50}}) == []  # the demo has as many as it has papers


def test_abstracts_need_a_corpus_beside_the_release(problems, release, tmp_path):
    wanted = {"scisumm": {"word2vec": {"abstracts": {"fields": ["Computer Science"]}}}}
    assert problems(wanted) == []  # on the demo data
    wanted["scisumm"]["folds"] = 3
    [problem] = problems({**wanted, "data": {"scisumm": str(release)}})
    assert problem.where == "scisumm.word2vec.abstracts" and "data.s2orc" in problem.what
    (tmp_path / "shard.gz").touch()
    both = {"scisumm": str(release), "s2orc": [str(tmp_path / "*.gz")]}
    assert problems({**wanted, "data": both}) == []


def test_only_a_release_without_any_submission_may_lack_one(problems, release):
    path = release / "submissions-2020/team/run"
    theirs = {"theirs": {"kind": "run", "benchmark": "scisumm", "path": str(path)}}
    change = {"data": {"scisumm": str(release)}, "scisumm": {"folds": 3}, "rankers": theirs}
    assert problems(change) == []
    path.parent.mkdir(parents=True)
    [problem] = problems(change)
    assert "No CSV file in the folder" in problem.what


def test_a_value_that_breaks_the_schema_hides_no_other_mistake(problems, release):
    wrong = {"k": 0, "ablation": ["greedi"], "folds": 99, "extra": 1}
    found = problems({"data": {"scisumm": str(release)}, "scisumm": wrong})
    assert {problem.where for problem in found} == {
        *("scisumm.k", "scisumm.extra", "scisumm.folds", "scisumm.ablation.0")
    }
    assert {problem.where for problem in problems({"scisumm": 3})} == {"scisumm"}
