"""HEP-TH, from files in SNAP's formats."""

import gzip
import json

import pytest

from paperpool.errors import UserError
from paperpool.public_corpora.hepth import (
    Abstract,
    parse_abstract,
    read_abstracts,
    read_edges,
    write_hepth,
)
from paperpool.public_corpora.metadata import Account

from ..made.sources import pack, write_hepth_source

FILE = b"""------------------------------------------------------------------------------
\\\\
Paper: hep-th/0001001
From: A <a@b>
Title: A
 long  title
Title: another
Journal-ref: Phys.  Lett.
  B 1
\\\\
  It is shown: by \\\\
means \\\\ of  strings \xe9.
\\\\
\\\\
"""


def test_the_parts_of_a_file():
    assert parse_abstract(FILE) == Abstract(
        "A long title", "Phys.  Lett. B 1", "It is shown: by \\\\ means \\\\ of strings é."
    )
    assert parse_abstract(FILE.replace(b"Title: A", b"Subject: A")).title == "another"
    assert parse_abstract(b"\\\\\nPaper: x\n\\\\\n\\\\\n") == Abstract(None, None, None)
    assert parse_abstract(b"\\\\\nTitle: x\n\\\\\ncut short") is None


def test_real_papers_come_back_as_they_were(hepth_rows, tmp_path, read_corpus):
    assert len(hepth_rows) == 2463
    assert sum(len(row["outbound_citations"]) for row in hepth_rows) > 1000
    source = write_hepth_source(tmp_path / "source", hepth_rows[::-1])
    write_hepth(*source, tmp_path)
    shards = read_corpus(tmp_path, 4)
    assert [len(shard) for shard in shards] == [615, 616, 616, 616]
    assert [row for shard in shards for row in shard] == hepth_rows
    counts = json.loads((tmp_path / "counts.json").read_text())
    papers = {"read": 2463, "kept": 2463, "dropped": {}, "quarantined": {}}
    assert counts["papers"] == papers
    n_edges = sum(len(row["outbound_citations"]) for row in hepth_rows)
    assert counts["citations"] == {**papers, "read": n_edges, "kept": n_edges}


def test_odd_files_of_papers_are_counted(tmp_path):
    files = [("0001001.abs", FILE), ("a/b/0001001.abs", FILE), ("../9912001.abs", FILE)]
    files += [("x.abs", FILE), ("9201001.abs", b"no paper"), ("README", b"x")]
    pack(tmp_path / "a.tar.gz", files)
    account = Account()
    assert list(read_abstracts(tmp_path / "a.tar.gz", account)) == [1001, 9912001]
    assert account.summary() == {
        "read": 5,
        "kept": 2,
        "dropped": {"repeated": 1},
        "quarantined": {"no_number": 1, "not_three_rules": 1},
    }
    assert list(tmp_path.iterdir()) == [tmp_path / "a.tar.gz"]  # nothing was unpacked


def test_odd_edges_are_counted(tmp_path):
    lines = ["# a comment", "1\t2", "1\t2", "2\t2", "2\t9", "3 1\r", "x\t1", "1", ""]
    (tmp_path / "e.txt.gz").write_bytes(gzip.compress("\n".join(lines).encode(), mtime=0))
    account = Account()
    assert read_edges(tmp_path / "e.txt.gz", [1, 2, 3], account) == [(1, 2), (3, 1)]
    assert account.summary() == {
        "read": 7,
        "kept": 2,
        "dropped": {"repeated": 1, "self_citation": 1, "unknown_paper": 1},
        "quarantined": {"no_edge": 2},
    }
    assert [place for _, place, _, _ in account.quarantined] == [7, 8]


def test_a_broken_archive_leaves_no_corpus(tmp_path):
    pack(tmp_path / "a.tar.gz", [("0001001.abs", FILE)])
    whole = (tmp_path / "a.tar.gz").read_bytes()
    (tmp_path / "a.tar.gz").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "e.txt").write_text("1\t2\n")
    with pytest.raises(UserError, match="Not a whole archive"):
        write_hepth(tmp_path / "a.tar.gz", tmp_path / "e.txt", tmp_path / "out")
    assert not (tmp_path / "out").exists()
