"""Naming shards and reading one into tables."""

import json

import pyarrow.parquet as pq
import pytest

from paperpool.errors import UserError
from paperpool.io import parquet_files, streams, tables
from paperpool.workflow.corpus.shards import EDGES, READABLE, ReadShard, read_shards

from ..made.shards import encode, make_row


def files_in(folder):
    tables = [folder / f"{name}.parquet" for name in ("papers", "citations", "quarantine")]
    return ReadShard(*tables, folder / "summary.json")


def test_reads_papers_edges_and_bad_rows(tmp_path, monkeypatch):
    monkeypatch.setattr(parquet_files, "GROUP_BYTES", 200)
    rows = [
        make_row("1", outbound_citations=["5", "1", "4", "5"]),
        make_row("2", mag_field_of_study=None, title=None, abstract=" ", year=None),
        make_row("3", outbound_citations=["1"], inbound_citations=["1", "1"]),
    ]
    written = [encode(rows[0]), b"", b"{\xff", encode(rows[1]), b"[]", encode(rows[2])]
    (tmp_path / "a.jsonl").write_bytes(b"\n".join(written))
    files = files_in(tmp_path)
    read_shards({"x/a": tmp_path / "a.jsonl"}, files)

    papers = pq.read_table(files.papers)
    assert papers.schema == READABLE
    assert papers["line"].to_pylist() == [1, 4, 6]
    assert papers["fields"].to_pylist() == [["Computer Science"], [], ["Computer Science"]]
    assert papers["n_outbound"].to_pylist() == [4, 0, 1]
    assert papers["n_inbound"].to_pylist() == [3, 3, 2]
    edges = pq.read_table(files.citations)
    assert edges.schema == EDGES
    expected = [("1", "4", 1), ("1", "5", 1), ("3", "1", 6)]
    assert [tuple(row.values()) for row in edges.to_pylist()] == expected
    bad = pq.read_table(files.quarantine)
    assert bad.schema == tables.QUARANTINE
    expected = [
        ("x/a", 3, "invalid_utf8", None, "{\ufffd"),
        ("x/a", 5, "not_an_object", None, "[]"),
    ]
    assert [tuple(row.values()) for row in bad.to_pylist()] == expected
    expected = {"read": 5, "readable": 3, "quarantined": {"invalid_utf8": 1, "not_an_object": 1}}
    assert json.loads(files.summary.read_text()) == expected


def test_batches_change_nothing_but_row_groups(tmp_path, monkeypatch):
    (tmp_path / "a").write_bytes(b"\n".join(encode(make_row(str(n))) for n in range(50)))
    read_shards({"a": tmp_path / "a"}, files_in(tmp_path / "whole"))
    monkeypatch.setattr(parquet_files, "GROUP_BYTES", 1000)
    monkeypatch.setattr(streams, "BLOCK_BYTES", 1000)
    read_shards({"a": tmp_path / "a"}, files_in(tmp_path / "parts"))
    assert pq.ParquetFile(tmp_path / "parts" / "papers.parquet").num_row_groups > 5
    for name in ("papers", "citations", "quarantine"):
        whole, parts = (pq.read_table(tmp_path / d / f"{name}.parquet") for d in ("whole", "parts"))
        assert whole.equals(parts)


def test_can_fail_at_the_first_bad_row(tmp_path):
    (tmp_path / "a").write_bytes(encode(make_row()) + b"\n\n[]\nnot json\n")
    with pytest.raises(UserError) as caught:
        read_shards({"x/a": tmp_path / "a"}, files_in(tmp_path / "out"), on_bad_row="fail")
    message = str(caught.value)
    assert all(part in message for part in ("x/a", "line 3", "not_an_object", "Hint:"))
    assert list((tmp_path / "out").iterdir()) == []
