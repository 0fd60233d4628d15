"""The example of words that match is a citing sentence whose first sentence is a gold one."""

from dataclasses import replace

import pyarrow.parquet as pq
import pytest

from paperpool.pages.section import list_tables
from paperpool.scisumm.tables import GOLD
from paperpool.workflow.report.scisumm.example import find_examples, show_example, word_table
from paperpool.workflow.scisumm.match.explanation import WordMatch

from ...made.scisumm_run import CITANCE_TEXTS, SENTENCE_TEXTS, write_example
from ...made.tables import write_rows


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    return write_example(tmp_path_factory.mktemp("example"))


def texts_of(parts):
    return [[cell.text for cell in row] for row in list_tables(parts)[0].rows]


def test_examples_are_those_whose_first_sentence_is_gold_tests_first(files):
    found = [(e.citance_id, e.sid, e.citance, e.sentence) for e in find_examples(files)]
    assert found == [
        ("P00-2:1", 1, CITANCE_TEXTS["P00-2:1"][-1], SENTENCE_TEXTS["P00-2"][1]),
        ("C00-1:1", 1, CITANCE_TEXTS["C00-1:1"][-1], SENTENCE_TEXTS["C00-1"][1]),
    ]


def test_the_text_that_rankers_read_is_shown(files, tmp_path):
    table = pq.read_table(files.citances)
    place = table.schema.get_field_index("clean")
    pq.write_table(
        table.set_column(place, "clean", [["", "A repaired text.", ""]]), tmp_path / "repaired"
    )
    for citance, shown in (("clean", "A repaired text."), ("text", CITANCE_TEXTS["P00-2:1"][-1])):
        changed = replace(files, citances=tmp_path / "repaired", citance=citance)
        assert next(find_examples(changed)).citance == shown


def test_every_word_of_the_citing_sentence_has_a_row(files):
    [fold] = show_example(files)
    citance, sentence, table = fold.parts
    assert citance.text == "Citing sentence P00-2:1: Named entities are found by Smith (1999)."
    assert sentence.text == "Sentence 1 of the reference paper: A tagger finds named entities."
    rows = texts_of([fold])
    assert [row[0] for row in rows] == ["Named", "entities", "are", "found", "by", "."]
    assert rows[1][1:4] == ["0.71", "entities", "1.00"]
    assert sum(float(row[4]) for row in rows) == pytest.approx(100, abs=0.3)
    assert table.label == "Words that match"


def test_shares_are_of_the_whole_score():
    matches = [
        WordMatch("parse", 0.75, "parse", 1.0, 0.75),
        WordMatch("forest", 0.9, "trees", 0.8, 0.25),
        WordMatch("so", 0.1, "of", 0.0, 0.0),
    ]
    assert texts_of([word_table(matches)]) == [
        ["parse", "0.75", "parse", "1.00", "75.0"],
        ["forest", "0.90", "trees", "0.80", "25.0"],
        ["so", "0.10", "of", "0.00", "0.0"],
    ]


def test_without_a_gold_first_sentence_or_a_match_there_is_no_example(files, tmp_path):
    gold = write_rows(tmp_path / "gold.parquet", [], GOLD)
    assert list(show_example(replace(files, gold=gold))) == []

    table = pq.read_table(files.citances)
    place = table.schema.get_field_index("text")
    marker = table.set_column(place, "text", [["(Author, 2000)"] * len(table)])
    pq.write_table(marker, tmp_path / "markers.parquet")
    assert list(show_example(replace(files, citances=tmp_path / "markers.parquet"))) == []
