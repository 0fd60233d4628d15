"""The demo's files of CL-SciSumm: their malformations, read back by what reads the release."""

import re

import pytest

from paperpool.extras.demo.full_texts import Citance, FullText
from paperpool.extras.demo.task_files import (
    misread,
    write_annotations,
    write_blind,
    write_gold,
    write_scisummnet,
    write_xml,
)
from paperpool.scisumm.read.annotations import read_annotations
from paperpool.scisumm.read.fields import read_sids
from paperpool.scisumm.read.markup import read_sentences
from paperpool.scisumm.read.problems import FileProblems, Problems
from paperpool.scisumm.read.scisummnet import read_archive
from paperpool.scisumm.read.task_csv import read_task_csv

PAPER = FullText(
    "A title & more",
    ("Rao", "Kis"),
    2001,
    (("", ("We parse.", "We tag <b>.")), ("Data", ("It is small.", "It is old.", "It ends."))),
)
CITANCES = [
    Citance(f"W01-200{i % 2 + 1}", f"They find it, {i}.", f"[{i}]", cited)
    for i, cited in enumerate([(1,), (2, 3), (3,), (4,), (1, 2), (5,), (2,)])
]


@pytest.fixture
def problems():
    return FileProblems("train", "D00-1001", "file")


def names(problems):
    return {problem for _, _, _, _, problem, _, _ in problems.lines()}


def test_a_paper_is_read_back_with_its_sections(tmp_path, problems):
    write_xml(PAPER, tmp_path / "a.xml")
    sentences = read_sentences((tmp_path / "a.xml").read_bytes(), problems)
    texts = {sentence.sid: sentence.text for sentence in sentences}
    assert texts == PAPER.numbered() | {1: 'We parse. This is "new".'}
    assert [sentence.section for sentence in sentences][-1] == "Data"
    assert names(problems) == {"nested_entity"}


def test_a_paper_in_latin_1_has_a_letter_that_is_no_utf8_and_a_line_without_number(
    tmp_path, problems
):
    write_xml(PAPER, tmp_path / "a.xml", "latin-1")
    sentences = read_sentences((tmp_path / "a.xml").read_bytes(), problems)
    assert sentences[0].text == "A title & more Révisé"
    [unnumbered] = [sentence.text for sentence in sentences if sentence.sid is None]
    assert unnumbered == "A line that nobody numbered."
    assert {"not_utf8", "no_sid"} <= names(problems)


def test_annotations_come_back_from_rows_that_are_cut_short_or_share_a_line(tmp_path, problems):
    write_annotations("D00-1001", PAPER, CITANCES, tmp_path / "a.ann.txt")
    rows = read_annotations((tmp_path / "a.ann.txt").read_bytes(), "D00-1001", problems)
    assert [row.citing_id for row in rows] == [citance.citing_id for citance in CITANCES]
    assert [row.number for row in rows] == list("1234567")
    texts = [citance.text for citance in CITANCES]
    texts[2] += " It needs O(|E|) steps."
    assert [row.citation for row in rows] == texts
    assert [bool(row.annotator) for row in rows] == [True, False, *[True] * 5]
    known = PAPER.numbered()
    found = [read_sids(r.reference_offset, r.reference_text, known, problems, r.row) for r in rows]
    offsets = [tuple(map(int, re.findall(r"\d+", row.reference_offset))) for row in rows]
    assert found == offsets == [citance.cited for citance in CITANCES]
    assert {"glued_rows", "no_annotator", "trailing_separator"} <= names(problems)


def test_a_blind_file_names_no_sentence(tmp_path, problems):
    write_blind("P01-1001", CITANCES, tmp_path / "a.csv")
    rows = read_task_csv((tmp_path / "a.csv").read_bytes(), "P01-1001", problems)
    assert [row.clean for row in rows] == [citance.text for citance in CITANCES]
    assert [row.citation for row in rows] == [misread(citance.text) for citance in CITANCES]
    assert {row.reference_offset + row.reference_text for row in rows} == {""}
    assert names(problems) == set()


@pytest.mark.parametrize("place", [0, 1, 2])
def test_an_annotator_numbers_anew_leaves_one_out_and_finds_nothing_for_one(
    tmp_path, problems, place
):
    write_gold("P01-1001", PAPER, CITANCES, place, tmp_path / "a.csv")
    rows = read_task_csv((tmp_path / "a.csv").read_bytes(), "P01-1001", problems)
    texts = [misread(citance.text) for citance in CITANCES]
    strangers = [row for row in rows if row.citation not in texts]
    assert len(strangers) == (place == 1)
    own = rows[: len(rows) - len(strangers)]
    assert [row.citation for row in own] == texts[: place + 1] + texts[place + 2 :]
    assert own[0].number == str(place + 1)
    [nothing] = [row for row in own if row.reference_offset == "NA"]
    assert nothing.citation == texts[len(texts) - 1 - place] and nothing.reference_text == "NA"
    known = PAPER.numbered()
    for row in own:
        sids = read_sids(row.reference_offset, row.reference_text, known, problems, row.row)
        assert all(sid in known for sid in sids) and bool(sids) == (row is not nothing)


def test_an_archive_has_a_paper_and_one_automatic_annotation_of_each(tmp_path):
    write_scisummnet({"C02-1002": PAPER, "C02-1001": PAPER}, tmp_path / "n.tar.gz")
    problems = Problems()
    papers = read_archive(tmp_path / "n.tar.gz", problems)
    assert list(papers) == ["C02-1001", "C02-1002"] and problems.table().empty
    found = FileProblems("scisummnet", "C02-1001", "file")
    files = {name.rpartition("/")[2]: content for name, content in papers["C02-1001"].items()}
    sentences = read_sentences(files["C02-1001.xml"], found)
    assert {s.sid: s.text for s in sentences} == PAPER.numbered()
    [row] = read_annotations(files["C02-1001.ann.txt"], "C02-1001", found)
    assert (row.annotator, row.citation) == ("Automatic", "We tag <b>.")
    known = PAPER.numbered()
    assert read_sids(row.reference_offset, row.reference_text, known, found, 1) == (0, 1)
