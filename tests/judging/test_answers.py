"""Tables of answers: read in their order, and refused with every problem."""

import pandas as pd
import pytest

from paperpool.errors import UserError
from paperpool.judging.answers import is_grade, parse_answers
from paperpool.judging.asking import ask_next, compare_answered
from paperpool.judging.tables import tabulate_requests

from ..made.judged import hide_all, make_items

TOPICS = {f"q{i}": (f"q{i}", "") for i in range(12)}
NAMES = {pair: name for name, pair in TOPICS.items()}


@pytest.fixture
def asked():
    items = hide_all(make_items())
    requests = ask_next(compare_answered(items, []), [], 4, 0)
    return items, tabulate_requests(requests, NAMES)


def test_a_table_comes_back_as_it_went(asked):
    items, table = asked
    table["grade"] = [0, 3, None, 1]
    requests = parse_answers(table, items, TOPICS)
    assert [request.grade for request in requests] == [0, 3, None, 1]
    pd.testing.assert_frame_equal(tabulate_requests(requests, NAMES), table)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"grade": 4}, "The grade 4 is none from 0 to 3"),
        ({"grade": 1.5}, "The grade 1.5 is none"),
        ({"grade": float("inf")}, "The grade inf is none"),
        ({"grade": "high"}, "The grade 'high' is none"),
        ({"doc_id": "d99"}, "was not asked for"),
        ({"query_id": "q77"}, "was not asked for"),
        ({"probability": 0.0}, "probability of a draw"),
    ],
)
def test_what_does_not_fit_is_named_with_its_row(asked, change, said):
    items, table = asked
    for column, value in change.items():
        table[column] = table[column].astype(object)
        table.loc[1, column] = value
    with pytest.raises(UserError, match=said) as error:
        parse_answers(table, items, TOPICS)
    assert error.value.problems[0].where == "answers, row 2"


def test_two_answers_and_missing_columns_are_errors(asked):
    items, table = asked
    with pytest.raises(UserError, match="two answers for one pair"):
        parse_answers(pd.concat([table, table[:1]]), items, TOPICS)
    with pytest.raises(UserError, match="no column probability"):
        parse_answers(table.drop(columns="probability"), items, TOPICS)


def test_grades_are_whole_unless_the_scheme_has_decimals():
    assert is_grade(2, 3) and is_grade(0.5, 1.64)
    assert not is_grade(0.5, 3) and not is_grade(-1, 3) and not is_grade(2, 1.64)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"probability": "often"}, "from 0 to 1, not 'often'"),
        ({"batch": "first"}, "A batch is a whole number, not 'first'"),
    ],
)
def test_texts_in_place_of_numbers_are_told(asked, change, said):
    items, table = asked
    for column, value in change.items():
        table[column] = table[column].astype(object)
        table.loc[1, column] = value
    with pytest.raises(UserError, match=said):
        parse_answers(table, items, TOPICS)
