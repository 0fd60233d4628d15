"""Grades of a model: four forms read alike, and what is malformed told with its place."""

import json
from dataclasses import replace

import pytest

from paperpool.annotation.material import Item, collection_material
from paperpool.errors import UserError
from paperpool.judges.asked_pairs import make_asked_pairs, pair_texts, write_asked_pairs
from paperpool.judges.grade_files import gather_asked, read_judge_grades
from paperpool.judges.reading import read_judges

GIVEN = {
    Item("q1", "method", "c0"): 3,
    Item("q1", "method", "c1"): 0,
    Item("q2", "result", "c0"): 1,
}


@pytest.fixture
def material(collection):
    return collection_material(collection)


@pytest.fixture
def asked(material):
    return gather_asked([material])


def write(folder, name, *lines):
    path = folder / name
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def as_jsonl(given, names=("query", "facet", "candidate", "grade")):
    return [
        json.dumps(dict(zip(names, (*item, grade), strict=True))) for item, grade in given.items()
    ]


def as_umbrela(given, material):
    return [
        json.dumps(
            {"model": "m", **dict(zip(("query", "passage"), pair_texts(i, material), strict=True)),
             "prompt": "…", "prediction": "##final score: 1", "judgment": grade, "result_status": 1}
        )
        for i, grade in given.items()
    ]  # fmt: skip


def test_all_forms_say_the_same(tmp_path, material, asked):
    with_ids = ("query_id", "facet", "candidate_id", "grade")
    rows = [(*item, grade) for item, grade in GIVEN.items()]
    files = [
        write(tmp_path, "a.jsonl", *as_jsonl(GIVEN), ""),
        write(tmp_path, "b.jsonl", *as_jsonl(GIVEN, with_ids)),
        write(tmp_path, "c.jsonl", *as_umbrela(GIVEN, material)),
        write(tmp_path, "d.csv", "grade;query;facet;candidate", *(
            f"{grade};{query};{facet};{candidate}" for query, facet, candidate, grade in rows)),
        write(tmp_path, "e.tsv", "\t".join(with_ids), *("\t".join(map(str, r)) for r in rows)),
        write(tmp_path, "f.qrels", *(f"{q}_{f} 0 {c} {g}" for q, f, c, g in rows)),
    ]  # fmt: skip
    for file in files:
        read = read_judge_grades([file], asked)
        assert read.grades == GIVEN and read.n_blank == 0 and read.n_read == 3, file


def test_rows_without_a_grade_are_counted(tmp_path, material, asked):
    unread = json.loads(as_umbrela({Item("q3", "method", "c1"): 0}, material)[0])
    files = [
        write(tmp_path, "a.jsonl", *as_jsonl({Item("q1", "method", "c0"): None}),
              json.dumps(unread | {"result_status": 0})),
        write(tmp_path, "b.csv", "query,facet,candidate,grade", "q1,method,c1,", "q1,method,c2,2"),
    ]  # fmt: skip
    read = read_judge_grades(files, asked)
    assert read.grades == {Item("q1", "method", "c2"): 2}
    assert (read.n_blank, read.n_read) == (3, 4)


def test_pairs_with_the_same_texts_are_taken_in_turn(tmp_path, collection):
    first, second = collection.labelled("c0"), collection.labelled("c1")
    papers = {**collection.papers, "c1": replace(first, paper_id=second.paper_id)}
    material = collection_material(replace(collection, papers=papers))
    twins = [Item("q1", "method", "c0"), Item("q1", "method", "c1")]
    rows = as_umbrela(dict(zip(twins, (3, 1), strict=True)), material)
    asked = gather_asked([material, material])
    read = read_judge_grades([write(tmp_path, "u.jsonl", *rows)], asked)
    assert read.grades == dict(zip(twins, (3, 1), strict=True))
    with pytest.raises(UserError, match="twice"):
        read_judge_grades([write(tmp_path, "v.jsonl", *rows, rows[0])], asked)


ROW = {"query": "q1", "facet": "method", "candidate": "c0", "grade": 2}


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ('{"query": "q1", ', "Not a grade"),
        ("[1]", "not a JSON object"),
        ('{"query": "q1", "query": "q2"}', "stands twice in an object"),
        (json.dumps({k: v for k, v in ROW.items() if k != "candidate"}), "missing key 'candidate'"),
        (json.dumps({k: v for k, v in ROW.items() if k != "grade"}), "missing key 'grade'"),
        (json.dumps(ROW | {"query": 1}), "not an id"),
        (json.dumps(ROW | {"grade": 4}), "The grade is 4"),
        (json.dumps(ROW | {"grade": -1}), "The grade is -1"),
        (json.dumps(ROW | {"grade": 2.5}), "The grade is 2.5"),
        (json.dumps(ROW | {"grade": "2"}), "The grade is '2'"),
        (json.dumps(ROW | {"grade": True}), "The grade is True"),
        (json.dumps(ROW | {"candidate": "nobody"}), "Nobody asked for query q1, method, nobody"),
        (json.dumps(ROW | {"candidate": "q1"}), "Nobody asked"),
        (json.dumps(ROW | {"facet": "objective"}), "There is no facet 'objective'"),
        (json.dumps(ROW | {"candidate": "c1"}), "stands there twice"),
        ('{"query": "a", "passage": "b", "judgment": 1}', "nobody asked for its query and passage"),
        ('{"query": "a", "judgment": 1}', "missing key 'passage'"),
        ('{"query": {}, "passage": "b", "judgment": 1}', "are texts"),
    ],
)
def test_a_malformed_line_is_told_with_its_place(tmp_path, asked, line, what):
    path = write(tmp_path, "g.jsonl", json.dumps(ROW | {"candidate": "c1"}), "", line)
    with pytest.raises(UserError) as error:
        read_judge_grades([path], asked)
    assert what in str(error.value) and f"{path}, line 3" in str(error.value)


@pytest.mark.parametrize(
    ("name", "lines", "what", "where"),
    [
        ("a.csv", ["query,facet,grade"], "lacks the columns candidate", "line 1"),
        ("a.csv", ["query,facet,candidate,grade", "q1,method,c0,5"], "The grade is 5", "line 2"),
        ("a.csv", ["query,facet,candidate,grade", "q1,method,c0,x"], "The grade is 'x'", "line 2"),
        ("a.csv", ["query,facet,candidate,grade", 'q1,method,"c0,1'], "Not a table", "line"),
        ("a.csv", ["query,facet,candidate,grade"], "The file holds no grade", "a.csv"),
        ("a.qrels", ["q1_method 0 c0 1", "q1_method 0 c0"], "A line of 3 cells", "line 2"),
        ("a.qrels", ["q1_method 0 c0 1", "q9_method 0 c0 1"], "Nobody asked", "line 2"),
        ("a.qrels", ["q1_method 0 c0 -1"], "The grade is '-1'", "line 1"),
        ("a.jsonl", [], "The file holds no grade", "a.jsonl"),
    ],
)  # fmt: skip
def test_a_malformed_table_is_told_with_its_place(tmp_path, asked, name, lines, what, where):
    path = write(tmp_path, name, *lines)
    with pytest.raises(UserError) as error:
        read_judge_grades([path], asked)
    assert what in str(error.value) and str(path) in str(error.value) and where in str(error.value)


def test_files_are_one_judge_and_all_problems_of_all_judges_are_told(tmp_path, asked):
    first = write(tmp_path, "a.jsonl", json.dumps(ROW))
    again = write(tmp_path, "b.csv", "query,facet,candidate,grade", "q1,method,c0,2")
    bad = write(tmp_path, "c.jsonl", "{", json.dumps(ROW | {"grade": 9}))
    with pytest.raises(UserError) as error:
        read_judges({"x": {"grades": [first, again]}, "y": {"grades": [bad]}}, asked)
    assert len(error.value.problems) == 3 and f"({first}, line 1)" in str(error.value)
    with pytest.raises(UserError, match="cannot be read"):
        read_judge_grades([tmp_path / "none.csv"], asked)
    judges = read_judges({"x": {"grades": [first], "same_model": ["r"]}}, asked)
    assert judges["x"].same_model == ("r",) and judges["x"].read.grades == {
        Item(*list(ROW.values())[:3]): 2
    }


def test_every_pair_goes_out_with_its_guideline_and_texts(tmp_path, material):
    rows = list(make_asked_pairs(material, 5))
    assert {(r["query_id"], r["facet"], r["candidate_id"]) for r in rows} == set(material.items())
    assert len(rows) == len(material.items())
    row = rows[0]
    paper = material.papers[row["query_id"]]
    assert row["facet_sentences"] == paper.facet_sentences(row["facet"])
    assert paper.abstract in row["query"]["text"] and paper.title in row["query"]["text"]
    assert set(row["grades"]) == {"0", "1", "2", "3"} and row["definition"]
    assert len({r["query"]["text"] for r in rows}) == len(material.queries)  # facets are told apart
    n = write_asked_pairs(material, 5, tmp_path / "pairs.jsonl")
    lines = (tmp_path / "pairs.jsonl").read_text(encoding="ascii").splitlines()
    assert n == len(lines) == len(rows) and json.loads(lines[3]) == rows[3]
