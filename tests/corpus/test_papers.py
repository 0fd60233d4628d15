"""Filter shards: papers that are kept, always kept and dropped, and the written files."""

import pyarrow.parquet as pq
import pytest

from paperpool.errors import UserError
from paperpool.io import parquet_files, tables
from paperpool.workflow.corpus.csfcube_filter import SENTENCE_REASONS
from paperpool.workflow.corpus.filters import make_filters
from paperpool.workflow.corpus.papers import filter_shards, read_ids

from ..made.corpus_stage import DUCKDB_LIMITS
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
    read = {"read": 5, "readable": 5, "quarantined": {}}
    of_csfcube = {"not_selected": 2} | dict.fromkeys(SENTENCE_REASONS, 0)
    of_mdcr = {"no_year": 1, "no_title": 1, "short_abstract": 0, "few_citations": 0}
    assert stage.summary == read | {
        "kept": 4,
        "filters": {
            "csfcube": {"kept": 3, "kept_always": 1, "dropped": of_csfcube},
            "mdcr": {"kept": 3, "kept_always": 1, "dropped": of_mdcr},
        },
        "shards": {"a.jsonl": read},
    }


def test_csfcube_needs_the_selection(tmp_path):
    settings = {"duplicates": tmp_path, "filters": make_filters({"csfcube": {}}), "keep": ()}
    with pytest.raises(ValueError, match="selected"):
        filter_shards({}, "a", None, None, **settings, **DUCKDB_LIMITS, temp_directory=tmp_path)


def test_reads_id_files(tmp_path):
    (tmp_path / "a").write_bytes(b"\xef\xbb\xbf1\r\n\n 2 \n")
    (tmp_path / "b").write_text("2\n3")
    assert read_ids([tmp_path / "a", tmp_path / "b"]) == {"1", "2", "3"}
    with pytest.raises(UserError, match="absent"):
        read_ids([tmp_path / "absent"])
