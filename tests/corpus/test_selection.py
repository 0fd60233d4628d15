"""The seeds of the CSFCube corpus and the papers they cite."""

from __future__ import annotations

from collections.abc import Callable

import pyarrow.parquet as pq


def test_selects_seeds_and_what_they_cite(run_stage: Callable, make_row: Callable) -> None:
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
