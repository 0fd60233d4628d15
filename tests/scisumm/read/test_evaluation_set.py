"""The test set: the citances of blind files, and gold that is matched with them."""

import pytest

from paperpool.scisumm.read.evaluation_set import read_test_set
from paperpool.scisumm.read.layout import find_layout
from paperpool.scisumm.read.problems import Problems
from paperpool.scisumm.read.scisummnet import MAX_FILE
from paperpool.scisumm.tables import CITANCES, GOLD, SENTENCES

from ...made.scisumm_release import paper_xml, quote, task_csv, write

PAPER = "P02-0003"
BLIND = [
    (1, PAPER, "N03-0001", "They parse.", "", ""),
    (2, PAPER, "N03-0002", "They search.", "", ""),
]


@pytest.fixture
def folder(tmp_path):
    """A test set of one paper with two citances, without gold."""
    text = paper_xml(*(f"Sentence {sid}." for sid in range(4)))
    write(tmp_path, f"Test-Set-2018/{PAPER}/Reference_XML/{PAPER}.xml", text)
    write(tmp_path, f"Test-Set-2018/{PAPER}/annotation/{PAPER}.csv", task_csv(*BLIND))
    return tmp_path


def read(folder):
    problems = Problems()
    papers = read_test_set(find_layout(folder, problems), problems)
    found = problems.table()
    return papers, list(zip(found["problem"], found["action"], strict=True))


def write_gold(folder, annotator, *rows):
    cells = [(n, PAPER, citing, text, offset, quote(offset)) for n, citing, text, offset in rows]
    return write(folder, f"Test-Set-2018-Gold/Task1/{PAPER}_{annotator}.csv", task_csv(*cells))


def column(rows, schema, name):
    return [row[schema.names.index(name)] for row in rows]


def test_a_blind_set_has_citances_numbered_through_and_no_gold(folder):
    papers, problems = read(folder)
    assert column(papers.sentences, SENTENCES, "sid") == [0, 1, 2, 3]
    assert column(papers.citances, CITANCES, "citance_id") == [f"{PAPER}:1", f"{PAPER}:2"]
    assert papers.gold == [] and problems == []
    more = [(1, PAPER, "N03-0009", "They learn.", "", "")]
    write(folder, f"Test-Set-2018/{PAPER}/annotation/{PAPER}_more.csv", task_csv(*more))
    papers, _ = read(folder)
    assert column(papers.citances, CITANCES, "citance_id") == [f"{PAPER}:{n}" for n in (1, 2, 3)]


def test_a_clean_text_stands_beside_the_one_that_gold_is_matched_by(folder):
    clean = {"They parse.": "They parse trees.", "They search.": "NA"}
    blind = task_csv(*BLIND, clean=clean)
    write(folder, f"Test-Set-2018/{PAPER}/annotation/{PAPER}.csv", blind)
    write_gold(folder, "ann", (1, "N03-0001", "They parse.", "'1'"))
    papers, problems = read(folder)
    assert column(papers.citances, CITANCES, "text") == ["They parse.", "They search."]
    assert column(papers.citances, CITANCES, "clean") == ["They parse trees.", ""]
    assert column(papers.gold, GOLD, "citance_id") == [f"{PAPER}:1"] and problems == []


def test_gold_is_in_the_order_of_papers_files_and_rows(folder):
    write_gold(folder, "bob", (1, "N03-0001", "They parse.", "'1'"))
    write_gold(
        folder,
        "ann",
        (8, "N03-0002", "They search.", "'3'"),
        (4, "N03-0001", "They parse.", "'2'"),
    )
    papers, problems = read(folder)
    assert problems == []
    assert column(papers.gold, GOLD, "annotator") == ["ann", "ann", "bob"]
    matched = [f"{PAPER}:2", f"{PAPER}:1", f"{PAPER}:1"]
    assert column(papers.gold, GOLD, "citance_id") == matched
    assert column(papers.gold, GOLD, "sids") == [[3], [2], [1]]


def test_gold_of_another_citing_paper_or_text_has_no_citance(folder):
    write_gold(
        folder,
        "ann",
        (1, "N03-0002", "They parse.", "'1'"),
        (2, "N03-0001", "They parsed.", "'1'"),
        (3, "N03-0001", "They  parse.", "'1'"),
    )
    papers, problems = read(folder)
    assert column(papers.gold, GOLD, "citance_id") == [None, None, f"{PAPER}:1"]
    assert problems == [("no_counterpart", "unmatched")] * 2


def test_gold_files_of_an_unknown_paper_or_too_large_are_left_out_and_counted(folder):
    row = (1, "X99-0001", "N03-0001", "They parse.", "'1'", quote("'1'"))
    write(folder, "Test-Set-2018-Gold/Task1/X99-0001_ann.csv", task_csv(row))
    path = write_gold(folder, "bob", (1, "N03-0001", "They parse.", "'1'"))
    with path.open("ab") as file:
        file.truncate(MAX_FILE + 1)
    papers, problems = read(folder)
    assert papers.gold == []
    assert problems == [("too_large", "dropped"), ("unknown_paper", "dropped")]


def test_a_paper_without_sentences_has_no_citances_and_its_gold_is_unknown(folder):
    (folder / f"Test-Set-2018/{PAPER}/Reference_XML/{PAPER}.xml").unlink()
    write_gold(folder, "ann", (1, "N03-0001", "They parse.", "'1'"))
    papers, problems = read(folder)
    assert papers.sentences == papers.citances == papers.gold == []
    assert sorted(problems) == [("no_reference_xml", "dropped"), ("unknown_paper", "dropped")]
