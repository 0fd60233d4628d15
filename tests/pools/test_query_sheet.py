"""The query sheet: written, filled in by a person, saved by a spreadsheet, read back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperpool.errors import UserError
from paperpool.workflow.pools.chosen_queries import read_chosen_queries
from paperpool.workflow.pools.pool_queries import PoolQuery
from paperpool.workflow.pools.query_sample import SampledPaper
from paperpool.workflow.pools.query_sheet import (
    COLUMNS,
    CRITERIA,
    PAPER_TYPES,
    is_query_sheet,
    read_filled_sheet,
    write_query_sheet,
)

from ..made.schemes import FACETS
from .conftest import list_problems, read_sheet, save_sheet

SAMPLE = {
    "1994-1999": [
        SampledPaper(5, "10", 1995, "=Ten; or so", 'An "abstract",\nin two lines.'),
        SampledPaper(7, "9", 1999, "Nine", "Über é."),
    ],
    "2000-2004": [],
    "2015-2019": [SampledPaper(1, "8", 2019, "Eight", "Short.")],
}
FILLED = {
    "10": {"paper_type": "theoretical", "rating": "3", CRITERIA[0]: "Yes", CRITERIA[1]: "no"},
    "9": {"paper_type": "Survey Papers", "rating": "5"},
    "8": {"paper_type": "Application/Tool", "rating": "4"},
}
CHOSEN = {"10": {"chosen": "Result  method"}, "8": {"chosen": "background"}}
QUERIES = [
    PoolQuery("10", ("method", "result"), 1995, "=Ten; or so", "Theoretical"),
    PoolQuery("8", ("background",), 2019, "Eight", "Application/Tool"),
]


@pytest.fixture
def sheet(tmp_path):
    write_query_sheet(SAMPLE, tmp_path / "sheet.csv")
    return tmp_path / "sheet.csv"


@pytest.fixture
def fill(sheet):
    """Return a function that fills cells by paper and saves the sheet in a spreadsheet's form."""

    def save(cells, *form):
        rows = [row | FILLED[i] | cells.get(i, {}) for i, row in by_id(sheet).items()]
        return save_sheet(sheet.with_name("filled.csv"), rows, COLUMNS, *form)

    return save


def by_id(sheet):
    return {row["paper_id"]: row for row in read_sheet(sheet)}


@pytest.fixture
def problems(fill):
    """Return a function: (line, what) of the problems of filled cells."""

    return lambda cells: list_problems(read_chosen_queries, fill(cells), FACETS)


def test_a_sheet_is_to_be_filled_in(sheet):
    rows = read_sheet(sheet)
    assert sheet.read_bytes().startswith(b"\xef\xbb\xbfpaper_id,period,year,title,abstract,")
    assert [row["paper_id"] for row in rows] == ["10", "9", "8"]
    assert rows[0]["period"] == "1994-1999" and rows[2]["period"] == "2015-2019"
    assert rows[0]["title"] == "'=Ten; or so"  # no formula; read back it is as it was (QUERIES)
    assert rows[0]["abstract"] == 'An "abstract",\nin two lines.'
    assert {row[name] for row in rows for name in COLUMNS[5:]} == {""}


def test_the_criteria_stand_on_the_sheet_in_the_guidelines_words(sheet):
    """Section 1.4, step 3, word for word but for its "contain", "atleast" and "listed above"."""
    words = (
        "contain substantial content in atleast one facet, meaning of abstract does not rely "
        "entirely on a paper being cited in the abstract, fits the description of atleast one of "
        "the paper types listed above"
    )
    spelt = words.replace("contain ", "contains ").replace("atleast", "at least")
    header = list(read_sheet(sheet)[0])
    assert ", ".join(header[6:9]) == spelt.removesuffix(" listed above")
    assert header[5:6] + header[9:] == ["paper_type", "rating", "chosen"]


def test_a_sheet_that_is_not_filled_in_has_no_queries(sheet):
    with pytest.raises(UserError, match="No paper of the query sheet is chosen"):
        read_chosen_queries(sheet, FACETS)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_chosen_rows_are_the_queries(fill, delimiter, end, mark):
    assert read_chosen_queries(fill(CHOSEN, delimiter, end, mark), FACETS) == QUERIES


def test_every_problem_is_told_with_its_line(problems):
    cells = {
        "10": {"chosen": "method result aim", "rating": "2", CRITERIA[2]: "maybe"},
        "9": {"chosen": "background"},
        "8": {"chosen": "result method method", "paper_type": "", "rating": ""},
    }
    assert problems(cells) == [
        ("2", "There is no facet 'aim'."),
        ("2", f"The answer to {CRITERIA[2]!r} is 'maybe'."),
        ("2", "The paper is chosen, but its rating is 2."),
        ("4", "A survey is chosen."),
        ("5", "The facet 'method' is chosen twice."),
        ("5", "A chosen paper has no paper type."),
        ("5", "The paper is chosen, but its rating is empty."),
    ]


@pytest.mark.parametrize("rating", ["0", "6", "x", "-1", "3.0", "³", "33"])
def test_ratings_are_from_1_to_5(problems, rating):
    assert problems(CHOSEN | {"9": {"rating": rating}}) == [("4", f"The rating is {rating!r}.")]


def test_rows_that_are_not_chosen_are_checked_too(problems):
    cells = CHOSEN | {"9": {"paper_type": "Blog post", "year": "last"}}
    expected = [("4", "Not a year: 'last'."), ("4", "There is no paper type 'Blog post'.")]
    assert problems(cells) == expected


def test_papers_stand_there_once(sheet):
    header = ",".join(COLUMNS)
    text = f"{header}\n5,,,,,Theoretical,,,,3,method\n5,,,,,,,,,,\n,,,,,Theoretical,,,,,\n"
    with pytest.raises(UserError) as caught:
        read_filled_sheet(text, "here", FACETS)
    expected = ["Paper 5 is listed twice.", "A row without a paper id."]
    assert [problem.what for problem in caught.value.problems] == expected


def test_the_columns_of_criteria_may_be_left_out():
    text = "paper_id,paper_type,rating,chosen\n1,Theoretical,3,method\n"
    assert [query.facet for query in read_filled_sheet(text, "here", FACETS)] == ["method"]


def test_a_sheet_without_its_columns_is_no_list_of_queries(sheet):
    assert is_query_sheet(["paper_id", CRITERIA[0]]) and not is_query_sheet(["paper_id", "rating"])
    sheet.write_text("paper_id,paper_type,chosen\n1,Theoretical,method\n")
    with pytest.raises(UserError, match="lacks the columns rating"):
        read_chosen_queries(sheet, FACETS)


RATING = st.sampled_from(["", "1", "2", "3", "4", "5"])


@given(
    paper_type=st.sampled_from(["", *PAPER_TYPES]),
    rating=RATING,
    criteria=st.tuples(*[st.sampled_from(["", "yes", "no"])] * 3),
    chosen=st.sets(st.sampled_from(FACETS), min_size=1),
)
def test_a_row_is_chosen_as_the_guidelines_say(paper_type, rating, criteria, chosen):
    cells = ["1", "", "2000", "", "", paper_type, *criteria, rating, " ".join(chosen)]
    text = f"{','.join(COLUMNS)}\n{','.join(cells)}\n"
    is_allowed = paper_type in PAPER_TYPES[:4] and rating in ("3", "4", "5")
    if is_allowed:
        assert {
            (q.facet, q.year, q.paper_type) for q in read_filled_sheet(text, "here", FACETS)
        } == {(facet, 2000, paper_type) for facet in chosen}
    else:
        with pytest.raises(UserError, match=r"is chosen|A chosen paper"):
            read_filled_sheet(text, "here", FACETS)
