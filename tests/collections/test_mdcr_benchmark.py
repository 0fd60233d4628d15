"""Benchmarks in the official format: read, reported and refused."""

import json

import pytest

from paperpool.collections.mdcr_benchmark import (
    Pool,
    Text,
    find_oddities,
    iterate_pools,
    negative_types,
    read_benchmark,
    read_texts,
    write_benchmark,
)
from paperpool.collections.mdcr_collection import as_collection
from paperpool.errors import UserError

ART = {"bm25": ["n1", "n2"], "random": ["n3"], "true": ["p1", "p2", "p3", "p4", "p5"]}


def write(tmp_path, value):
    path = tmp_path / "mdcr_test.json"
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return path


def problems_of(function, *arguments):
    with pytest.raises(UserError) as raised:
        function(*arguments)
    return raised.value.problems


def test_a_benchmark_is_read_and_written_back_as_it_was(tmp_path):
    released = {"Art": {"q1": ART, "q0": ART}, "Political Science": {"q2": {**ART, "graph": []}}}
    path = write(tmp_path, released)
    benchmark = read_benchmark(path)
    queries = [f"{field} {query}" for field, query, _ in iterate_pools(benchmark)]
    assert queries == ["Art q1", "Art q0", "Political Science q2"]
    assert negative_types(benchmark) == ["bm25", "random", "graph"]
    write_benchmark(benchmark, tmp_path / "again.json")
    assert json.loads((tmp_path / "again.json").read_text()) == released
    assert find_oddities(benchmark) == []


def test_ids_may_be_numbers(tmp_path):
    path = write(tmp_path, {"Art": {"1": {"true": [2, "3"], "bm25": [4]}}})
    assert read_benchmark(path)["Art"]["1"].candidates() == ["2", "3", "4"]


def test_true_wins_and_a_candidate_of_two_types_counts_once():
    pool = Pool({"bm25": ["a", "b", "p"], "graph": ["b", "c"], "true": ["p", "t"]})
    assert pool.candidates() == ["p", "t", "a", "b", "c"]
    assert pool.negatives("bm25") == ["a", "b"]
    assert pool.negatives("graph") == ["b", "c"]
    assert pool.negatives("specter") == []


def test_four_positives_and_shared_ids_are_counted_and_named(tmp_path):
    short = {**ART, "true": ["p1", "p2", "p3", "p4"]}
    shared = {**ART, "random": ["n1", "p1"]}
    path = write(tmp_path, {"Political Science": {"q1": short}, "Art": {"q2": shared, "q3": ART}})
    first, second = find_oddities(read_benchmark(path))
    assert first == "1 pool has other than 5 positives: Political Science, q1 (4)"
    assert second.startswith("2 candidates stand in two types") and second.endswith(": Art, q2")
    assert find_oddities(read_benchmark(path), positives=4)[0].startswith("2 pools have")


def test_an_id_that_a_type_lists_twice_counts_once_and_is_told(tmp_path):
    again = {**ART, "bm25": ["n1", "n2", "n1"], "true": [*ART["true"], "p1"]}
    benchmark = read_benchmark(write(tmp_path, {"Art": {"q1": again, "q2": ART}}))
    pool = benchmark["Art"]["q1"]
    assert (pool.positives, pool.negatives()) == (ART["true"], ["n1", "n2", "n3"])
    [oddity] = find_oddities(benchmark)
    assert oddity == "2 ids are listed twice in one type of a pool and count once: Art, q1"
    texts = {i: Text("T", "A") for i in ("q1", "q2", *pool.candidates())}
    collection = as_collection({"test": benchmark}, texts)
    assert collection.pools["q1"].sources[0] == ("bm25",)
    assert sum(collection.judgments["q1", "Art"].adjudicated) == 5


@pytest.mark.parametrize(
    ("content", "where", "what"),
    [
        ("{", "", "Not valid JSON"),
        ("[]", "", "Not a JSON object"),
        ("{}", "", "No field"),
        ('{"Art": {"q": {"true": []}, "q": {"true": []}}}', "", "key 'q' stands twice"),
        ({"Art": {}}, ", Art", "Not an object of queries"),
        ({"Art": []}, ", Art", "Not an object of queries"),
        ({"Art": {"q": {"bm25": ["a"]}}}, ", Art, q", "'true' among them"),
        ({"Art": {"q": ["a"]}}, ", Art, q", "'true' among them"),
        ({"Art": {"q": {"true": ["a"], "bm25": "b"}}}, ", Art, q, bm25", "Not a list of ids"),
        ({"Art": {"q": {"true": [None]}}}, ", Art, q, true", "Not a list of ids"),
    ],
)
def test_a_malformed_benchmark_is_refused_where_it_is_wrong(tmp_path, content, where, what):
    path = write(tmp_path, content)
    [problem] = problems_of(read_benchmark, path)
    assert problem.where == f"{path}{where}" and what in problem.what


def test_texts_have_an_id_of_several_names_and_may_lack_a_title_or_an_abstract(tmp_path):
    benchmark = {"Art": {"1": Pool({"true": ["2"], "graph": ["3"]})}}
    rows = [
        {"paper_id": "1", "title": "T", "abstract": "A"},
        {"corpusid": 2, "title": None, "abstract": "B"},
        {"doc_id": "3", "title": "U", "abstract": None},
        {"id": "other", "title": "V"},
        {"id": "other", "title": "V", "abstract": None},
    ]
    path = tmp_path / "data.jsonl"
    path.write_text("".join(json.dumps(row) + "\n\n" for row in rows))
    known = {"1": Text("T", "A"), "2": Text("", "B"), "3": Text("U", "")}
    assert read_texts(path, benchmark) == {**known, "other": Text("V", "")}


def test_missing_and_malformed_texts_are_named(tmp_path):
    benchmark = {"Art": {"1": Pool({"true": ["2"], "graph": ["3"]})}}
    path = tmp_path / "data.jsonl"
    lines = [
        '{"paper_id": "1", "title": "T", "abstract": "A"}',
        '{"paper_id": "1", "title": "other", "abstract": "A"}',
        '{"title": "T"}',
        "[]",
        "{",
        '{"id": "7", "title": ["T"]}',
    ]
    path.write_text("\n".join(lines))
    problems = problems_of(read_texts, path, benchmark)
    assert [p.where.rpartition(" ")[2] for p in problems[:-1]] == ["3", "4", "5", "6"]
    assert problems[-1].what == "2 papers of the benchmark are missing: 2, 3."


def test_of_a_text_that_changes_the_first_is_taken_and_the_log_says_so(tmp_path, caplog):
    benchmark = {"Art": {"1": Pool({"true": ["2"]})}}
    path = tmp_path / "data.jsonl"
    rows = [("1", "T"), ("2", "U"), ("1", "other"), ("1", "third")]
    path.write_text("".join(json.dumps({"id": i, "title": t}) + "\n" for i, t in rows))
    assert read_texts(path, benchmark)["1"] == Text("T", "")
    assert "1 papers have several texts, the first is taken: 1." in caplog.text
