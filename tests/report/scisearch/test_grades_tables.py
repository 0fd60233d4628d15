"""Choices of ensembles and predictions of grades in the section."""

from dataclasses import replace

import pandas as pd
import pytest

from paperpool.evaluation.tables import METRIC_COLUMNS
from paperpool.workflow.report.scisearch.grades import confusion_map, read_confusion
from paperpool.workflow.report.scisearch.section import list_sections, read_source
from paperpool.workflow.report.scisearch.tables import loss_table, model_scores, untrained_table
from paperpool.workflow.scisearch.tables import CHOICE_COLUMNS

from ...made.grids import group_rows, list_grids, list_rows, list_texts
from ...made.page_checker import read_text
from ...made.scisearch_run import make_page, write_frame, write_run

CHOICES = [
    ("honest", "ensemble-kl", 1, "method", 2, "tiny", "kl", "ndcg%100", 0.5),
    ("honest", "ensemble-kl", 2, "method", 2, "minilm", "kl", "ndcg%100", 0.6),
    ("as-published", "ensemble", 1, "result", None, "minilm", "", "ndcg%100", 0.7),
]
VALUES = {"ensemble": 0.41, "ensemble-kl": 0.46, "ensemble-any-loss": 0.44}


@pytest.fixture(scope="module")
def run(tmp_path_factory, root):
    """A run of three trainings with ensembles."""
    folder = tmp_path_factory.mktemp("scisearch")
    files = write_run(folder, root)
    scores = pd.read_csv(files.metrics)
    scores.loc[scores.ranker.str.contains("-"), ["sd", "n_runs"]] = (0.0123, 3)
    made = [
        scores[scores.ranker == "minilm"].assign(ranker=ranker, value=value, sd=sd, n_runs=n)
        for ranker, value in VALUES.items()
        for sd, n in [(None, 1) if ranker == "ensemble" else (0.02, 3)]
    ]
    rows = pd.concat([scores, *made])[METRIC_COLUMNS].to_numpy().tolist()
    choices = pd.DataFrame(CHOICES, columns=CHOICE_COLUMNS).astype({"fold": "Int64"})
    choices.to_csv(folder / "choices.csv", index=False)
    return folder, replace(
        files,
        metrics=write_frame(folder / "with.csv", METRIC_COLUMNS, rows),
        choices=folder / "choices.csv",
        seeds=3,
        preset="authors_code, but epochs 3",
    )


@pytest.fixture(scope="module")
def tables(run):
    """The tables of the section by label."""
    return list_grids(list_sections(run[1], read_source(run[1])))


def test_choices_are_read_by_place_with_every_training(tables):
    assert list_rows(tables["What the ensembles chose"]) == [
        ["ensemble-kl", "honest", "method", "2", "tiny-kl, minilm-kl"],
        ["ensemble", "as-published", "result", "all", "minilm"],
    ]


def test_accuracies_are_those_over_all_facets(tables):
    rows = {row[0].text: row[1:] for row in tables["Accuracy of grades"].rows}
    assert list_texts(rows["minilm-kl"]) == ["25.00", "75.00", "600"] * 2
    assert rows["minilm-kl"][0].below == {"sd": "± 1.50"} and not rows["tiny-nll"][3].below


def test_confusion_has_a_column_for_each_grade_under_each_protocol(run):
    shares = read_confusion(run[1].confusion, "minilm-kl")
    (grid,) = confusion_map(shares, "minilm-kl").grids
    assert len(grid.rows) == 4 and len(grid.columns) == 8
    assert grid.cells["true grade 1", "honest: 2"].text == "100.00"
    assert grid.cells["true grade 1", "as-published: 1"].text == "0.00"
    assert ("true grade 3", "honest: 3") not in grid.cells  # there is no such pair
    assert all(cell.marked == (row[-1] == told[-1]) for (row, told), cell in grid.cells.items())


def test_ensembles_have_their_rows(run):
    source = read_source(run[1])
    for rows in list(group_rows(loss_table(source, "kl")).values())[:2]:
        assert list(rows) == ["ensemble-kl", "minilm-kl", "tiny-kl"]
    groups = group_rows(loss_table(source, "any-loss")).values()
    assert {name for rows in groups for name in rows} == {"ensemble-any-loss"}
    names = [row[0] for row in untrained_table(source).rows]
    letters = [(name.text, name.letter) for name in names if name.letter]
    assert letters == [("ensemble", "c"), ("minilm", "a"), ("tiny", "b")]
    [figures] = [m for m in model_scores(source) if m.name == "ensemble-kl"]
    assert figures.untrained.value == pytest.approx(0.41) and figures.published is None


def test_the_page_names_preset_trainings_ensembles_and_accuracy(run):
    found = read_text(make_page(*run), " ")
    named = "Preset authors_code, but epochs 3"
    # the facts, what was added, four losses, untrained, choices, accuracy, documents
    assert found.count(named) == 10
    assert found.count(", preset authors_code, but epochs 3") == 2  # paired tests
    assert "Trainings 3 (means" in found
    assert "minilm-kl 40.00 45.00 ± 1.23" in found
    assert "ensemble-kl 41.00 46.00 ± 2.00" in found
    assert "ensemble-kl honest method 2 tiny-kl, minilm-kl" in found
    assert "minilm-kl 25.00 ± 1.50 75.00 600 25.00 ± 1.50 75.00 600" in found
    assert "true grade 1, honest: 2: 100.00" in make_page(*run)
    assert "the paper's do" not in found
