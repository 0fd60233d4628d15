"""Cited text identification through the whole workflow: the smoke run, other releases, mistakes."""

import json
import shutil

import pandas as pd
import pyarrow.parquet as pq
import pytest

from paperpool.evaluation.tables import METRIC_COLUMNS, SIGNIFICANCE_COLUMNS
from paperpool.extras.demo.corpus_plan import make_plan
from paperpool.extras.demo.reference_papers import write_release
from paperpool.extras.demo.release_layout import reference_ids
from paperpool.io.csv_rows import read_rows
from paperpool.workflow.scisumm.ablating import COLUMNS as ABLATION_COLUMNS
from paperpool.workflow.scisumm.ablating import POWER_COLUMNS

WORDS = ["asymm-d4", "asymm-d1", "symm", "bm25", "bm25-ensemble"]
ENCODED = ["asymm-contextual-d4", "asymm-contextual-d1", "cosine-contextual"]
RANKERS = [*WORDS, *ENCODED, "best"]
PAPERS = reference_ids(400)
RULES = {
    "read_scisumm",
    "train_scisumm_vectors",
    "rank_scisumm_words",
    "rank_scisumm_encoder",
    "ablate_scisumm",
    "evaluate_scisumm",
}


@pytest.fixture(scope="module")
def scisumm(results):
    return results / "scisumm"


@pytest.fixture(scope="module")
def metrics(scisumm):
    return pd.read_csv(scisumm / "metrics.csv")


def test_the_target_needs_nothing_of_a_corpus(workplace):
    planned = workplace.snakemake("scisumm", "-n").jobs()
    assert set(planned) >= RULES
    assert planned["train_scisumm_vectors"] == 5  # all variants of the ablation
    assert set(planned) == RULES | {"plan_demo", "write_config", "scisumm"}


def test_every_cell_of_the_evaluation_is_there(metrics):
    assert set(metrics.benchmark) == {"scisumm"} and set(metrics.ranker) == set(RANKERS)
    assert set(metrics.protocol) == {"official", "corrected"}
    slices = metrics.groupby("split").slice.agg(set).to_dict()
    annotators = {"annotator:asha", "annotator:bela", "annotator:carla"}
    assert slices["test"] == {"all", *annotators, "P01-1001", "P01-1002"}
    assert {"all", *PAPERS["train"]} <= slices["train"]
    measures = {"precision", "recall", "f1", "macro_precision", "macro_recall", "macro_f1"}
    measures |= {"rouge_s_p", "rouge_s_r", "rouge_s_f1", *(f"recall@{k}" for k in range(1, 11))}
    cells = metrics[metrics.slice == "all"].groupby(["split", "protocol", "ranker"]).metric
    assert set(cells.agg(frozenset)) == {frozenset(measures)} and len(cells) == 2 * 2 * 9
    assert metrics.value.between(0, 1).all() and metrics.published.isna().all()
    f1 = metrics[(metrics.slice == "all") & (metrics.metric == "f1")]
    assert f1.groupby("split").value.max().gt(0.2).all() and f1.value.max() < 0.95


def test_a_figure_is_that_of_the_submission(scisumm, metrics):
    gold = pq.read_table(scisumm / "steps/gold.parquet").to_pandas()
    gold = gold[(gold.split == "train") & gold.citance_id.notna()]
    ranking = pq.read_table(scisumm / "rankings/asymm-d4.parquet").to_pandas()
    chosen = ranking[ranking["rank"] <= 2].groupby("citance_id").sid.agg(set)
    hits = sum(len(chosen[row.citance_id] & set(row.sids)) for row in gold.itertuples())
    wanted, given = sum(map(len, gold.sids)), 2 * len(gold)
    [row] = metrics.query(
        "split == 'train' and protocol == 'corrected' and ranker == 'asymm-d4' "
        "and slice == 'all' and metric == 'f1'"
    ).itertuples()
    assert row.value == pytest.approx(2 * hits / (wanted + given))


def test_the_ablation_and_the_powers_stand_beside_their_base(scisumm, metrics):
    ablation = pd.read_csv(scisumm / "ablation.csv")
    assert list(dict.fromkeys(ablation.variant)) == [
        *["asymm-d4", "uniform-weights", "greedy", "dot-product"]
    ]
    cells = ["split", "protocol", "metric"]
    base = ablation[ablation.variant == "asymm-d4"].set_index(cells).value
    figures = metrics[(metrics.ranker == "asymm-d4") & (metrics.slice == "all")]
    figures = figures.set_index(cells).value
    assert len(base) == 2 * 2 * 2 and base.to_dict() == figures[base.index].to_dict()
    powers = pd.read_csv(scisumm / "powers.csv")
    assert set(powers.d) == {1, 4} and len(powers) == 2 * 2 * 2 * 2
    own = powers[(powers.direction == "candidate-covers-query") & (powers.d == 4)]
    for row in own.itertuples():
        assert row.f1 == pytest.approx(base[row.split, row.protocol, "f1"])


def test_annotators_and_lengths_are_measured(scisumm):
    human = pd.read_csv(scisumm / "human.csv")
    assert list(human) == ["protocol", "split", "slice", "metric", "value"]
    assert set(human.split) == {"test"} and set(human.slice) == {"all", "P01-1001", "P01-1002"}
    f1 = human[(human.metric == "f1") & (human.slice == "all")].value
    assert f1.between(0.05, 0.95).all() and len(f1) == 2  # they partly disagree
    lengths = pd.read_csv(scisumm / "lengths.csv")
    expected = {*RANKERS, "(all sentences)", "(gold)"}
    assert lengths.groupby("split").ranker.agg(set).to_dict() == {
        split: expected for split in ("train", "test")
    }
    learnt = (scisumm / "best.json").read_text()
    assert json.loads(learnt)["members"] == [*WORDS, *ENCODED]


def describe(path):
    """Return the settings of a submission."""
    return {"rankers": {"theirs": {"kind": "run", "benchmark": "scisumm", "path": path}}}


def test_a_submission_is_imported_and_scored_as_its_like_of_ours(copied):
    theirs = copied.folder / "theirs/Task1"
    theirs.mkdir(parents=True)
    for paper_id in PAPERS["test"]:
        shutil.copy(copied.folder / f"results/smoke/scisumm/runs/bm25/Task1/{paper_id}.csv", theirs)
    target = "results/smoke/scisumm/metrics.csv"
    done = copied.run(target, base="smoke", **describe("theirs"))
    assert done.jobs() == {"import_scisumm_run_1": 1, "evaluate_scisumm": 1}
    metrics = pd.read_csv(copied.folder / target)
    test = metrics[(metrics.split == "test") & ~metrics.metric.str.startswith("recall@")]
    cells = ["protocol", "slice", "metric"]
    ours, own = (
        test[test.ranker == name].set_index(cells).value.to_dict() for name in ("bm25", "theirs")
    )
    assert own == ours
    assert set(metrics[metrics.ranker == "theirs"].split) == {"test"}
    again = copied.run(target, base="smoke", **describe("theirs"))
    assert "Nothing to be done" in again.output

    path = theirs / "P01-1002.csv"
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:-1]))
    failed = copied.fail(target, base="smoke", **describe("theirs"))
    assert "Run 'theirs': P01-1002: 1 citances missing" in failed.output


def test_a_changed_number_of_sentences_ranks_nothing_anew(smoke):
    planned = smoke[0].run("scisumm", "-n", base="smoke", scisumm={"k": 3}).jobs()
    rules = ("ablate_scisumm", "evaluate_scisumm", "write_config", "scisumm")
    assert planned == dict.fromkeys(rules, 1)


def test_the_other_text_of_citing_sentences_is_ranked_anew(smoke, scisumm):
    planned = smoke[0].run("scisumm", "-n", base="smoke", scisumm={"citance": "text"}).jobs()
    ranked = ("rank_scisumm_words", "rank_scisumm_encoder", "ablate_scisumm", "evaluate_scisumm")
    assert planned == dict.fromkeys((*ranked, "write_config", "scisumm"), 1)
    log = (scisumm.parent / "logs/rank_scisumm_words.log").read_text()
    assert "18 of the 18 citing sentences of train have no clean text" in log


def test_mistakes_are_reported_before_anything_runs(workplace, tmp_path):
    (tmp_path / "empty").mkdir()
    data, ablation = {"scisumm": "empty"}, {"ablation": ["greedi"]}
    failed = workplace.fail("scisumm", run="wrong", data=data, scisumm=ablation)
    assert "2 problems in the configuration" in failed.output
    assert "data.scisumm" in failed.output and "snakemake fetch_scisumm" in failed.output
    assert "Did you mean 'greedy'?" in failed.output
    assert not (workplace.folder / "results").exists()


def test_a_release_alone_is_enough(workplace, results):
    release = str(results / "demo/cl-scisumm")
    settings = {"run": "alone", "data": {"scisumm": release}, "scisumm": {"folds": 3}}
    done = workplace.run("-n", **settings, **describe(f"{release}/submissions-2020/team/run"))
    assert "Leaving out theirs: its folder is not there (fetch_scisumm)." in done.output
    planned = done.jobs()
    assert set(planned) >= RULES and not {"plan_demo", "read_shard"} & set(planned)


def test_a_blind_test_set_alone_is_ranked_and_the_report_says_what_is_missing(workplace):
    release = workplace.folder / "release"
    write_release(make_plan(400, seed=13), workplace.folder / "whole")
    shutil.copytree(workplace.folder / "whole/Test-Set-2018", release / "Test-Set-2018")
    shutil.rmtree(release / "Test-Set-2018/P01-1003/Reference_XML")
    done = workplace.run(
        run="blind",
        data={"scisumm": "release"},
        scisumm={
            "word2vec": {"corpus": ["reference"], "min_count": 2, "epochs": 1},
            "encoders": {"contextual": None},
            "powers": [4],
            "ablation": [],
        },
        evaluation={"bootstrap": 100, "permutations": 100},
    )
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
    assert "An example of words that match" not in report  # no first sentence is gold
