"""The corpus's summary adds up, or the error names the part that does not."""

import copy
import json

import pyarrow.parquet as pq
import pytest

from paperpool.errors import UserError
from paperpool.io import tables
from paperpool.io.files import read_json, write_json
from paperpool.io.json_lines import make_quarantine
from paperpool.workflow.corpus.summary import (
    compare_rows,
    find_unread_shards,
    merge_bulk_summaries,
    merge_summaries,
    refuse_missing_rows,
    summarise_corpus,
)

SHARD = {
    "read": 5,
    "readable": 4,
    "quarantined": {"too_large": 1},
    "kept": 3,
    "filters": {"mdcr": {"kept": 3, "kept_always": 1, "dropped": {"no_year": 1, "no_title": 0}}},
}

READ = {"read": 9, "readable": 7, "quarantined": {"too_large": 2}}
ROUTED = {"joined": 4, "repeated": 2, "without_paper": 1}


def test_adds_up_in_the_contract_s_order():
    other = {**SHARD, "quarantined": {"invalid_json": 1}}
    merged = merge_summaries({"b": SHARD, "a": other})
    assert merged == {
        "read": 10,
        "quarantined": {"invalid_json": 1, "too_large": 1},
        "readable": 8,
        "kept": 6,
        "filters": {
            "mdcr": {"kept": 6, "kept_always": 2, "dropped": {"no_year": 2, "no_title": 0}}
        },
        "shards": {
            "b": {"read": 5, "readable": 4, "quarantined": {"too_large": 1}},
            "a": {"read": 5, "readable": 4, "quarantined": {"invalid_json": 1}},
        },
    }
    assert list(merged["quarantined"]) == ["invalid_json", "too_large"]
    assert list(merged["shards"]) == ["b", "a"]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["read"], 6),
        (["readable"], 5),
        (["kept"], 4),
        (["kept"], 2),
        (["quarantined", "too_large"], 2),
        (["filters", "mdcr", "kept"], 4),
        (["filters", "mdcr", "kept_always"], 4),
        (["filters", "mdcr", "dropped", "no_title"], 1),
    ],
)
def test_refuses_sums_that_do_not_hold(path, value):
    wrong = copy.deepcopy(SHARD)
    part = wrong
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    with pytest.raises(ValueError, match="shard a"):
        merge_summaries({"a": wrong})


def test_counts_the_quarantined_rows_it_writes(tmp_path):
    write_json(tmp_path / "s.json", SHARD)
    rows = [(1, "too_large", "x"), (2, "too_large", "y")]
    for count in (1, 2):
        batch = make_quarantine("a", rows[:count])
        with tables.writing_table(tmp_path / f"{count}", tables.QUARANTINE) as writer:
            writer.write_batch(batch)
    output = (tmp_path / "summary.json", tmp_path / "q.parquet")
    summarise_corpus({"a": tmp_path / "s.json"}, [tmp_path / "1"], *output)
    with pytest.raises(ValueError, match="2 quarantined rows"):
        summarise_corpus({"a": tmp_path / "s.json"}, [tmp_path / "2"], *output)


def test_what_became_of_a_joined_dataset_adds_up_in_order():
    other = {"read": 3, "readable": 1, "quarantined": {"too_large": 1, "invalid_json": 1}}
    shards = {"b": READ | ROUTED, "a": other | dict.fromkeys(ROUTED, 0) | {"joined": 1}}
    merged = merge_bulk_summaries(shards, "abstracts")
    assert list(merged.items()) == [
        ("read", 12),
        ("quarantined", {"invalid_json": 1, "too_large": 3}),
        ("readable", 8),
        ("joined", 5),
        ("repeated", 2),
        ("without_paper", 1),
        ("shards", shards),
    ]
    assert list(merged["quarantined"]) == ["invalid_json", "too_large"]
    assert list(merged["shards"]) == ["b", "a"]


@pytest.mark.parametrize("change", [{"read": 8}, {"readable": 6}, {"joined": 5}, {"repeated": 1}])
def test_refuses_a_joined_dataset_that_does_not_add_up(change):
    shards = {"b": READ | ROUTED, "a": READ | ROUTED | change}
    with pytest.raises(ValueError, match="abstracts, shard a"):
        merge_bulk_summaries(shards, "abstracts")


def test_the_joined_datasets_stand_apart_and_their_quarantine_last(tmp_path):
    for name, value in {"p.json": SHARD, "r.json": READ, "j.json": ROUTED}.items():
        write_json(tmp_path / name, value)
    for shard, count in {"a": 1, "b": 2}.items():
        batch = make_quarantine(shard, [(n, "too_large", "") for n in range(count)])
        with tables.writing_table(tmp_path / shard, tables.QUARANTINE) as writer:
            writer.write_batch(batch)
    papers = {"a": tmp_path / "p.json"}
    output = (tmp_path / "summary.json", tmp_path / "q.parquet")
    bulk = {"abstracts": {"b": (tmp_path / "r.json", tmp_path / "j.json")}}
    summary = summarise_corpus(papers, [tmp_path / "a", tmp_path / "b"], *output, bulk)
    assert summary == read_json(tmp_path / "summary.json")
    bulk_part = summary.pop("bulk")
    assert summary == merge_summaries({"a": SHARD})
    assert bulk_part == {"abstracts": merge_bulk_summaries({"b": READ | ROUTED}, "abstracts")}
    shards = pq.read_table(tmp_path / "q.parquet")["shard"].to_pylist()
    assert shards == ["a", "b", "b"]
    with pytest.raises(ValueError, match="1 quarantined rows were written, but 3 counted"):
        summarise_corpus(papers, [tmp_path / "a"], *output, bulk)


def test_without_joined_datasets_the_summary_says_nothing_of_them(tmp_path):
    write_json(tmp_path / "p.json", SHARD | {"read": 4, "quarantined": {}})
    output = (tmp_path / "summary.json", tmp_path / "q.parquet")
    assert "bulk" not in summarise_corpus({"a": tmp_path / "p.json"}, [], *output, {})


def test_shards_with_rows_of_which_none_is_readable_are_found():
    counts = {
        "unread": {"read": 3, "readable": 0, "quarantined": {"missing_key": 3}},
        "empty": {"read": 0, "readable": 0, "quarantined": {}},
        "good": {"read": 3, "readable": 1, "quarantined": {"missing_key": 2}},
        "a copy": {"read": 3, "readable": 0, "quarantined": {"missing_key": 1, "duplicate_id": 2}},
    }
    assert find_unread_shards({"shards": counts}) == ["unread"]
    bulk = {"abstracts": {"shards": counts}, "citations": {"shards": {}}}
    assert find_unread_shards({"shards": {}, "bulk": bulk}) == ["unread"]


NAMES = {"source": "s2ag", "release": "2026-08-25", "dataset": "abstracts"}


@pytest.fixture
def summaries(tmp_path):
    """Summaries of three shards by name, the last of another dataset."""
    for name, read in (("a", 20), ("b", 19), ("c", 700)):
        (tmp_path / name).write_text(json.dumps({"read": read}))
    return {name: tmp_path / name for name in "abc"}


def declare(rows):
    return [NAMES | {"declared": rows, "shards": ["a", "b"]}]


@pytest.mark.parametrize("rows", [100, None])
def test_the_rows_of_a_dataset_are_those_of_its_shards(summaries, rows):
    expected = [NAMES | {"files": 2, "declared": rows, "read": 39}]
    assert compare_rows(declare(rows), summaries) == expected


@pytest.mark.parametrize(
    ("rows", "tolerance"), [(100, 0.61), (100, None), (39, 0.0), (30, 0.0), (None, 0.0)]
)
def test_rows_within_the_tolerance_are_accepted(summaries, rows, tolerance):
    refuse_missing_rows(declare(rows), summaries, tolerance)


def test_more_missing_rows_than_the_tolerance_are_an_error(summaries):
    with pytest.raises(
        UserError, match="abstracts has 39 rows and declares 100: more than 60% are"
    ):
        refuse_missing_rows(declare(100), summaries, 0.6)
