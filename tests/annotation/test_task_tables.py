"""Tasks as CSV: the ids, the texts, and what is filled in comes back as grades."""

from paperpool.collections.collection import Paper
from paperpool.collections.schemes import default_scheme
from paperpool.workflow.annotation.export_rows import Row
from paperpool.workflow.annotation.exports import read_exports
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.annotation.task_tables import write_task_table
from paperpool.workflow.pools.user_tables import read_user_rows, read_user_text

from .conftest import make_bare, make_claims

LABELS = ("background", "method")
PAPERS = {
    "=q": Paper("=q", "+1 of us", ("One.", "Two, too."), LABELS),
    "-c": Paper("-c", "", ("Three.", 'A "fourth"\n.'), LABELS),
}
SCHEME = default_scheme()
ITEM = Item("=q", "method", "-c")


def read(path):
    return [row.cells for row in read_user_rows(read_user_text(path), str(path))]


def test_a_row_has_ids_and_texts_that_no_spreadsheet_takes_for_formulas(tmp_path):
    write_task_table([ITEM], PAPERS, SCHEME, "annotation", tmp_path / "tasks.csv")
    (row,) = read(tmp_path / "tasks.csv")
    assert row == {
        "query": "'=q",
        "facet": "method",
        "paper": "'-c",
        "stage": "annotation",
        "query_title": "'+1 of us",
        "query_abstract": "One. Two, too.",
        "facet_sentences": "Two, too.",
        "paper_title": "",
        "paper_abstract": 'Three. A "fourth"\n.',
        "annotator": "",
        "grade": "",
    }


def test_a_file_that_was_filled_in_is_read_as_it_is(tmp_path):
    path = tmp_path / "tasks.csv"
    write_task_table([ITEM], PAPERS, SCHEME, "adjudication", path, grades={ITEM: (0, 2)})
    assert read(path)[0]["grades_so_far"] == "0 and 2"
    path.write_text(path.read_text(encoding="utf-8-sig").removesuffix(",\n") + "ann,3\n")
    assert read_exports([path], [ITEM], SCHEME).rows == [Row("adjudication", ITEM, "ann", 3)]


def test_without_a_difference_there_is_a_header_alone(tmp_path):
    write_task_table([], PAPERS, SCHEME, "adjudication", tmp_path / "tasks.csv", grades={})
    text = read_user_text(tmp_path / "tasks.csv")
    assert text.count("\n") == 1 and text.endswith(",grades_so_far,annotator,grade\n")


def test_without_labels_no_sentence_is_of_a_facet(tmp_path):
    for material, said in ((make_claims(), "The assertion of q1."), (make_bare(), "")):
        items = material.items()
        path = tmp_path / "tasks.csv"
        write_task_table(items, material.papers, material.scheme, "annotation", path)
        row, *_ = read(path)
        assert row["facet"] == "claim" and row["facet_sentences"] == said
        assert len(read(path)) == len(items) == 12
