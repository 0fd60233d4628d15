"""Sheets of labelled sentences of a field: read, and matched with the corpus."""

from functools import partial

import pytest

from paperpool.collections.collection import Paper
from paperpool.errors import UserError
from paperpool.workflow.pools.label_sheet import write_label_sheet
from paperpool.workflow.pools.training_sheet import (
    COLUMNS,
    match_sentences,
    read_training_sheets,
)

from ..made.schemes import LABELS
from .conftest import list_problems, save_sheet

PAPERS = {"1": ["We ask.", "It  grew.", "It  grew."], "2": ["=We drew."]}
ROWS = [("2", "=We drew.", "Method"), ("1", "It grew.", "result"), ("1", "It  grew.", "other")]


@pytest.fixture
def write(tmp_path):
    """Return a function that saves rows as a sheet and returns its path."""

    def save(rows, name="sheet.csv", columns=COLUMNS):
        filled = [dict(zip(columns, row, strict=True)) for row in rows]
        return save_sheet(tmp_path / name, filled, columns)

    return save


def test_labels_come_to_the_sentences_of_their_papers(write):
    rows = read_training_sheets([write(ROWS[:1]), write(ROWS[1:], "more.csv")], LABELS)
    one, two = match_sentences(rows, PAPERS)
    assert (one.paper_id, one.sentences) == ("1", ("We ask.", "It  grew.", "It  grew."))
    assert one.labels == (None, "result", "other")
    assert (two.paper_id, two.labels) == ("2", ("method",))


def test_a_label_sheet_is_read_with_its_corrections(tmp_path):
    paper = Paper("2", "Two", ("=We drew.", "It grew."), ("background", "result"))
    write_label_sheet([paper], tmp_path / "sheet.csv")
    text = (tmp_path / "sheet.csv").read_text(encoding="utf-8")
    assert text.count("background,\n") == 1
    filled = text.replace("background,\n", "background,method\n")
    (tmp_path / "sheet.csv").write_text(filled, encoding="utf-8")
    rows = read_training_sheets([tmp_path / "sheet.csv"], LABELS)
    assert [(row.sentence, row.label) for row in rows["2"]] == [
        ("=We drew.", "method"),
        ("It grew.", "result"),
    ]


def test_every_cell_that_cannot_be_used_is_told_with_its_line(write):
    rows = [("", "A.", "method"), ("1", "", "method"), ("1", "A.", ""), ("1", "A.", "methd")]
    assert list_problems(partial(read_training_sheets, [write(rows)], LABELS)) == [
        ("2", "A row without a paper id."),
        ("3", "A row without a sentence."),
        ("4", "A sentence without a label."),
        ("5", "There is no label 'methd'."),
    ]


def test_labels_are_those_of_the_scheme(write):
    with pytest.raises(UserError, match=r"One of population, outcome\."):
        read_training_sheets([write(ROWS)], ("population", "outcome"))


def test_an_empty_sheet_and_a_lacking_column_are_errors(write):
    with pytest.raises(UserError, match="The sheet has no row"):
        read_training_sheets([write([])], LABELS)
    lacking = write([("1", "A.")], columns=COLUMNS[:2])
    with pytest.raises(UserError, match="lacks the columns label"):
        read_training_sheets([lacking], LABELS)


def test_rows_that_fit_no_sentence_are_told_with_their_line(write):
    more = [*ROWS, ("1", "It grew.", "method"), ("1", "We asked.", "other"), ("3", "A.", "other")]
    rows = read_training_sheets([write(more)], LABELS)
    assert list_problems(partial(match_sentences, rows, PAPERS)) == [
        ("5", "A sentence of paper 1 is listed twice."),
        ("6", "Paper 1 has no sentence 'We asked.'."),
        ("7", "Paper '3' has no abstract in the corpus."),
    ]
