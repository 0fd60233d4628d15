"""Scoring on CL-SciSumm: the workflow's figures of a submission, its checks."""

import shutil

import pytest
import yaml

import paperpool as pp
from paperpool.errors import UserError
from paperpool.evaluation.paired_draws import Resampling
from paperpool.evaluation.seeds import SEED
from paperpool.scisumm.read.release import read_release
from paperpool.scisumm.read.submitted import read_submissions
from paperpool.scisumm.scoring.evaluation import evaluate
from paperpool.scisumm.scoring.evaluator import Judge
from paperpool.scoring.scisumm import K

from ...made.page_checker import check_parts
from ...made.scisumm_release import submit, write_release


@pytest.fixture
def release(tmp_path, monkeypatch):
    """A made release where the workflow keeps it, with two submissions beside."""
    monkeypatch.chdir(tmp_path)
    read = read_release(write_release(tmp_path / "resources/cl-scisumm"), ())
    submit(read, tmp_path / "first", (1, 3))
    submit(read, tmp_path / "second", (5, 2))
    return read


def test_a_submission_gets_the_workflows_figures(release, score, tmp_path):
    judge = Judge(release.sentences, release.citances, release.gold, K)
    rows = read_submissions("first", tmp_path / "first", release.citances, release.sentences)
    splits = judge.splits({"first": judge.submit_rows(rows)})
    expected = evaluate(splits, ["first"], Resampling(SEED), {}).metrics
    status, output, _ = score("first/Task1", "--on", "scisumm", "--csv", "m.csv")
    assert status == 0
    assert (tmp_path / "m.csv").read_text() == expected.to_csv(index=False)
    assert "CL-SciSumm, corrected protocol" in output
    assert "Training set (2 reference papers)" in output


def test_a_page_has_what_rankings_alone_can_say(release, score, tmp_path):
    status, output, _ = score(
        *("first", "second", "--on", "resources/cl-scisumm", "--html", "p.html", "--tex", "t.tex"),
        *("--published", "first=BM25 ensemble"),
    )
    assert status == 0
    assert "Paired tests against first, official protocol" in output
    assert "not the whole release: no published score is comparable" in output
    page = (tmp_path / "p.html").read_text()
    assert "table" in check_parts(page)
    for absent in ("Word vectors", "Cited text: ablation", "An example of words", "malformed.csv"):
        assert absent not in page
    assert "Lengths of the chosen sentences" in page
    assert "ROUGE-S*" in (tmp_path / "t.tex").read_text()


def test_what_is_no_submission_is_one_message(release, refused, tmp_path):
    assert refused("gone", "--on", "scisumm") == ["Run 'gone': there is no such folder."]
    (tmp_path / "empty").mkdir()
    [message] = refused("empty", "--on", "scisumm")
    assert message.startswith("Run 'empty': no submission")
    (tmp_path / "first/Task1/W01-0002.csv").unlink()
    [message] = refused("first", "--on", "scisumm")
    assert message == "Run 'first': 1 reference papers of train missing: W01-0002."


def test_a_split_without_gold_is_told(release, score, tmp_path):
    shutil.rmtree(tmp_path / "resources/cl-scisumm/Test-Set-2018-Gold")
    status, output, _ = score("first", "--on", "scisumm")
    assert status == 0 and "Test set (" not in output
    assert "Test set: some reference papers have no gold here; scores leave them out." in output


def test_papers_are_not_ranked_there(release, score):
    collection = pp.collection("scisumm")
    with pytest.raises(UserError, match="CL-SciSumm has no rankings of papers"):
        _ = collection.papers
    status, _, message = score("first", "--on", "scisumm", "--predicted", "model.csv")
    assert status == 1 and "model's grades do not go with scisumm" in message
    assert "Where: --predicted" in message and "`paperpool next` writes one" in message


def test_data_without_gold_cannot_be_scored_on(release, refused, tmp_path):
    folder = tmp_path / "resources/cl-scisumm"
    shutil.rmtree(folder / "Test-Set-2018-Gold")
    shutil.rmtree(folder / "Training-Set-2019")
    for name in ("C00-0001", "W01-0002"):
        (tmp_path / f"first/Task1/{name}.csv").unlink()
    [message] = refused("first", "--on", "scisumm")
    assert message.startswith("None of the reference papers of these runs has gold")


def test_the_sentences_of_a_choice_are_the_workflows(root):
    config = yaml.safe_load((root / "config/config.yaml").read_text())
    assert config["scisumm"]["k"] == K
