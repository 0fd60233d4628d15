import pytest

from paperpool.scisumm.names import COLUMNS
from paperpool.scisumm.read.task_csv import read_task_csv

from ...made.scisumm_release import found, no_problems, task_csv

ROW = (3, "P00-0001", "W01-0001", "They  parse.", "'2'", '<S sid="2">Two.</S>')


def read(text):
    problems = no_problems()
    data = text if isinstance(text, bytes) else text.encode()
    return read_task_csv(data, "P00-0001", problems), found(problems)


def test_a_row_is_read_as_written_but_for_citation_and_ids():
    (row,), problems = read(task_csv(ROW))
    assert problems == {}
    assert (row.row, row.number, row.citing_id, row.marker) == (1, "3", "W01-0001", "1999")
    assert (row.citation, row.citation_text) == ("They parse.", "They  parse.")
    assert (row.reference_offset, row.reference_text) == ("'2'", '<S sid="2">Two.</S>')
    assert row.n_columns == len(COLUMNS)


@pytest.mark.parametrize(
    "header",
    [(*COLUMNS[:-1], "Reference Citation"), (*COLUMNS[:-1], "discourse  facet")],
)
def test_another_name_of_a_column_is_counted(header):
    (row,), problems = read(task_csv(ROW, header=header))
    assert row.citation == "They parse." and problems == {"column_name": 1}


def test_other_orders_of_columns_and_papers_as_named():
    text = "Citing Article,Citation Text,Reference Offset,Reference Text\nW1,They tag.,NA,NA\n"
    (row,), problems = read(text)
    assert (row.citing_id, row.citation, row.reference_text) == ("W1", "They tag.", "NA")
    assert row.reference_article == "P00-0001"
    assert problems == {"missing_column": 7}
    text = task_csv((1, " P99-0001.xml", "W1.txt", "They tag.", "NA", "NA"))
    (row,), problems = read(text)
    assert (row.reference_article, row.citing_article) == (" P99-0001.xml", "W1.txt")
    assert row.citing_id == "W1"
    assert problems == {"wrong_paper": 1, "id_suffix": 1}


@pytest.mark.parametrize("text", ["", "no,table\n1,2\n", "W01-0001,They parse.\n"])
def test_a_file_without_its_columns_has_no_rows(text):
    rows, problems = read(text)
    assert rows == [] and problems["unreadable_file"] == 1


def test_rows_may_be_shorter_or_longer_than_their_header():
    text = task_csv(ROW, ROW).splitlines()
    rows, problems = read("\n".join([text[0], "1,P00-0001,W1", "", text[1] + ",more", ",,"]))
    assert [(row.row, row.n_columns) for row in rows] == [(2, 12)]
    assert problems == {"column_count": 2, "blank_row": 1}
    longer = [*task_csv(ROW, header=(*COLUMNS, "Annotator")).splitlines()]
    rows, _ = read("\n".join([longer[0], longer[1] + ",ann", longer[1]]))
    assert [row.n_columns for row in rows] == [len(COLUMNS), len(COLUMNS) - 1]


def test_fields_without_end_other_bytes_and_nul():
    lines = task_csv(ROW).splitlines()
    rows, problems = read("\n".join([*lines, '4,P00-0001,"' + "x" * 200_000]))
    assert len(rows) == 1 and problems == {"unreadable_file": 1}
    text = task_csv(ROW).replace("parse", "\x00“parse”").encode("cp1252")
    (row,), problems = read(text)
    assert row.citation == "They “parse”." and problems == {"not_utf8": 1}
