"""Filter shards: papers that are kept, always kept and dropped, and the written files."""

import pyarrow.parquet as pq
import pytest

from paperpool.corpus.papers import filter_shards, read_ids
from paperpool.errors import UserError
from paperpool.io import parquet_files, tables

from ..made.shards import make_row


def test_marks_papers_with_the_filters_that_keep_them(run_stage, monkeypatch):
    monkeypatch.setattr(parquet_files, "GROUP_BYTES", 200)
    rows = [
        make_row("both"),
        make_row("csfcube only", year=None),
        make_row("mdcr only", arxiv_id=None),
        make_row("neither", arxiv_id=None, title=None, outbound_citations=["both", "x"]),
        make_row("kept always", arxiv_id=None, year=None, title=None, abstract=None),
    ]
    stage = run_stage({"a.jsonl": rows}, keep=["kept always", "not in the corpus"])
    columns = [*tables.PAPERS.names, "in_csfcube", "in_mdcr"]
    assert pq.read_schema(stage.folder / "0.papers.parquet").names == columns
    assert [(p["paper_id"], p["in_csfcube"], p["in_mdcr"]) for p in stage.papers] == [
        ("both", True, True),
        ("csfcube only", True, False),
        ("mdcr only", False, True),
        ("kept always", True, True),
    ]
    assert stage.citations == [("neither", "both"), ("neither", "x")]
    assert stage.summary == {
        "read": 5,
        "quarantined": {},
        "readable": 5,
        "kept": 4,
        "filters": {
            "csfcube": {
                "kept": 3,
                "kept_always": 1,
                "dropped": {
                    "not_selected": 2,
                    "too_few_sentences": 0,
                    "too_many_sentences": 0,
                    "long_sentence": 0,
                    "short_sentences": 0,
                },
            },
            "mdcr": {
                "kept": 3,
                "kept_always": 1,
                "dropped": {"no_year": 1, "no_title": 1, "short_abstract": 0, "few_citations": 0},
            },
        },
        "shards": {"a.jsonl": {"read": 5, "readable": 5, "quarantined": {}}},
    }


def test_none_keeps_every_readable_row(run_stage):
    rows = [make_row("1", title=None, abstract=None), b"{}", make_row("2")]
    stage = run_stage({"a.jsonl": rows}, filters={"none": {}}, keep=["2"])
    assert stage.ids == ["1", "2"]
    assert stage.summary["filters"] == {"none": {"kept": 2, "kept_always": 1, "dropped": {}}}


def test_csfcube_needs_the_selection(tmp_path):
    with pytest.raises(ValueError, match="selected"):
        filter_shards(
            {"a": tmp_path},
            "a",
            None,
            None,
            duplicates=tmp_path,
            filters=papers_filters(),
            keep=(),
            memory_limit="100MB",
            temp_directory=tmp_path,
            threads=1,
        )


def papers_filters():
    from paperpool.corpus.filters import make_filters

    return make_filters({"csfcube": {}})


def test_reads_id_files(tmp_path):
    (tmp_path / "a").write_bytes(b"\xef\xbb\xbf1\r\n\n 2 \n")
    (tmp_path / "b").write_text("2\n3")
    assert read_ids([tmp_path / "a", tmp_path / "b"]) == {"1", "2", "3"}
    with pytest.raises(UserError, match="absent"):
        read_ids([tmp_path / "absent"])
