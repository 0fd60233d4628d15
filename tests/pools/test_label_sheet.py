"""The label sheet: written, corrected by a person, saved by a spreadsheet, read back."""

import json
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperpool.collections.collection import Paper
from paperpool.collections.csfcube_release import ABSTRACTS, name_files, read_collection
from paperpool.collections.schemes import SCHEME, default_scheme
from paperpool.errors import UserError
from paperpool.workflow.csfcube.release_writer import write_collection
from paperpool.workflow.pools.label_sheet import (
    COLUMNS,
    correct_labels,
    correct_release,
    read_label_sheet,
    write_label_sheet,
)

from ..made.claims import write_claims
from ..made.collection import make_collection
from ..made.schemes import LABELS
from .conftest import list_problems, read_sheet, save_sheet

TEN = Paper(
    "10", "Ten", ("=We ask,  why;", 'A "method".', "Über é."), ("background", "other", "result")
)
NINE = Paper("9", "Nine", ("Only one.",), ("objective",))
QUERIES = {"10": TEN, "9": NINE}


@pytest.fixture
def fill(tmp_path):
    """Return a function that changes cells of the drawn sheet by row and saves it."""

    def save(cells=None, *form, drop=()):
        write_label_sheet(QUERIES.values(), tmp_path / "sheet.csv")
        rows = read_sheet(tmp_path / "sheet.csv")
        for number, changes in (cells or {}).items():
            rows[number] |= changes
        left = [row for number, row in enumerate(rows) if number not in drop]
        return save_sheet(tmp_path / "filled.csv", left, COLUMNS, *form)

    return save


@pytest.fixture
def problems(fill):
    """Return a function: (line, what) of the problems of a changed sheet."""

    def correct(cells=None, **how):
        return correct_labels(QUERIES, read_label_sheet(fill(cells, **how), LABELS))

    return partial(list_problems, correct)


def test_the_sheet_has_every_sentence_with_its_prediction(fill, tmp_path):
    fill()
    rows = [tuple(row.values()) for row in read_sheet(tmp_path / "sheet.csv")]
    assert (tmp_path / "sheet.csv").read_bytes().startswith(b"\xef\xbb\xbfpaper_id,sentence_id,")
    assert rows == [
        ("10", "0", "'=We ask,  why;", "background", ""),
        ("10", "1", 'A "method".', "other", ""),
        ("10", "2", "Über é.", "result", ""),
        ("9", "0", "Only one.", "objective", ""),
    ]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_corrected_labels_replace_predicted_ones(fill, delimiter, end, mark):
    path = fill({1: {"corrected_label": " Method "}}, delimiter, end, mark)
    corrected = correct_labels(QUERIES, read_label_sheet(path, LABELS))
    assert corrected["10"].labels == ("background", "method", "result")
    assert corrected["10"].sentences == TEN.sentences and corrected["9"] == NINE


def test_what_the_person_agreed_with_holds_whatever_is_predicted_now(fill):
    sheet = read_label_sheet(fill(), LABELS)
    assert correct_labels(QUERIES, sheet) == QUERIES
    now = {"10": Paper("10", "Ten", TEN.sentences, ("other",) * 3), "9": NINE}
    assert correct_labels(now, sheet) == QUERIES


def test_papers_that_are_not_in_the_sheet_keep_their_labels(fill):
    assert correct_labels(QUERIES, read_label_sheet(fill(drop=[3]), LABELS)) == {"10": TEN}


def test_every_wrong_label_is_told_with_its_line(problems):
    cells = {
        0: {"corrected_label": "aim"},
        1: {"predicted_label": ""},
        3: {"paper_id": "", "corrected_label": "method_label"},
    }
    assert problems(cells) == [
        ("2", "The corrected_label is 'aim'."),
        ("3", "The predicted_label is ''."),
        ("5", "A row without a paper id."),
        ("5", "The corrected_label is 'method_label'."),
    ]


def test_every_place_where_the_sheet_does_not_fit_is_told(problems):
    assert problems({0: {"sentence": "We ask, how;"}, 1: {"sentence_id": "5"}}) == [
        ("2", "Sentence 0 of paper 10 differs from the sheet."),
        ("3", "Paper 10 has no sentence '5'."),
        ("2", "Sentences of paper 10 are missing: 1."),
    ]
    assert problems({2: {"sentence_id": "0"}, 3: {"paper_id": "8"}}) == [
        ("4", "Sentence 0 of paper 10 is listed twice."),
        ("2", "Sentences of paper 10 are missing: 2."),
        ("5", "Paper 8 is no query paper."),
    ]
    assert problems(drop=[0, 2]) == [("2", "Sentences of paper 10 are missing: 0, 2.")]


def test_columns_that_are_missing_are_named(tmp_path):
    (tmp_path / "sheet.csv").write_text("paper_id,sentence_id,sentence\n9,0,Only one.\n")
    with pytest.raises(UserError, match="lacks the columns predicted_label, corrected_label"):
        read_label_sheet(tmp_path / "sheet.csv", LABELS)


@given(st.lists(st.tuples(st.sampled_from(LABELS), st.sampled_from(("", *LABELS))), min_size=1))
def test_a_sentence_has_the_corrected_label_or_else_the_predicted(tmp_path_factory, labels):
    path = tmp_path_factory.mktemp("labels") / "sheet.csv"
    rows = [f"1,{i},Text {i}.,{before},{after}" for i, (before, after) in enumerate(labels)]
    path.write_text("\n".join([",".join(COLUMNS), *rows]))
    sentences = tuple(f"Text {i}." for i in range(len(labels)))
    paper = Paper("1", "", sentences, tuple(before for before, _ in labels))
    found = correct_labels({"1": paper}, read_label_sheet(path, LABELS))["1"]
    assert found.labels == tuple(after or before for before, after in labels)


@pytest.fixture
def release(tmp_path):
    write_collection(make_collection(), tmp_path / "release")
    return tmp_path / "release"


def draw(folder, path, **corrected):
    """Write the sheet of a release's queries, some sentences of q1 corrected by number."""
    collection = read_collection(folder)
    queries = dict.fromkeys(query for query, _ in collection.pairs())
    write_label_sheet([collection.papers[query] for query in queries], path)
    rows = read_sheet(path)
    for row in rows:
        if row["paper_id"] == "q1":
            row["corrected_label"] = corrected.get(f"s{row['sentence_id']}", "")
    return save_sheet(path, rows, COLUMNS)


def contents(folder):
    return {name: (folder / name).read_bytes() for name in name_files(folder)}


@pytest.mark.parametrize("is_real", [False, True])
def test_a_sheet_without_corrections_gives_the_same_bytes(request, tmp_path, is_real):
    real = request.getfixturevalue("real_data")("csfcube") if is_real else None
    given = real or request.getfixturevalue("release")
    assert correct_release(given, draw(given, tmp_path / "s.csv"), tmp_path / "out") == 0
    assert contents(tmp_path / "out") == contents(given)


def test_only_the_corrected_sentences_of_queries_change(release, tmp_path):
    sheet = draw(release, tmp_path / "s.csv", s1="method", s2="method")  # s2 was a method before
    assert correct_release(release, sheet, tmp_path / "out") == 1
    before, after = contents(release), contents(tmp_path / "out")
    assert [name for name in before if before[name] != after[name]] == [ABSTRACTS]
    lines = zip(before[ABSTRACTS].splitlines(), after[ABSTRACTS].splitlines(), strict=True)
    ((old, new),) = [pair for pair in lines if pair[0] != pair[1]]
    labels = ["background_label", "method_label", "method_label", "result_label"]
    assert json.loads(new) == json.loads(old) | {"pred_labels": labels}
    corrected = read_collection(tmp_path / "out")
    assert len(corrected.facet_sentences("q1", "method")) == 2


def test_a_query_keeps_a_sentence_of_its_facet(release, tmp_path):
    sheet = draw(release, tmp_path / "s.csv", s3="other")
    with pytest.raises(UserError, match="no sentence of their facet left: q1_result") as caught:
        correct_release(release, sheet, tmp_path / "out")
    assert caught.value.problems[0].where == str(sheet) and not (tmp_path / "out").exists()


def test_papers_of_other_queries_are_passed_over_where_there_may_be_some(release, tmp_path):
    sheet = draw(release, tmp_path / "s.csv", s0="objective")
    with sheet.open("a") as file:
        file.write("c0,0,Some sentence.,other,method\n")
    with pytest.raises(UserError, match="Paper c0 is no query paper"):
        correct_release(release, sheet, tmp_path / "out")
    assert correct_release(release, sheet, tmp_path / "out", may_have_others=True) == 1


def test_a_scheme_that_an_earlier_collection_left_is_not_taken(release, tmp_path):
    sheet = tmp_path / "drawn.csv"
    draw(release, sheet)
    claims = write_claims(tmp_path / "corrected")
    correct_release(release, sheet, claims)
    assert not (claims / SCHEME).exists()
    assert read_collection(claims).scheme == default_scheme()
