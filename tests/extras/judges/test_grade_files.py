"""Grades of a model: read by either names, and what is malformed told with its place."""

import json

import pytest

from paperpool.collections.schemes import default_scheme
from paperpool.errors import UserError
from paperpool.extras.judges.grade_files import make_asked_pairs, read_judges, write_asked_pairs
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.annotation.material import collection_material
from tests.annotation.conftest import make_bare, make_claims

PAIRS = (("q1", "method", "c0"), ("q1", "method", "c1"), ("q2", "result", "c0"))
GIVEN = {Item(*pair): grade for pair, grade in zip(PAIRS, (3, 0, 1), strict=True)}


@pytest.fixture
def material(collection):
    return collection_material(collection)


@pytest.fixture
def asked(material):
    return set(material.items())


def read_one(files, asked):
    return read_judges({"model": {"grades": files}}, asked, default_scheme())["model"]


def write(folder, name, *lines):
    path = folder / name
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def as_jsonl(given, names=("query", "facet", "candidate", "grade")):
    return [
        json.dumps(dict(zip(names, (*item, grade), strict=True))) for item, grade in given.items()
    ]


def test_ids_stand_under_either_name_and_rows_without_a_grade_are_counted(tmp_path, asked):
    with_ids = ("query_id", "facet", "candidate_id", "grade")
    for names in (with_ids, ("query", "facet", "candidate", "grade")):
        file = write(tmp_path, "a.jsonl", *as_jsonl(GIVEN, names), "")
        blank = write(tmp_path, "b.jsonl", *as_jsonl({Item("q1", "method", "c2"): None}, names))
        read = read_one([file, blank], asked)
        assert (read.grades, read.n_blank, read.n_read) == (GIVEN, 1, 4)


def test_the_documentation_converts_a_table(tmp_path, asked, root, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [",".join((*item, str(grade))) for item, grade in GIVEN.items()]
    write(tmp_path, "grades.csv", "query,facet,candidate,grade", *rows, "q1,method,c2,")
    page = (root / "docs/annotation.md").read_text(encoding="utf-8")
    exec(page.partition("```python\n")[2].partition("```")[0], {})
    read = read_one(["grades.jsonl"], asked)
    assert (read.grades, read.n_blank) == (GIVEN, 1)


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
        (
            json.dumps(ROW | {"candidate": "nobody"}),
            "Nobody asked for query 'q1', method",
        ),
        (json.dumps(ROW | {"candidate": "q1"}), "Nobody asked"),
        (json.dumps(ROW | {"facet": "objective"}), "There is no facet 'objective'"),
        (json.dumps(ROW | {"candidate": "c1"}), "stands there twice"),
    ],
)
def test_a_malformed_line_is_told_with_its_place(tmp_path, asked, line, what):
    path = write(tmp_path, "g.jsonl", json.dumps(ROW | {"candidate": "c1"}), "", line)
    with pytest.raises(UserError) as error:
        read_one([path], asked)
    assert what in str(error.value) and f"{path}, line 3" in str(error.value)


def test_one_problem_says_how_ids_differ(tmp_path, asked):
    lines = [json.dumps(ROW | {"candidate": f"oa:c{i}"}) for i in range(3)]
    with pytest.raises(UserError) as error:
        read_one([write(tmp_path, "g.jsonl", *lines)], asked)
    difference, *others = error.value.problems
    assert difference.what == "The ids of candidates may only be spelled otherwise (unknown: 3)."
    assert difference.hint.endswith("but for the prefix 'oa:'.") and len(others) == 3


def test_files_are_one_judge_and_all_problems_of_all_judges_are_told(tmp_path, asked):
    first = write(tmp_path, "a.jsonl", json.dumps(ROW))
    again = write(tmp_path, "b.jsonl", json.dumps(ROW))
    bad = write(tmp_path, "c.jsonl", "{", json.dumps(ROW | {"grade": 9}))
    with pytest.raises(UserError) as error:
        read_judges(
            {"x": {"grades": [first, again]}, "y": {"grades": [bad]}}, asked, default_scheme()
        )
    assert len(error.value.problems) == 3 and f"({first}, line 1)" in str(error.value)
    empty = write(tmp_path, "d.jsonl")
    with pytest.raises(UserError, match="The file holds no grade"):
        read_one([empty], asked)
    with pytest.raises(UserError, match="cannot be read"):
        read_one([tmp_path / "none.jsonl"], asked)
    judges = read_judges({"x": {"grades": [first], "same_model": ["r"]}}, asked, default_scheme())
    assert judges["x"].same_model == ("r",)
    assert judges["x"].grades == {Item("q1", "method", "c0"): 2}


def test_every_pair_goes_out_with_its_guideline_and_texts(tmp_path, material):
    rows = list(make_asked_pairs(material, 5))
    assert {(r["query_id"], r["facet"], r["candidate_id"]) for r in rows} == set(material.items())
    assert len(rows) == len(material.items())
    row = rows[0]
    paper = material.papers[row["query_id"]]
    labels = material.scheme.labels_of(row["facet"])
    assert row["facet_sentences"] == paper.labelled_sentences(labels)
    assert paper.abstract in row["query"]["text"] and paper.title in row["query"]["text"]
    assert set(row["grades"]) == {"0", "1", "2", "3"} and row["definition"]
    assert len({r["query"]["text"] for r in rows}) == len(material.queries)  # facets are told apart
    n = write_asked_pairs(material, 5, tmp_path / "pairs.jsonl")
    lines = (tmp_path / "pairs.jsonl").read_text(encoding="ascii").splitlines()
    assert n == len(lines) == len(rows) and json.loads(lines[3]) == rows[3]


def test_pairs_and_grades_are_those_of_the_scheme(tmp_path):
    claims = make_claims()
    line, *_ = make_asked_pairs(claims, 13)
    assert line["definition"] == "Claim. What the paper claims."
    assert line["grades"] == {"1": "The same.", "0": "Something else."}
    assert line["query"]["text"].endswith("\n\nClaim: The assertion of q1.")
    bare, *_ = make_asked_pairs(make_bare(), 13)
    assert bare["facet_sentences"] == [] and bare["query"]["text"].endswith("\n\nClaim")

    asked = set(claims.items())
    row = {"query": "q1", "facet": "claim", "candidate": "c1", "grade": 1}
    path = write(tmp_path, "g.jsonl", json.dumps(row))
    judges = read_judges({"x": {"grades": [path]}}, asked, claims.scheme)
    assert judges["x"].grades == {Item("q1", "claim", "c1"): 1}
    path = write(tmp_path, "g.jsonl", json.dumps(row | {"grade": 2}), json.dumps(ROW))
    with pytest.raises(UserError) as error:
        read_judges({"x": {"grades": [path]}}, asked, claims.scheme)
    hints = [problem.hint for problem in error.value.problems]
    assert hints == ["A whole number, 0 to 1.", "One of claim, evidence."]
