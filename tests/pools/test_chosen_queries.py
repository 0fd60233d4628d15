"""The user's choice of queries: ids, tables in every form, and their problems."""

from functools import partial

import pytest

from paperpool.collections.csfcube_release import read_collection
from paperpool.errors import UserError
from paperpool.workflow.pools.chosen_queries import read_chosen_ids, read_chosen_queries
from paperpool.workflow.pools.pool_queries import PoolQuery
from paperpool.workflow.pools.queries import collection_queries, write_queries

from ..made.schemes import FACETS, two_facets_scheme
from .conftest import list_problems


@pytest.fixture
def read(tmp_path):
    """Return a function: the queries of a file that holds the given text or bytes."""

    def read_text(text):
        path = tmp_path / "chosen"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_chosen_queries(path, FACETS)

    return read_text


@pytest.fixture
def problems(read):
    """Return a function: (line, what) of the problems of a text."""

    return partial(list_problems, read)


def test_ids_one_a_line_have_every_facet(read):
    expected = [PoolQuery("10", FACETS), PoolQuery("9", FACETS)]
    assert read("9\n\n 10 \n") == read("\ufeff10\r\n9\r\n") == expected


def test_wrong_lines_of_ids(problems):
    assert problems("9\n9 10\n11\n9\n12;13\n") == [
        ("2", "Not a single paper id."),
        ("4", "Paper 9 is listed twice."),
        ("5", "Not a single paper id."),
    ]


TABLE = [
    PoolQuery("10", FACETS[:1], None, "A; b, c", ""),
    PoolQuery("9", ("method", "result"), 2001, "Nine", "theoretical"),
]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize(
    "header", [("pid", "facet", "paper type"), ("Paper_ID", "FACET", "paper_type")]
)
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_table_in_every_form(read, end, delimiter, header, mark):
    rows = [
        (header[0], header[1], "year", "title", header[2], "mine"),
        ("9", "result", "2001", "Nine", "theoretical", "x"),
        ("10", "Background", "", '"A; b, c"', "", ""),
        ("9", "method", "2001", "Nine", "theoretical", ""),
        ("", "", "", "", "", ""),
    ]
    text = "".join(delimiter.join(row) + end for row in rows)
    assert read(mark + text) == TABLE


def test_the_ids_are_those_of_the_queries_in_every_form(tmp_path):
    rows = "period,rating,chosen,paper_type\n9,x,5,result,Theoretical\n8,x,5,,\n"
    for text in ("9\n", "pid,facet\n9,method\n9,result\n", f"paper_id,{rows}"):
        (tmp_path / "chosen").write_text(text)
        assert read_chosen_ids(tmp_path / "chosen") == {"9"}
    assert read_chosen_ids(None) == set()


def test_a_table_without_facets_asks_for_all(read):
    assert read("paper_id\n7\n") == [PoolQuery("7", FACETS)]
    assert read("paper_id,year\n7,1999\n") == [PoolQuery("7", FACETS, 1999)]


def test_a_written_list_is_a_choice(tmp_path):
    write_queries(TABLE, tmp_path / "queries.csv")
    assert read_chosen_queries(tmp_path / "queries.csv", FACETS) == TABLE


def test_every_problem_of_a_table_is_told(problems):
    text = (
        'paper_id,facet,year,title\n1,method,1999,"Of two\nlines"\n1,objective,,\n'
        "1,method,,\n,result,,\n2,,,\n3,result,about 1999,\n4,result,²,\n"
    )
    assert problems(text) == [
        ("4", "There is no facet 'objective'."),
        ("5", "Paper 1 is listed twice for method."),
        ("6", "A query needs a paper id."),
        ("7", "A query needs a facet."),
        ("8", "Not a year: 'about 1999'."),
        ("9", "Not a year: '²'."),
    ]


def test_long_lists_of_problems_are_cut(problems):
    text = "paper_id,facet\n" + "".join(f"{i},aim\n" for i in range(30))
    assert len(problems(text)) == 21


@pytest.mark.parametrize("text", ["", "\n \n", "\ufeff", "paper_id,facet\n", "paper_id\n\n"])
def test_a_file_without_queries(problems, text):
    assert problems(text) == [("", "There is no query in the file.")]


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("id,facet\n1,method\n", "1", "No column of paper ids among id, facet."),
        ("pid,paper_id\n1,1\n", "1", "The columns paper_id and pid have the same meaning."),
        ("paper_id,facet,facet\n1,a,b\n", "1", "The header names the column 'facet' twice."),
        ("paper_id,title\n1,a,b\n", "2", "The row has 3 cells, the header 2."),
        (
            "paper_id,target_facet\n1,method\n",
            "1",
            "The column target_facet would be ignored, and every query would have all facets.",
        ),
    ],
)
def test_odd_tables(problems, text, line, what):
    assert problems(text) == [(line, what)]


def test_files_that_cannot_be_read(problems, tmp_path):
    ((_, what),) = problems("paper_id,title\n1,Müller\n".encode("cp1252"))
    assert what.startswith("It cannot be read: 'utf-8'")
    with pytest.raises(UserError, match="It cannot be read"):
        read_chosen_queries(tmp_path / "absent.csv", FACETS)


def test_the_released_list_is_the_collections_queries(real_data):
    folder = real_data("csfcube")
    queries = read_chosen_queries(folder / "queries-release.csv", FACETS)
    assert len(queries) == 34
    assert queries == collection_queries(read_collection(folder))


def test_facets_are_those_of_the_scheme(tmp_path):
    facets = two_facets_scheme().facet_names
    path = tmp_path / "queries.csv"
    path.write_text("paper_id,facet\n1,evidence claim\n2,claim\n")
    assert read_chosen_queries(path, facets) == [
        PoolQuery("1", ("claim", "evidence")),
        PoolQuery("2", ("claim",)),
    ]
    path.write_text("paper_id,facet\n1,method\n")
    assert list_problems(read_chosen_queries, path, facets) == [
        ("2", "There is no facet 'method'.")
    ]
    assert read_chosen_ids(path) == {"1"}
