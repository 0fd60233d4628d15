"""Shards that break: all in one error, read again once replaced, or kept and repeated last."""

import gzip
import json
import os

from ..made.shards import (
    encode,
    make_abstract,
    make_citation,
    make_paper,
    make_row,
    write_shard,
)


def cut(path, rows, n):
    """Write rows as gzip data without its last ``n`` bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(b"".join(encode(row) + b"\n" for row in rows), mtime=0)[:-n])


def test_broken_shards_are_told_at_once_and_read_again_or_kept(workplace):
    folder = workplace.folder / "in"
    rows = [make_row(str(n)) for n in range(9)]
    cut(folder / "a.jsonl.gz", rows[:3], 8)
    write_shard(folder / "b.jsonl.gz", rows[3:6])
    write_shard(folder / "papers/p.gz", [make_paper(20)])
    write_shard(folder / "abstracts/p.gz", [make_abstract(20)])
    cut(folder / "citations/p.gz", [make_citation(20, 1)], 8)
    bulk = {dataset: [f"in/{dataset}/*.gz"] for dataset in ("papers", "abstracts", "citations")}
    content = {"run": "broken", "data": {"s2orc": ["in/*.jsonl.gz", bulk]}}

    failed = workplace.fail("corpus", **content, corpus={"filters": ["none"]})
    heading, *lines = failed.last_lines(6)
    assert heading.startswith("find_repeated_abstracts failed (log: ")
    for what, where, name, n in ((*lines[:2], "a.jsonl", 3), (*lines[2:4], "citations/p", 1)):
        assert what.startswith("The shard cannot be read to the end: its gzip data is cut short; ")
        assert what.endswith(f"bytes read, rows got: {n}.") and where == f"  Where: in/{name}.gz"
    assert lines[4].startswith("  Hint: ") and "corpus.on_bad_shard" in lines[4]
    assert not (workplace.folder / "results/broken/corpus/papers").exists()

    write_shard(folder / "a.jsonl.gz", rows[:3])
    os.utime(folder / "a.jsonl.gz", (10**9, 10**9))  # older than what was read of the broken one
    keep = {"filters": ["none"], "on_bad_shard": "keep"}
    done = workplace.run("corpus", **content, corpus=keep)
    assert done.jobs()["read_shard"] == 1
    lines = done.last_lines(8)
    place = next(i for i, line in enumerate(lines) if "not be read to the end: 1." in line)
    assert lines[place + 1].startswith("  citations/p.gz: its gzip data is cut short; ")
    summary = json.loads((workplace.folder / "results/broken/corpus/summary.json").read_text())
    assert (summary["read"], summary["readable"], summary["quarantined"]) == (7, 7, {})
    assert summary["bulk"]["citations"]["quarantined"] == {"truncated": 1}
    assert list(summary["broken_shards"]) == ["citations/p.gz"]
