"""The corpus's summary adds up, or says where it does not."""

from __future__ import annotations

import copy
from pathlib import Path

import pytest

from paperpool import tables
from paperpool.corpus.quarantine import make_quarantine
from paperpool.corpus.summary import merge_summaries, summarise_corpus
from paperpool.files import write_json

SHARD = {
    "read": 5,
    "readable": 4,
    "quarantined": {"too_large": 1},
    "kept": 3,
    "filters": {"mdcr": {"kept": 3, "kept_always": 1, "dropped": {"no_year": 1, "no_title": 0}}},
}


def test_adds_up_in_the_contract_s_order() -> None:
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
def test_refuses_sums_that_do_not_hold(path: list[str], value: int) -> None:
    wrong = copy.deepcopy(SHARD)
    part = wrong
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    with pytest.raises(ValueError, match="shard a"):
        merge_summaries({"a": wrong})


def test_counts_the_quarantined_rows_it_writes(tmp_path: Path) -> None:
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
