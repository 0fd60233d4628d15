"""The seeds of the CSFCube corpus and the papers they cite."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperpool.errors import UserError
from paperpool.workflow.corpus.selection import find_duplicates, select_csfcube

from ..made.corpus_stage import DUCKDB_LIMITS
from ..made.shards import make_row


def test_selects_seeds_and_what_they_cite(run_stage):
    stage = run_stage(
        {
            "a.jsonl": [
                make_row("seed", outbound_citations=["cited", "outside", "seed"]),
                make_row("physics", mag_field_of_study=["Physics"], outbound_citations=["no1"]),
                make_row("no arxiv", arxiv_id=None, outbound_citations=["no2"]),
                make_row("cited", arxiv_id=None, mag_field_of_study=None),
            ],
            "b.jsonl": [
                make_row("seed", outbound_citations=["no3"]),  # a later duplicate is no seed
                make_row("no arxiv", outbound_citations=["no4"]),
                make_row("other", mag_field_of_study=["Art", "Computer Science"]),
                *(make_row(f"no{n}", arxiv_id=None) for n in range(1, 5)),
            ],
        }
    )
    selected = pq.read_table(stage.folder / "selected.parquet").to_pylist()
    places = [("a.jsonl", 1), ("a.jsonl", 4), ("b.jsonl", 1), ("b.jsonl", 3)]
    assert [(row["shard"], row["line"]) for row in selected] == places
    assert [p["paper_id"] for p in stage.papers if p["in_csfcube"]] == ["seed", "cited", "other"]
    assert stage.summary["filters"]["csfcube"]["dropped"]["not_selected"] == 6


@pytest.mark.parametrize(
    ("field", "arxiv_only", "selected"),
    [
        ("Art", True, []),
        ("Art", False, [2, 6]),
        (None, True, [1, 3, 5]),
        (None, False, [1, 2, 3, 4, 5, 6]),
    ],
)
def test_papers_of_every_field_and_of_none_may_start_the_selection(
    run_stage, field, arxiv_only, selected
):
    rows = [
        make_row("1", outbound_citations=["8"]),
        make_row("2", arxiv_id=None, mag_field_of_study=["Art"], outbound_citations=["9"]),
        make_row("3", mag_field_of_study=None),
        make_row("4", arxiv_id=None, mag_field_of_study=None),
        make_row("8", arxiv_id=None, mag_field_of_study=["Physics"]),
        make_row("9", arxiv_id=None, mag_field_of_study=["Physics"]),
    ]
    stage = run_stage({"a.jsonl": rows})
    tables = ([stage.folder / f"0.{name}.parquet"] for name in ("rows", "edges"))
    output, limits = stage.folder / "again", DUCKDB_LIMITS | {"temp_directory": stage.folder}
    settings = {"field": field, "arxiv_only": arxiv_only}
    duplicates = stage.folder / "duplicates.parquet"
    select_csfcube(*tables, duplicates, ["a.jsonl"], output, **settings, **limits)
    assert pq.read_table(output)["line"].to_pylist() == selected


def write_ids(path, ids):
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = pa.array(range(1, 2 * len(ids), 2), pa.int64())
    pq.write_table(pa.table({"paper_id": pa.array(ids, pa.string()), "line": lines}), path)
    return path


@settings(max_examples=25)
@given(st.lists(st.lists(st.sampled_from("abcdef")), min_size=1, max_size=4))
def test_finds_every_later_row(tmp_path_factory, shards):
    folder = tmp_path_factory.mktemp("ids") / "a [1] *?"
    names = [f"shard {9 - n}" for n in range(len(shards))]
    paths = [write_ids(folder / f"{n}", ids) for n, ids in zip(names, shards, strict=True)]
    groups = {name: [name] for name in names}
    find_duplicates(paths, groups, folder / "out", temp_directory=folder / "t", **DUCKDB_LIMITS)
    seen: set[str] = set()
    expected = []
    for name, ids in zip(names, shards, strict=True):
        for place, one in enumerate(ids):
            if one in seen:
                expected.append((name, 2 * place + 1))
            seen.add(one)
    found = pq.read_table(folder / "out").to_pylist()
    assert [(row["shard"], row["line"]) for row in found] == expected
    assert list((folder / "t").iterdir()) == []


def test_can_fail(tmp_path):
    paths = [write_ids(tmp_path / name, ["a", "b"]) for name in "xy"]
    settings = DUCKDB_LIMITS | {"temp_directory": tmp_path, "on_bad_row": "fail"}
    with pytest.raises(UserError, match=r"duplicate_id(?s:.*)shard y, line 1"):
        find_duplicates(paths, {"x": ["x"], "y": ["y"]}, tmp_path / "out", **settings)
    assert not (tmp_path / "out").exists()


def test_spills_when_memory_is_short(tmp_path):
    ids = [f"paper-{n:060d}" for n in range(800_000)]
    paths = [write_ids(tmp_path / name, ids) for name in "xy"]
    tight = {"memory_limit": "100MB", "threads": 1, "temp_directory": tmp_path / "t"}
    find_duplicates(paths, {"x": ["x"], "y": ["y"]}, tmp_path / "out", **tight)
    assert pq.read_metadata(tmp_path / "out").num_rows == 800_000


def test_duplicates_move_to_quarantine(run_stage):
    stage = run_stage(
        {
            "a.jsonl": [make_row("1", title="first"), make_row("2"), make_row("1", title="second")],
            "b.jsonl.gz": [
                b"",
                make_row("2", outbound_citations=["5"]),
                make_row("3", outbound_citations=["6"]),
                b"[]",
            ],
        }
    )
    assert stage.ids == ["1", "2", "3"]
    assert stage.papers[0]["title"] == "first"
    assert stage.bad == [
        ("a.jsonl", 3, "duplicate_id"),
        ("b.jsonl.gz", 2, "duplicate_id"),
        ("b.jsonl.gz", 4, "not_an_object"),
    ]
    assert '"second"' in stage.quarantine[0]["text"]
    assert stage.citations == [("3", "6")]
    expected = {"read": 3, "readable": 1, "quarantined": {"not_an_object": 1, "duplicate_id": 1}}
    assert stage.summary["shards"]["b.jsonl.gz"] == expected
