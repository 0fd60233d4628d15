"""The tables of cited text identification: protocols apart, published scores beside ours."""

from dataclasses import replace

import pytest

from paperpool.io.csv_rows import read_records
from paperpool.pages.section import Text
from paperpool.scoring.scisumm_tables import paired_table, ranker_table
from paperpool.workflow.report.scisumm.plain_tables import count_malformations
from paperpool.workflow.report.scisumm.section import list_sections, read_source
from paperpool.workflow.report.scisumm.tables import Variant, list_ablation

from ...made.grids import group_rows, list_grids, list_rows, list_texts
from ...made.scisumm_run import RANKERS, write_run


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    return write_run(tmp_path_factory.mktemp("scisumm"))


@pytest.fixture(scope="module")
def source(files):
    return read_source(files)


HUMAN = "one annotator against another"


def cells(source, protocol, name):
    [found] = [rows[name] for rows in group_rows(ranker_table(source, protocol)).values()
               if name in rows]  # fmt: skip
    return found


def test_a_table_is_of_one_protocol(source):
    assert list_texts(cells(source, "official", "symm"))[:4] == ["30.00", "31.00", "32.00", "33.00"]
    assert list_texts(cells(source, "corrected", "symm"))[:4] == [
        "30.50", "31.50", "32.50", "33.50",
    ]  # fmt: skip
    official = ranker_table(source, "official")
    assert [(cell.text, cell.note) for cell in official.head[0][1:]] == [
        ("Training set", "1 reference paper"),
        ("Test set", "1 reference paper"),
    ]
    assert list(group_rows(official)["Rankers"]) == list(RANKERS[::-1])


def test_published_figures_stand_in_the_official_table_alone(source):
    f1 = cells(source, "official", "asymm-d4")[6]
    assert (f1.text, f1.below["published"], f1.below["difference"]) == ("12.00", "17.40", "−5.40")
    corrected = ranker_table(source, "corrected")
    assert not any("published" in cell.below for row in corrected.rows for cell in row)
    others = group_rows(ranker_table(source, "official"))["Published only"]
    assert list(others) == ["BERT ensemble"]
    assert list_texts(others["BERT ensemble"]) == ["–"] * 6 + ["17.16", "–"]
    assert "Published only" not in group_rows(corrected)


def test_intervals_marks_and_the_best_of_a_column(source):
    best = cells(source, "corrected", "bm25")[2]
    assert best.bold and best.below["interval"] == "[40.50, 44.50]"
    assert [(mark.letter, mark.is_higher) for mark in best.marks] == [("a", True)]
    assert not cells(source, "corrected", "asymm-d1")[2].marks


def test_human_agreement_is_a_row_with_nothing_published_beside(source):
    for protocol in ("official", "corrected"):
        row = cells(source, protocol, HUMAN)
        assert list_texts(row) == ["–"] * 4 + ["15.00"] * 4
        assert not any(cell.below for cell in row)


def test_without_human_agreement_there_is_no_such_row(source):
    table = ranker_table(replace(source, human={}), "corrected")
    assert list(group_rows(table)) == ["Rankers"]


def test_paired_tests_stand_by_split(source):
    groups = group_rows(paired_table(source, "official", "symm"))
    assert list(groups) == ["Training set", "Test set"]
    assert list(groups["Training set"]) == ["bm25", "asymm-d1"]
    assert [row[3].bold for row in groups["Training set"].values()] == [True, False]
    assert paired_table(source, "official", "bm25").rows == []


def ablate(files, source, protocol):
    """Return the texts, and by split the rows as raised signs and texts by their names."""
    variants = read_records(files.ablation, Variant)
    _, *texts, grid = list_ablation(variants, source, protocol, "Asymm (d=4)")
    assert all(isinstance(text, Text) for text in texts)
    groups = group_rows(grid).items()
    rows = {title: {name: [c.raised + c.text for c in cells] for name, cells in of.items()}
            for title, of in groups}  # fmt: skip
    return texts, grid, rows


def test_signs_are_compared_with_the_papers_where_it_has_a_difference(files, source):
    [agreed], _, rows = ablate(files, source, "official")
    training, test = rows["Training set"], rows["Test set"]
    assert training["greedy"][:5] == ["8.00", "−2.00", "0.0100", "13.80", "−2.60"]
    assert training["uncased"][1].startswith("≠") and training["uncased"][4] == "−0.20"
    assert not test["uncased"][1].startswith("≠") and test["uncased"][4] == "0.00"
    assert agreed.text.endswith(": 1 of 2 in F1 (training set), 1 of 1 in F1 (test set).")
    assert test[HUMAN] == ["15.00", *[""] * 4] * 2 and HUMAN not in training


def test_the_corrected_ablation_has_nothing_published(files, source):
    agreed, grid, rows = ablate(files, source, "corrected")
    assert "paper" not in list_texts(grid.columns) and agreed == []
    assert rows["Test set"]["uncased"][4] == "+1.00"


def test_lengths_have_the_reversed_method_too_and_the_papers_statistics_come_first(files, source):
    tables = list_grids(list_sections(files, source))
    lengths = tables["Lengths of the chosen sentences"]
    by_title = {row[0]: row[1:] for row in list_rows(lengths)}
    assert by_title["asymm-d4"] == ["40.2", "41.0", "40.2", "–"]
    assert by_title["reversed, d = 4"] == ["64.5", "56.4", "64.5", "–"]
    assert [row[0].text for row in lengths.rows if row[0].kind] == ["(all sentences)", "(gold)"]
    pairs, papers, sentences = list_rows(tables["Statistics of the data"])
    assert pairs == ["pairs", "1", "–", "3", "1,149", "–", "–"] and papers[0] == "reference papers"
    assert sentences == ["sentences", "–", "–", "1,234", "–", "250,000", "–"]


def test_malformations_are_counted_with_their_first_case(files):
    quote, unknown = count_malformations(files.malformed)
    keys = ("split", "problem", "n", "row")
    assert [quote[key] for key in keys] == ["train", "offset_quotes", 2, "3"]
    assert [unknown[key] for key in ("action", "n", "file")] == ["unmatched", 1, "P00-2_Bob.csv"]
