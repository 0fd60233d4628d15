"""Grades of another tool: each row counts or is an error, in all forms of CSV and JSON lines."""

import json

import pytest

from paperpool.collections.schemes import default_scheme
from paperpool.errors import UserError
from paperpool.io.csv_rows import defuse
from paperpool.workflow.annotation.export_rows import NO_GRADE, Blank, Row
from paperpool.workflow.annotation.exports import read_exports
from paperpool.workflow.annotation.items import Item

from ..made.schemes import two_facets_scheme

ITEM, OTHER = Item("q", "method", "c"), Item("q", "method", "d")
ODD = Item("=q", "method", "-1")
HEADER = "query,facet,paper,annotator,grade"


@pytest.fixture
def read(tmp_path):
    """Return a function: what is read of a file of a name and a content."""

    def run(content, name="grades.csv", scheme=None, **settings):
        path = tmp_path / name
        data = content if isinstance(content, bytes) else content.encode()
        path.write_bytes(data)
        return read_exports([path], [ITEM, OTHER, ODD], scheme or default_scheme(), **settings)

    return run


def problem_of(read, *content, **settings):
    with pytest.raises(UserError) as error:
        read(*content, **settings)
    (problem,) = error.value.problems
    assert problem.hint and "grades" in problem.where
    return problem


ROWS = [Row("annotation", ITEM, "ann", 2), Row("annotation", ITEM, "bob", 0)]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("grades.csv", f"{HEADER}\nq,method,c,ann,2\nq,method,c,bob,0\n"),
        ("grades.csv", f"\ufeff{HEADER}\r\nq,method,c, ann ,2.0\r\n\r\nq,method,c,bob,0\r\n"),
        ("grades.txt", f"{HEADER}\nq,method,c,ann,2\nq,method,c,bob,0".replace(",", ";")),
        ("grades.tsv", f"{HEADER}\nq,method,c,ann,2\nq,method,c,bob,0".replace(",", "\t")),
        (
            "grades.csv",
            "ID,Grade,candidate_id,Annotator,facet,query_id,note\n"
            '1,2,c,ann,method,q,"a, b"\n2,0,c,bob,method,q,\n',
        ),
        (
            "grades.jsonl",
            '{"query": "q", "facet": "method", "paper": "c", "annotator": "ann", "grade": 2}\n'
            '{"query_id": "q", "facet": "method", "candidate_id": "c", "annotator": "bob",'
            ' "grade": "0", "note": [1]}\n',
        ),
    ],
)
def test_a_table_is_read_in_each_of_its_forms(read, name, content):
    found = read(content, name)
    assert found.rows == ROWS and found.blanks == []


def test_lines_of_json_are_known_by_their_content_too(read):
    line = {"query": "q", "facet": "method", "paper": "c", "annotator": 7, "grade": 2.0}
    found = read(json.dumps(line), "grades.json")
    assert found.rows == [Row("annotation", ITEM, "7", 2)]


def test_a_list_is_label_studios_whatever_its_ending(read):
    data = {**ITEM._asdict(), "stage": "annotation"}
    region = {"from_name": "grade", "value": {"choices": ["2"]}}
    task = {"data": data, "annotations": [{"completed_by": "ann", "result": [region]}]}
    for name in ("grades.csv", "grades.json"):
        assert read(json.dumps([task]), name).rows == ROWS[:1]
        assert read(f"\ufeff\n \n{json.dumps([task])}", name).rows == ROWS[:1]


def test_a_stage_is_read_where_it_is_told_and_is_else_the_first_or_the_only_one(read):
    told = f"{HEADER},stage\nq,method,c,ann,2,adjudication\nq,method,c,bob,0,\n"
    assert [row.stage for row in read(told).rows] == ["adjudication", "annotation"]
    untold = f"{HEADER}\nq,method,c,ann,2\n"
    assert read(untold, stages=["practice"]).rows == [Row("practice", ITEM, "ann", 2)]


def test_blank_grades_are_counted(read):
    found = read(f"{HEADER}\nq,method,c,ann,2\nq,method,d,,\nq,method,c,bob,\n")
    assert found.rows == ROWS[:1]
    assert found.blanks == [Blank("annotation", item, NO_GRADE) for item in (OTHER, ITEM)]


def test_lines_of_json_have_blank_grades_and_stages_too(read):
    graded = {**ITEM._asdict(), "annotator": "ann", "grade": 2, "stage": "adjudication"}
    blank = {**ITEM._asdict(), "annotator": None, "grade": None, "stage": None}
    found = read(f"\n{json.dumps(graded)}\n\n{json.dumps(blank)}\n", "grades.json")
    assert found.rows == [Row("adjudication", ITEM, "ann", 2)]
    assert found.blanks == [Blank("annotation", ITEM, NO_GRADE)]


def test_ids_that_were_made_harmless_are_restored(read):
    cells = ",".join(map(defuse, (*ODD, "+ann@x", "1")))
    assert cells.startswith("'=q,method,'-1")
    assert read(f"{HEADER}\n{cells}\n").rows == [Row("annotation", ODD, "+ann@x", 1)]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("q,method,zz,ann,2", "Unknown task: query 'q', method, candidate 'zz'"),
        ("q,colour,c,ann,2", "Unknown facet 'colour'"),
        ("q,method,c,ann,4", "Unknown grade '4'"),
        ("q,method,c,ann,-1", "Unknown grade '-1'"),
        ("q,method,c,ann,2.5", "Unknown grade '2.5'"),
        ("q,method,c,ann,two", "Unknown grade 'two'"),
        ("q,method,c,,2", "A grade without its annotator"),
        (",method,c,ann,2", "A row without its query"),
        ("q,,c,ann,2", "A row without its facet"),
        ("q,method,,ann,2", "A row without its paper"),
        ("q,method,d,ann,1\nq,method,d,ann,1", "Annotator ann graded one task twice"),
        ("q,method,c,ann,2,3", "The row has 6 cells, the header 5"),
    ],
)
def test_what_cannot_be_placed_is_an_error_with_its_line(read, row, said):
    problem = problem_of(read, f"{HEADER}\nq,method,c,bob,0\n{row}\n")
    line = 4 if "\n" in row else 3
    assert said in problem.what and problem.where.endswith(f"grades.csv, line {line}")


def test_a_problem_of_a_line_of_json_has_its_number(read):
    good = {"query": "q", "facet": "method", "paper": "c", "annotator": "ann", "grade": 2}
    lacking = {key: value for key, value in good.items() if key != "annotator"}
    for bad, said in (
        (lacking, "missing key 'annotator'"),
        (good | {"grade": True}, "the grade is True"),
        (good | {"paper": ["c"]}, "the paper is ['c']"),
    ):
        problem = problem_of(read, f"{json.dumps(good)}\n{json.dumps(bad)}\n", "grades.jsonl")
        assert said in problem.what and problem.where.endswith("line 2")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "The file is empty"),
        ("query,facet,paper\nq,method,c\n", "has no column annotator and none grade"),
        (f"{HEADER}\n", "The export holds no annotation"),
        (f"{HEADER}\nq,method,c,,\nq,method,d,,\n", "None of its 2 rows has a grade"),
        (f"{HEADER},grade\nq,method,c,ann,2,1\n", "names the column 'grade' twice"),
        (f"{HEADER}\n".encode("utf-16"), "it is UTF-16"),
        (f"{HEADER}\nq,method,c,Zo\xeb,2\n".encode("latin-1"), "can't decode byte 0xeb"),
        (b"PK\x03\x04\0\0", "NUL bytes"),
    ],
)
def test_a_file_that_is_no_table_of_grades_is_named(read, content, said):
    assert said in problem_of(read, content).what


def test_a_table_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(UserError, match="cannot be read"):
        read_exports([tmp_path / "none.csv"], [ITEM], default_scheme())


def test_the_files_of_two_annotators_go_together(tmp_path):
    for name, grade in (("ann", 2), ("bob", 0)):
        (tmp_path / f"{name}.csv").write_text(f"{HEADER}\nq,method,c,{name},{grade}\n")
    found = read_exports([tmp_path / "ann.csv", tmp_path / "bob.csv"], [ITEM], default_scheme())
    assert found.rows == ROWS
    with pytest.raises(UserError, match="same content"):
        read_exports([tmp_path / "ann.csv", tmp_path / "ann.csv"], [ITEM], default_scheme())


def test_grades_are_those_of_the_scheme(tmp_path):
    item = Item("q", "claim", "c")
    path = tmp_path / "grades.csv"
    scheme = two_facets_scheme()
    path.write_text(f"{HEADER}\nq,claim,c,ann,1\nq,claim,c,bob,Unlike\n")
    assert [row.grade for row in read_exports([path], [item], scheme).rows] == [1, 0]
    path.write_text(f"{HEADER}\nq,claim,c,ann,3\n")
    with pytest.raises(UserError) as error:
        read_exports([path], [item], scheme)
    (problem,) = error.value.problems
    assert problem.what == "Unknown grade '3'; the grades are Alike, Unlike."
    assert problem.hint == "Write a whole number from 0 to 1; a blank cell is no grade."
