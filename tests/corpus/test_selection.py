"""The seeds of the CSFCube corpus and the papers they cite."""

import pyarrow.parquet as pq
import pytest

from paperpool.corpus.selection import select_csfcube

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
    selected = pq.read_table(stage.folder / "selected.parquet")["paper_id"].to_pylist()
    assert selected == ["cited", "other", "outside", "seed"]
    assert [p["paper_id"] for p in stage.papers if p["in_csfcube"]] == ["seed", "cited", "other"]
    assert stage.summary["filters"]["csfcube"]["dropped"]["not_selected"] == 6


@pytest.mark.parametrize(
    ("field", "arxiv_only", "selected"),
    [
        ("Art", True, []),
        ("Art", False, ["2", "9"]),
        (None, True, ["1", "3", "8"]),
        (None, False, ["1", "2", "3", "4", "8", "9"]),
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
    ]
    stage = run_stage({"a.jsonl": rows})
    tables = ([stage.folder / f"0.{name}.parquet"] for name in ("rows", "edges"))
    output, limits = stage.folder / "again", DUCKDB_LIMITS | {"temp_directory": stage.folder}
    settings = {"field": field, "arxiv_only": arxiv_only}
    duplicates = stage.folder / "duplicates.parquet"
    select_csfcube(*tables, duplicates, ["a.jsonl"], output, **settings, **limits)
    assert pq.read_table(output)["paper_id"].to_pylist() == selected
