"""Cited text identification on the report: captions are the run's."""

import re
from dataclasses import replace

import pytest

from paperpool.evaluation.tables import METRIC_COLUMNS

from ...made.page_checker import Checker, read_text
from ...made.scisumm_run import make_page, score_rows, write_frame, write_run


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """The folder of a run, its files and its page."""
    folder = tmp_path_factory.mktemp("scisumm")
    files = write_run(folder)
    return folder, files, make_page(folder, files)


def test_captions_say_what_the_run_was_made_with(run):
    folder, files, page = run
    found = read_text(page, " ")
    assert "the first 2 are its answer" in found
    assert "with 95% bootstrap intervals over reference papers" in found
    other = read_text(make_page(folder, replace(files, k=3, confidence=0.9)), " ")
    assert "the first 3 are its answer" in other and "F1 of the first 3 sentences" in other
    assert "with 90% bootstrap intervals" in other


def test_protocols_have_tables_and_figures_of_their_own(run):
    page = run[2]

    drawings = re.findall(r'<figure[^>]* aria-label="([^"]*)"', page)
    assert drawings == [
        "Recall against K, official protocol",
        "Recall against K, corrected protocol",
        "F1 by annotator and reference paper, official protocol",
        "F1 by annotator and reference paper, corrected protocol",
        "F1 against the power, official protocol",
        "F1 against the power, corrected protocol",
    ]
    assert "Amy, symm: 32.00" in page and "P00-2, symm: 32.50" in page
    powers = [
        label for label in re.findall(r'<svg[^>]* aria-label="([^"]*)"', page) if "power" in label
    ]
    assert "BERT ensemble (published): 17.16" in powers[0] and "published" not in powers[1]
    assert (
        "reversed, d = 1: 6.00" in powers[0] and "one annotator against another: 15.00" in powers[0]
    )


def test_signs_are_told(run):
    assert "1 of 2 in F1 (training set), 1 of 1 in F1 (test set)." in read_text(run[2], " ")
    assert run[2].count(", of the other sign than the paper&#39;s") == 1


def test_nothing_is_published_for_other_data(run):
    folder, files, page = run
    rows = [row | {"published": ""} for row in score_rows()]
    metrics = write_frame(folder / "plain.csv", " ".join(METRIC_COLUMNS), [
        [row[name] for name in METRIC_COLUMNS] for row in rows
    ])  # fmt: skip
    other = make_page(folder, replace(files, is_released=False, metrics=metrics))
    for figure in ("17.16", "17.40", "1,149", "BERT ensemble"):
        assert figure in page
    for figure in ("17.16", "1,149", "BERT ensemble"):
        assert figure not in read_text(other, " ")
    assert "no published score can be compared" in read_text(other, " ")


def test_a_split_that_is_missing_is_named(run):
    folder, files, page = run
    assert "not in the data" not in read_text(page, " ")
    corpus = [("test", "reference_papers", 4)]
    corpus = write_frame(folder / "test-alone.csv", "split statistic value", corpus)
    found = read_text(make_page(folder, replace(files, corpus=corpus)), " ")
    assert "Training set: it is not in the data, so that there is no ranker best" in found
    best = folder / "best.json"
    best.write_text('{"strength": 0.25, "f1_by_setting": [{"f1": 0.125}], "draws": []}')
    corpus = [("train", "reference_papers", 1)]
    corpus = write_frame(folder / "train-alone.csv", "split statistic value", corpus)
    found = read_text(make_page(folder, replace(files, corpus=corpus, best=best)), " ")
    assert "Test set: it is not in the data." in found and "no ranker best" not in found
    assert '"strength": 0.25' in found and "0.125" not in found


def test_without_gold_no_table_is_empty_and_the_reason_is_told(run):
    folder, files, page = run
    bare = {}
    for name in ("metrics", "significance", "human", "ablation", "powers"):
        header = getattr(files, name).read_text().splitlines()[0]
        bare[name] = folder / f"bare-{name}.csv"
        bare[name].write_text(f"{header}\n")
    other = make_page(folder, replace(files, **bare))
    found = read_text(other, " ")
    for what in ("No ranker", "No variant", "No power"):
        assert f"{what} has scores: none of the reference papers has gold." in found
        assert what not in read_text(page, " ")
    assert "Test set: 0 of 4 reference papers have gold here" in found
    names = [tag for tag, _ in Checker(other).tags]
    assert "figure" not in names and "Paired tests" not in found
    assert "Nothing was scored in this run." in found
