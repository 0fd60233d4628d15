"""Cited text identification through the workflow: runs of others, other releases, mistakes."""

import shutil

import pandas as pd
import pytest

from paperpool.demo.plan import make_plan
from paperpool.demo.reference_papers import write_release
from paperpool.evaluation.tables import METRIC_COLUMNS, SIGNIFICANCE_COLUMNS
from paperpool.scisumm.scoring.ablating import COLUMNS as ABLATION_COLUMNS
from paperpool.scisumm.scoring.ablating import POWER_COLUMNS

from ..made.scisumm_folder import PAPERS, RULES, WORDS, read_rows


@pytest.fixture
def with_run(root):
    """Return a function: the arguments that give the smoke configuration and a submission."""

    def arguments(workplace, path):
        run = {"kind": "run", "benchmark": "scisumm", "path": path}
        overlay = workplace.overlay("submitted", {"rankers": {"theirs": run}})
        return ["--configfile", str(root / "config/smoke.yaml"), overlay]

    return arguments


def test_a_submission_is_imported_and_scored_as_its_like_of_ours(copied, with_run):
    theirs = copied.folder / "theirs/Task1"
    theirs.mkdir(parents=True)
    for paper_id in PAPERS["test"]:
        shutil.copy(copied.folder / f"results/smoke/scisumm/runs/bm25/Task1/{paper_id}.csv", theirs)
    target = "results/smoke/scisumm/metrics.csv"
    done = copied.snakemake(target, *with_run(copied, "theirs"))
    assert done.jobs() == {"import_scisumm_run_1": 1, "evaluate_scisumm": 1}
    metrics = pd.read_csv(copied.folder / target)
    test = metrics[(metrics.split == "test") & ~metrics.metric.str.startswith("recall@")]
    cells = ["protocol", "slice", "metric"]
    ours, own = (
        test[test.ranker == name].set_index(cells).value.to_dict() for name in ("bm25", "theirs")
    )
    assert own == ours
    assert set(metrics[metrics.ranker == "theirs"].split) == {"test"}
    again = copied.snakemake(target, *with_run(copied, "theirs"))
    assert "Nothing to be done" in again.output

    path = theirs / "P01-1002.csv"
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:-1]))
    failed = copied.snakemake(target, *with_run(copied, "theirs"), check=False)
    assert failed.returncode != 0 and "Traceback" not in failed.output
    assert "Run 'theirs': P01-1002: 1 citances missing" in failed.output


def test_a_changed_number_of_sentences_ranks_nothing_anew(smoke, root):
    overlay = smoke[0].overlay("three", {"scisumm": {"k": 3}})
    arguments = ["--configfile", str(root / "config/smoke.yaml"), overlay]
    planned = smoke[0].snakemake("scisumm", "-n", *arguments).jobs()
    rules = ("ablate_scisumm", "evaluate_scisumm", "write_config", "scisumm")
    assert planned == dict.fromkeys(rules, 1)


def test_mistakes_are_reported_before_anything_runs(workplace, root, tmp_path):
    (tmp_path / "empty").mkdir()
    overlay = workplace.overlay(
        "wrong",
        {"run": "wrong", "data": {"scisumm": "empty"}, "scisumm": {"ablation": ["greedi"]}},
    )
    failed = workplace.snakemake("scisumm", "--configfile", overlay, check=False)
    assert failed.returncode != 0 and "Traceback" not in failed.output
    assert "2 problems in the configuration" in failed.output
    assert "data.scisumm" in failed.output and "snakemake fetch_scisumm" in failed.output
    assert "Did you mean 'greedy'?" in failed.output
    assert not (workplace.folder / "results").exists()


def test_without_its_data_the_key_is_named(workplace, smoke):
    collection = smoke[0].folder / "results/smoke/demo/csfcube"
    overlay = workplace.overlay("only", {"run": "only", "data": {"csfcube": str(collection)}})
    failed = workplace.snakemake("scisumm", "-n", "--configfile", overlay, check=False)
    assert failed.returncode != 0
    assert "The scisumm section needs data.scisumm, which is not set." in failed.output
    planned = workplace.snakemake("-n", "--configfile", overlay)
    assert "Leaving out scisumm: data.scisumm is not set." in planned.output
    assert not any("scisumm" in rule for rule in planned.jobs())


def test_a_release_alone_is_enough(workplace, smoke):
    release = smoke[0].folder / "results/smoke/demo/cl-scisumm"
    run = {"kind": "run", "benchmark": "scisumm", "path": f"{release}/submissions-2020/team/run"}
    settings = {"run": "alone", "data": {"scisumm": str(release)}, "scisumm": {"folds": 3}}
    overlay = workplace.overlay("alone", {**settings, "rankers": {"theirs": run}})
    done = workplace.snakemake("-n", "--configfile", overlay)
    assert "Leaving out theirs: its folder is not there (fetch_scisumm)." in done.output
    planned = done.jobs()
    assert set(planned) >= RULES and not {"plan_demo", "read_shard"} & set(planned)


def test_a_blind_test_set_alone_is_ranked_and_the_report_says_what_is_missing(workplace):
    release = workplace.folder / "release"
    write_release(make_plan(400, seed=13), workplace.folder / "whole")
    shutil.copytree(workplace.folder / "whole/Test-Set-2018", release / "Test-Set-2018")
    shutil.rmtree(release / "Test-Set-2018/P01-1003/Reference_XML")
    overlay = workplace.overlay(
        "blind",
        {
            "run": "blind",
            "data": {"scisumm": str(release)},
            "scisumm": {
                "word2vec": {"corpus": ["reference"], "min_count": 2, "epochs": 1},
                "encoders": {"contextual": None},
                "powers": [4],
                "ablation": [],
            },
            "evaluation": {"bootstrap": 100, "permutations": 100},
        },
    )
    done = workplace.snakemake("--configfile", overlay)
    assert set(done.jobs()) >= RULES - {"rank_scisumm_encoder", "rank_scisumm_best"}
    for what in ("no training set", "no gold of the test set"):
        assert f"The release has {what}." in done.output
    assert "No reference paper has gold" in done.output
    assert "No citance could be read of P01-1003" in done.output

    scisumm = workplace.folder / "results/blind/scisumm"
    for name, columns in (
        ("metrics", METRIC_COLUMNS),
        ("significance", SIGNIFICANCE_COLUMNS),
        ("ablation", ABLATION_COLUMNS),
        ("powers", POWER_COLUMNS),
    ):
        table = pd.read_csv(scisumm / f"{name}.csv")
        assert list(table) == columns and table.empty
    assert set(pd.read_csv(scisumm / "lengths.csv").ranker) == {*WORDS, "(all sentences)"}
    for ranker in WORDS:
        rows = {
            path.stem: len(read_rows(path)) for path in (scisumm / "runs" / ranker).rglob("*.csv")
        }
        assert rows == {"P01-1001": 6, "P01-1002": 6, "P01-1003": 0}
    assert not (scisumm / "best.json").exists()

    report = (workplace.folder / "results/blind/report/index.html").read_text()
    assert "Training set: it is not in the data, so that there is no ranker best" in report
    assert "Test set: 0 of 2 reference papers have gold here" in report
    assert "none of the reference papers has gold" in report
    page = (workplace.folder / "results/blind/report/scisumm.html").read_text()
    assert "12 citing sentences of 2 reference papers" in page
