"""A model's grades: read from every form, put beside the items, and refused with the reason."""

import re

import numpy as np
import pandas as pd
import pytest

from paperpool.errors import UserError
from paperpool.judging.drawing import Sample
from paperpool.judging.model_grades import read_model_grades, take_model_grades
from paperpool.judging.predicting import Drawn

from ..made.judged import answer, hide_all, make_items

TOPICS = {f"q{i}": (f"q{i}", "") for i in range(12)}
DOCUMENTS = [f"d{i}" for i in range(40)]


@pytest.fixture
def drawn():
    whole = make_items(kind="dcg")
    sample = Sample(np.arange(40), np.full(40, 0.01))
    is_drawable = np.ones(len(whole.grades), dtype=bool)
    return Drawn(answer(hide_all(whole), whole, sample), sample, is_drawable)


@pytest.fixture
def table(drawn):
    """A model's grades of all pairs: 1, but 0.5 for the first paper."""
    rows = [(topic[0], document, 1.0) for topic, document in drawn.items.ids]
    table = pd.DataFrame(rows, columns=["query_id", "doc_id", "grade"])
    table.loc[table["doc_id"] == "d0", "grade"] = 0.5
    return table


def align(drawn, table):
    return take_model_grades(table, "predicted").align(drawn, TOPICS, DOCUMENTS, 3)


def test_grades_stand_beside_their_items(drawn, table):
    aligned = align(drawn, table.sample(frac=1, random_state=1))
    assert aligned.tolist() == table["grade"].tolist()


def test_csv_and_json_lines_of_judges_are_read(tmp_path):
    (tmp_path / "a.csv").write_text("query,facet,candidate,grade\nq,my method,d,2\nq,,d,1.5\n")
    assert read_model_grades(tmp_path / "a.csv").grades == {
        ("q_my-method", "d"): 2,
        ("q", "d"): 1.5,
    }
    (tmp_path / "a.jsonl").write_text('{"query_id": "q", "doc_id": "d", "grade": 1}\n')
    assert read_model_grades(tmp_path / "a.jsonl").grades == {("q", "d"): 1}


def test_pairs_that_no_ranking_shows_need_no_grade(drawn, table):
    shown = (drawn.items.weights > 0).any(axis=0)
    shown[drawn.sample.drawn] = True
    aligned = align(drawn, table[shown])
    assert np.isnan(aligned[~shown]).all() and not np.isnan(aligned[shown]).any()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"grade": None}, "None is no grade of q0, d2"),
        ({"grade": float("nan")}, "None is no grade of q0, d2"),
        ({"grade": "high"}, "'high' is no grade of q0, d2"),
        ({"grade": 7}, "1 grades are none from 0 to 3: 7"),
        ({"grade": -1}, "none from 0 to 3: -1"),
        ({"grade": True}, "True is no grade of q0, d2"),
        ({"grade": "1_0"}, "'1_0' is no grade of q0, d2"),
        ({"grade": "٣"}, "'٣' is no grade of q0, d2"),
        ({"query_id": None}, "The query_id is None, which is no id"),
        ({"doc_id": ["d2"]}, "The doc_id is .* which is no id"),
        ({"query_id": "x"}, "1 queries are not in the collection"),
        ({"doc_id": "d3"}, "1 of .* pairs .* have no grade of the model: q0 d2"),
    ],
)
def test_grades_that_do_not_fit_are_told(drawn, table, change, said):
    for column, value in change.items():
        table[column] = table[column].astype(object)
        table.loc[2, column] = value
    with pytest.raises(UserError, match=said):
        align(drawn, table)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("query_id,doc_id,grade\nq,d,1,2\n", "line 2.* The row has 4 cells, 3 columns"),
        ("query_id,doc_id,grade,grade\nq,d,1,2\n", "line 1.* two columns of one name: grade"),
        ("query_id,doc_id,grade\n,d,1\n", "line 2.* The query_id is '', which is no id"),
    ],
)
def test_a_row_whose_cells_stand_elsewhere_is_named(tmp_path, text, said):
    (tmp_path / "a.csv").write_text(text)
    with pytest.raises(UserError) as error:
        read_model_grades(tmp_path / "a.csv")
    (problem,) = error.value.problems
    assert re.search(said, f"{problem.where}: {problem.what}")


def test_a_prefix_of_the_ids_is_named(drawn, table):
    table["query_id"] = "mine:" + table["query_id"]
    with pytest.raises(UserError, match="12 queries are not in the collection") as error:
        align(drawn, table)
    assert "the prefix 'mine:'" in str(error.value)


def test_two_grades_of_a_pair_are_refused(drawn, table):
    twice = pd.concat([table, table.iloc[:1].assign(grade=3)])
    with pytest.raises(UserError, match=r"two grades of q0, d0: 0\.5, 3"):
        align(drawn, twice)


def test_the_grades_of_people_are_not_a_models(drawn, table):
    with pytest.raises(UserError, match=r"people's grades, not a model's: .* probability"):
        take_model_grades(table.assign(probability=0.1), "predicted")
    table.loc[: len(drawn.sample) - 1, "grade"] = drawn.items.grades[drawn.sample.drawn]
    with pytest.raises(UserError, match="All 40 drawn grades are those of people"):
        align(drawn, table)


@pytest.mark.parametrize("columns", [["query_id", "doc_id"], ["qid", "doc_id", "grade"]])
def test_a_table_without_its_columns_is_told(table, columns):
    table = table.rename(columns={"query_id": "qid"}) if "qid" in columns else table
    with pytest.raises(UserError, match="The columns are"):
        take_model_grades(table[columns], "predicted")
