"""Runs in the three formats, and refused ones."""

import json
import re

import pandas as pd
import pytest

from paperpool.collections.schemes import default_scheme
from paperpool.errors import UserError
from paperpool.evaluation.foreign_runs import read_foreign_run, read_topic_run, read_written_run
from paperpool.evaluation.stored_runs import read_run, write_run

FACETS = default_scheme().facet_names

RUN = {("q1", facet): [("c2", 0.5), ("c1", 0.25)] for facet in FACETS}
COLUMNS = ["query_id", "facet", "candidate_id", "score", "rank"]


def message(name, path):
    with pytest.raises(UserError) as caught:
        read_foreign_run(name, str(path), FACETS)
    return str(caught.value)


def test_official_json_keeps_the_order_of_the_file_and_negates_distances(tmp_path):
    for facet in FACETS:
        path = tmp_path / f"run-{facet}-ranked.json"
        path.write_text(json.dumps({"q1": [["c2", 3.5], ["c1", 1.25], ["c3", 2]]}))
    run = read_foreign_run("mine", str(tmp_path / "run-{facet}-ranked.json"), FACETS)
    assert run["q1", "method"] == [("c2", -3.5), ("c1", -1.25), ("c3", -2.0)]
    assert set(run) == {("q1", facet) for facet in FACETS}


def test_trec_orders_by_score_then_id_and_ignores_its_ranks(tmp_path):
    path = tmp_path / "mine.trec"
    path.write_text(
        "q_1_method Q0 c1 1 0.5 tag\nq_1_method Q0 c9 2 0.75 tag\n\nq_1_method Q0 c0 3 0.5 tag\n"
    )
    assert read_foreign_run("mine", str(path), FACETS) == {
        ("q_1", "method"): [("c9", 0.75), ("c0", 0.5), ("c1", 0.5)]
    }


def test_white_space_other_than_blanks_and_tabs_is_part_of_an_id(tmp_path):
    path = tmp_path / "mine.trec"
    path.write_text("q_method Q0 c\u00a01 1 0.5 t\nq_method\tQ0  c2 2 0.25 t \n", encoding="utf-8")
    run = read_foreign_run("mine", str(path), FACETS)
    assert run == {("q", "method"): [("c\u00a01", 0.5), ("c2", 0.25)]}


def test_our_table_orders_by_rank(tmp_path):
    path = tmp_path / "mine.parquet"
    rows = [("q1", "result", "c1", 9.0, 2), ("q1", "result", "c2", 1.0, 1)]
    pd.DataFrame(rows, columns=COLUMNS).to_parquet(path)
    assert read_foreign_run("mine", str(path), FACETS) == {
        ("q1", "result"): [("c2", 1.0), ("c1", 9.0)]
    }


def test_written_runs_come_back(tmp_path):
    write_run(RUN, tmp_path / "run.parquet")
    assert read_run(tmp_path / "run.parquet") == RUN
    assert read_foreign_run("mine", str(tmp_path / "run.parquet"), FACETS) == RUN


def test_an_empty_run_is_a_table_without_rows(tmp_path):
    write_run({}, tmp_path / "run.parquet")
    assert read_run(tmp_path / "run.parquet") == {}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("q1_method Q0 c1 1 0.5", "5 columns"),
        ("q1 Q0 c1 1 0.5 tag", "not <paper>_<facet>"),
        ("q1_model Q0 c1 1 0.5 tag", "not <paper>_<facet>"),
        ("_method Q0 c1 1 0.5 tag", "not <paper>_<facet>"),
        ("q1_method Q0 c1 1 high tag", "score"),
        ("q1_method Q0 c1 1 nan tag", "not a finite number"),
        ("q1_method Q0 c1 1 1_0 tag", "not a finite number"),
    ],
)
def test_a_malformed_trec_line_is_named(tmp_path, line, expected):
    path = tmp_path / "mine.trec"
    path.write_text(f"q1_method Q0 c0 1 0.5 tag\n{line}\n")
    text = message("mine", path)
    assert "line 2" in text and expected in text and "'mine'" in text


BROKEN = [
    "{",
    "[]",
    '{"q1": [["c1"]]}',
    '{"q1": 3}',
    '{"q1": ["a1", "b2"]}',
    '{"q1": [], "q1": []}',
]
NO_DISTANCES = ['"far"', "null", "1" + "0" * 400, "NaN"]


@pytest.mark.parametrize(
    "content", [*BROKEN, *(f'{{"q1": [["c1", {value}]]}}' for value in NO_DISTANCES)]
)
def test_a_malformed_official_file_is_named(tmp_path, content):
    for facet in FACETS:
        (tmp_path / f"run-{facet}.json").write_text(content)
    assert "run-background.json" in message("mine", tmp_path / "run-{facet}.json")


def test_a_json_path_without_facet_is_explained(tmp_path):
    assert "one file per facet" in message("mine", tmp_path / "run.json")


def test_a_table_is_ranked_by_its_values_whatever_their_types(tmp_path):
    path = tmp_path / "mine.parquet"
    rows = [(1587, "result", 100 + i, str(-i), str(i + 1)) for i in range(12)]
    table = pd.DataFrame(rows, columns=COLUMNS)
    table.to_parquet(path)
    assert read_foreign_run("mine", str(path), FACETS) == {
        ("1587", "result"): [(str(100 + i), -float(i)) for i in range(12)]
    }
    table.assign(score=[[1.0]] * 12).to_parquet(path)
    assert "another type" in message("mine", path)


def test_byte_order_marks_and_line_ends_do_not_matter(tmp_path):
    path = tmp_path / "mine.trec"
    path.write_bytes("\ufeffq1_method\tQ0\tc1\t1\t5e-1\ta\u2028b\r\n".encode())
    assert read_foreign_run("mine", str(path), FACETS) == {("q1", "method"): [("c1", 0.5)]}
    for facet in FACETS:
        (tmp_path / f"run-{facet}.json").write_text('\ufeff{"q1": [["c1", 1]]}', encoding="utf-8")
    assert len(read_foreign_run("mine", str(tmp_path / "run-{facet}.json"), FACETS)) == 3
    for name, run in {"mine.trec": "mine.trec", "run-method.json": "run-{facet}.json"}.items():
        (tmp_path / name).write_text("{}", encoding="utf-16")
        assert re.search("UTF-16.*\n.*\n  Hint: Save it as UTF-8", message("mine", tmp_path / run))


def test_a_compressed_run_says_what_to_do(tmp_path):
    assert "unpack it" in message("mine", tmp_path / "mine.trec.gz")


def test_a_malformed_table_is_explained(tmp_path):
    path = tmp_path / "mine.parquet"
    path.write_bytes(b"not parquet")
    assert "not a parquet file" in message("mine", path)
    row = {"query_id": "q1", "facet": "result", "candidate_id": "c1", "score": 1.0, "rank": 1}
    pd.DataFrame([row]).drop(columns="rank").to_parquet(path)
    assert "no column rank" in message("mine", path)
    pd.DataFrame([row, {**row, "candidate_id": "c2"}]).to_parquet(path)
    assert "rank 1 of query q1_result is given twice" in message("mine", path)
    pd.DataFrame([{**row, "score": float("inf")}]).to_parquet(path)
    assert "finite" in message("mine", path)
    pd.DataFrame([{**row, "candidate_id": None}, row]).to_parquet(path)
    assert "null" in message("mine", path)


def test_a_written_run_is_read_by_its_content_whatever_its_name(collection, tmp_path):
    path = tmp_path / "run.json"
    write_run(RUN, path)
    assert read_written_run("mine", path, "there", collection) == RUN
    path.write_text("q1_method Q0 c1 0 0.5 x\n")
    read = read_written_run("mine", path, "there", collection)
    assert read == {("q1", "method"): [("c1", 0.5)]}
    path.write_text("")
    assert read_written_run("mine", path, "there", collection) == {}


def test_the_parts_of_a_written_run_have_their_own_names_again(small_benchmark, tmp_path):
    path = tmp_path / "run"
    path.write_text("q_1_Political-Science Q0 c1 0 0.5 x\nq2_Art Q0 c1 0 1 x\n")
    expected = {("q_1", "Political Science"): [("c1", 0.5)], ("q2", "Art"): [("c1", 1.0)]}
    assert read_written_run("mine", path, "there", small_benchmark) == expected
    write_run({("q_1", "Political-Science"): [("c1", 0.5)]}, path)
    [pair] = read_written_run("mine", path, "there", small_benchmark)
    assert pair == ("q_1", "Political Science")
    path.write_text("q1_method Q0 c1 0 0.5 x\n")
    with pytest.raises(UserError, match="'q1_method' is not <paper>_<facet>"):
        read_written_run("mine", path, "there", small_benchmark)


@pytest.mark.parametrize(
    ("content", "where"), [(b"q1_method Q0 c1\n", "there, line 1"), (b"PAR1", "there")]
)
def test_a_malformed_written_run_names_what_wrote_it(collection, tmp_path, content, where):
    path = tmp_path / "run"
    path.write_bytes(content)
    with pytest.raises(UserError) as caught:
        read_written_run("mine", path, "there", collection)
    [problem] = caught.value.problems
    assert problem.where == where and "TREC lines" in problem.hint
    assert str(path) not in str(problem).replace(problem.what, "")


@pytest.mark.parametrize(
    ("line", "hint"),
    [("1 Q0 a 1 nan x", "Give every document"), ("1 a 2", "A run has TREC's lines")],
)
def test_a_fault_in_a_run_of_topics_keeps_its_own_hint(tmp_path, line, hint):
    (tmp_path / "run.trec").write_text(line)
    with pytest.raises(UserError) as raised:
        read_topic_run("mine", tmp_path / "run.trec", {})
    assert raised.value.problems[0].hint.startswith(hint)


def test_official_json_ranks_topics_that_are_called_by_facets(tmp_path):
    (tmp_path / "run-method.json").write_text('{"p1": [["p1", 0], ["c2", 0.9], ["c1", 0.1]]}')
    topics = {"p1_method": ("?p1_method", ""), "p1_result": ("?p1_result", "")}
    run = read_topic_run("mine", tmp_path / "run-{facet}.json", topics)
    assert run == {("?p1_method", ""): [("c2", -1.0), ("c1", -2.0)]}  # in the order of the file
    table = tmp_path / "run.parquet"
    write_run({("p1", "result"): [("c1", 0.5)]}, table)
    assert list(read_topic_run("mine", table, topics)) == [("?p1_result", "")]
