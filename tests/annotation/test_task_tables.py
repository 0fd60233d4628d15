"""Tasks as CSV: the ids, the texts, and what is filled in comes back as grades."""

from paperpool.collections.collection import Paper
from paperpool.workflow.annotation.export_rows import Row
from paperpool.workflow.annotation.exports import read_exports
from paperpool.workflow.annotation.material import Item
from paperpool.workflow.annotation.task_tables import write_task_table
from paperpool.workflow.pools.user_tables import read_user_rows, read_user_text

LABELS = ("background", "method")
PAPERS = {
    "=q": Paper("=q", "+1 of us", ("One.", "Two, too."), LABELS),
    "-c": Paper("-c", "", ("Three.", 'A "fourth"\n.'), LABELS),
}
ITEM = Item("=q", "method", "-c")


def read(path):
    return [row.cells for row in read_user_rows(read_user_text(path), str(path))]


def test_a_row_has_ids_and_texts_that_no_spreadsheet_takes_for_formulas(tmp_path):
    write_task_table([ITEM], PAPERS, "annotation", tmp_path / "tasks.csv")
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
    write_task_table([ITEM], PAPERS, "adjudication", path, grades={ITEM: (0, 2)})
    assert read(path)[0]["grades_so_far"] == "0 and 2"
    path.write_text(path.read_text(encoding="utf-8-sig").removesuffix(",\n") + "ann,3\n")
    assert read_exports([path], [ITEM]).rows == [Row("adjudication", ITEM, "ann", 3)]


def test_without_a_difference_there_is_a_header_alone(tmp_path):
    write_task_table([], PAPERS, "adjudication", tmp_path / "tasks.csv", grades={})
    text = read_user_text(tmp_path / "tasks.csv")
    assert text.count("\n") == 1 and text.endswith(",grades_so_far,annotator,grade\n")
