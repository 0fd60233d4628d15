"""Exports are read whole: what says nothing is listed, what cannot be placed is an error."""

import copy
import json

import pytest

from paperpool.collections.schemes import default_scheme
from paperpool.errors import UserError
from paperpool.workflow.annotation import grade_tables
from paperpool.workflow.annotation.export_rows import NO_GRADE, SKIPPED, Blank, Row
from paperpool.workflow.annotation.exports import read_exports
from paperpool.workflow.annotation.items import Item

from ..made.schemes import two_facets_scheme

ITEM, OTHER = Item("q", "method", "c"), Item("q", "method", "d")


def annotation(user=1, grade="2", **changes):
    region = {"from_name": "grade", "to_name": "candidate", "type": "choices"}
    result = [{**region, "value": {"choices": [grade]}}]
    return {"id": 7, "completed_by": user, "was_cancelled": False, "result": result, **changes}


def task(*annotations, item=ITEM, stage="annotation", **changes):
    data = {**item._asdict(), "stage": stage}
    return {"id": 5, "data": data, "annotations": list(annotations), **changes}


@pytest.fixture
def read(tmp_path):
    """Return a function: what is read of exports, each a list of tasks or a text."""

    def run(*exports, scheme=None, **settings):
        paths = []
        for number, export in enumerate(exports):
            path = tmp_path / f"export{number}.json"
            path.write_text(export if isinstance(export, str) else json.dumps(export))
            paths.append(path)
        return read_exports(paths, [ITEM, OTHER], scheme or default_scheme(), **settings)

    return run


def problems_of(read, *exports, **settings):
    with pytest.raises(UserError) as error:
        read(*exports, **settings)
    assert all(p.hint and p.where for p in error.value.problems[:20])
    return error.value.problems


def test_each_annotation_is_a_row_and_users_are_told_apart(read):
    found = read(
        [task(annotation(1, "3"), annotation({"id": 2, "email": "b@x"}, "Unrelated (0)"))],
        [task(), task(annotation({"email": "c@x"}), item=OTHER, stage="adjudication")],
    )
    assert found.rows == [
        Row("annotation", ITEM, "1", 3),
        Row("annotation", ITEM, "2", 0),
        Row("adjudication", OTHER, "c@x", 2),
    ]
    assert found.blanks == []


def test_how_long_it_took_and_when_is_read_where_it_is_told(read):
    told = {"lead_time": 4.25, "created_at": "2026-11-21T15:18:54.387811+02:00"}
    odd = {"lead_time": -1, "created_at": "yesterday"}
    naive = {"lead_time": True, "created_at": "2026-11-21T13:18:54"}
    users = [annotation(user, **times) for user, times in enumerate((told, odd, naive))]
    found = [(row.seconds, row.at) for row in read([task(*users)]).rows]
    assert found == [
        (4.25, "2026-11-21T13:18:54.387811+00:00"),
        (None, None),
        (None, "2026-11-21T13:18:54.000000+00:00"),
    ]


def test_skipped_tasks_and_submissions_without_a_grade_are_listed(read):
    skipped = annotation(1, was_cancelled=True)
    found = read([task(skipped, annotation(2, result=[]), annotation(3))])
    assert found.rows == [Row("annotation", ITEM, "3", 2)]
    assert found.blanks == [Blank("annotation", ITEM, SKIPPED), Blank("annotation", ITEM, NO_GRADE)]


def test_who_skipped_a_task_may_grade_it_later(read):
    found = read([task(annotation(1, was_cancelled=True, result=[]), annotation(1))])
    assert len(found.rows) == len(found.blanks) == 1


def test_drafts_predictions_and_other_controls_say_nothing(read):
    comment = {"from_name": "comment", "type": "textarea", "value": {"text": ["hm"]}}
    graded = annotation(1)
    graded["result"].append(comment)
    found = read([task(graded, drafts=[annotation(9, "0")], predictions=[annotation(8, "0")])])
    assert found.rows == [Row("annotation", ITEM, "1", 2)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Not readable as JSON"),
        ("[{", "Not readable as JSON"),
        ("{}", "a list of tasks"),
        ('"x"', "a list of tasks"),
        ("[]", "holds no annotation"),
        ("[3]", "without data"),
        ("[" * 100_000, "Not readable as JSON"),
    ],
)
def test_a_file_that_is_no_export_is_named(read, text, said):
    (problem,) = problems_of(read, text)
    assert said in problem.what and "export0.json" in problem.where


def test_bytes_that_are_no_text_and_files_that_are_not_there_are_named(tmp_path):
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe[]")
    with pytest.raises(UserError) as error:
        read_exports([tmp_path / "bytes.json", tmp_path / "none.json"], [ITEM], default_scheme())
    assert len(error.value.problems) == 2


def changed(path, value):
    """Return a task whose value at ``path`` is ``value``, or gone where that is ``...``."""
    whole = copy.deepcopy(task(annotation()))
    place = whole
    for key in path[:-1]:
        place = place[key]
    if value is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return whole


FIRST = ("annotations", 0)
CHOICES = (*FIRST, "result", 0, "value", "choices")
REGION = annotation()["result"][0]


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("data",), ..., "without data"),
        (("data",), "x", "without data"),
        (("data", "facet"), ..., "without facet"),
        (("data", "facet"), "", "without facet"),
        (("data", "facet"), "colour", "Unknown facet 'colour'"),
        (("data", "query_id"), 12, "without query_id"),
        (("data", "stage"), ..., "without stage"),
        (("data", "stage"), "third", "Unknown stage 'third'"),
        (("data", "candidate_id"), "zz", "Unknown task: query 'q', method, candidate 'zz'"),
        (("data", "facet"), "result", "Unknown task"),
        (("annotations",), ..., "without a list of annotations"),
        (("annotations",), {}, "without a list of annotations"),
        (FIRST, "x", "no object"),
        ((*FIRST, "completed_by"), ..., "without its annotator"),
        ((*FIRST, "completed_by"), True, "without its annotator"),
        ((*FIRST, "completed_by"), {"name": "x"}, "without its annotator"),
        ((*FIRST, "completed_by"), {"email": " "}, "without its annotator"),
        ((*FIRST, "completed_by"), 1.5, "without its annotator"),
        ((*FIRST, "was_cancelled"), "no", "was_cancelled is 'no'"),
        ((*FIRST, "result"), ..., "without a list of results"),
        ((*FIRST, "result"), {}, "without a list of results"),
        ((*FIRST, "result", 0, "from_name"), "rating", "without the control 'grade'"),
        ((*FIRST, "result"), ["x"], "without the control 'grade'"),
        ((*FIRST, "result"), [REGION, REGION], "not exactly one grade"),
        ((*FIRST, "result", 0, "value"), ..., "not exactly one grade"),
        (CHOICES, [], "not exactly one grade"),
        (CHOICES, ["1", "2"], "not exactly one grade"),
        (CHOICES, "2", "not exactly one grade"),
        (CHOICES, ["5"], "Unknown grade '5'"),
        (CHOICES, [2], "Unknown grade 2"),
        (CHOICES, ["Similar"], "Unknown grade 'Similar'"),
        (CHOICES, [["2"]], "Unknown grade"),
    ],
)
def test_what_cannot_be_placed_is_an_error(read, path, value, said):
    (problem,) = problems_of(read, [changed(path, value)])
    assert said in problem.what
    assert "export0.json, task 1 (id 5)" in problem.where


def test_all_problems_of_all_files_are_told_together_up_to_a_limit(read):
    bad = [changed(CHOICES, ["9"]), changed(("data", "facet"), "x")]
    texts = [p.what for p in problems_of(read, bad, "no json")]
    assert len(texts) == 3
    many = problems_of(read, [changed(CHOICES, ["9"])] * 30)
    assert len(many) == 21 and many[-1].what == "10 more problems."


def test_an_annotator_in_either_form_or_an_export_that_is_given_twice_is_an_error(read):
    twice = [task(annotation(2), annotation({"id": 2, "email": "b@x"}))]
    (problem,) = problems_of(read, twice)
    assert "Annotator 2 graded one task twice" in problem.what
    export = [task(annotation(1), annotation(2))]
    found = problems_of(read, export, json.dumps(export, indent=1))
    assert len(found) == 2 and all("graded one task twice" in p.what for p in found)


def test_a_file_that_is_given_twice_is_named_once(read):
    skipped = [task(annotation(1, was_cancelled=True), annotation(2, was_cancelled=True))]
    (problem,) = problems_of(read, skipped, skipped)
    assert "the same content as" in problem.what and "export0.json" in problem.what
    assert "export1.json" in problem.where


def test_drafts_and_predictions_are_counted(read):
    found = read([task(annotation(1), drafts=[3, 4], predictions=[annotation(8)]), task(drafts=[])])
    assert found.unread == {"drafts": 2, "predictions": 1} and len(found.rows) == 1


def test_one_problem_says_how_ids_differ(read):
    bad = [task(annotation(), item=ITEM._replace(candidate_id=f"oa:{i}")) for i in "cd"]
    difference, *others = problems_of(read, bad)
    assert difference.what == "The ids of candidates may only be spelled otherwise (unknown: 2)."
    assert difference.hint == "All would be known but for the prefix 'oa:'." and len(others) == 2
    (difference, blank) = problems_of(read, [task(annotation(), item=ITEM._replace(query_id="q "))])
    assert "blanks at their ends" in difference.hint and "query 'q '" in blank.what


def test_a_list_on_one_line_is_not_parsed_to_know_its_form(read, monkeypatch):
    monkeypatch.setattr(grade_tables, "parse_json", None)
    assert len(read([task(annotation())]).rows) == 1


def test_a_stage_that_does_not_belong_here_is_an_error(read):
    export = [task(annotation(), stage="adjudication")]
    (problem,) = problems_of(read, export, stages=["annotation"])
    assert "Unknown stage 'adjudication'" in problem.what


def test_an_export_of_label_studio_itself_is_read(root):
    """Version 1.23.2: two users by hand, one of them skipped the fifth task, one left the first."""
    path = root / "tests/annotation/data/label_studio_export.json"
    tasks = json.loads(path.read_text())
    names = ("query_id", "facet", "candidate_id")
    items = [Item(*(t["data"][name] for name in names)) for t in tasks]
    found = read_exports([path], items, default_scheme())
    said = {item: {} for item in items}
    for row in found.rows:
        assert row.stage == "annotation"
        said[row.item][row.annotator] = row.grade
    assert [said[item] for item in items] == [
        {"1": 2},
        {"1": 3, "2": 0},
        {"1": 0, "2": 2},
        {"1": 1, "2": 1},
        {"2": 3},
        {"1": 0, "2": 2},
    ]
    assert found.blanks == [Blank("annotation", items[4], SKIPPED)]


def test_facets_and_grades_are_those_of_the_scheme(tmp_path):
    item = Item("q", "claim", "c")
    path = tmp_path / "export.json"
    scheme = two_facets_scheme()
    path.write_text(json.dumps([task(annotation(1, "1"), annotation(2, "Unlike"), item=item)]))
    found = read_exports([path], [item], scheme)
    assert [row.grade for row in found.rows] == [1, 0]
    path.write_text(json.dumps([task(annotation(1, "2"), item=item), task(annotation())]))
    with pytest.raises(UserError) as error:
        read_exports([path], [item], scheme)
    grade, facet = error.value.problems
    assert grade.what == "Unknown grade '2'; the grades are Alike, Unlike."
    assert (facet.what, facet.hint) == ("Unknown facet 'method'.", "One of claim, evidence.")
