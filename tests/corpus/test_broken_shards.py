"""Shards that cannot be read to their end: refused all at once, or kept with every row counted."""

import bz2
import gzip
import json
import logging
from pathlib import Path

import pytest

from paperpool.errors import UserError
from paperpool.workflow.corpus.broken_shards import list_broken, refuse_broken

from ..made.corpus_stage import run_corpus
from ..made.shards import encode, make_abstract, make_citation, make_paper, make_released, make_row

NONE = {"none": {}}

CUT, CHECKSUM, HEADER, NO_GZIP, ZEROS, EMPTY = (
    "its gzip data is cut short",
    "its checksum does not match",
    "its gzip header is damaged",
    "it is neither gzip data nor text",
    "it holds zeros alone",
    "it has no bytes",
)


def pack(rows):
    """Return rows as gzip data."""
    return gzip.compress(b"".join(encode(row) + b"\n" for row in rows), mtime=0)


def flip(data, place):
    """Return data with the bits of one byte flipped."""
    changed = bytearray(data)
    changed[place] ^= 0xFF
    return bytes(changed)


def break_shards(rows):
    """Return broken shards of ``rows`` by name: bytes, fault, rows got and quarantined."""
    whole, n = pack(rows), len(rows)
    return {
        "checksum.gz": (flip(whole, -6), CHECKSUM, n, 1),
        "checksum.jsonl": (flip(whole, -6), CHECKSUM, n, 1),
        "cut.gz": (whole[:-8], CUT, n, 1),
        "early.gz": (whole[:11], CUT, 0, 1),
        "empty.gz": (b"", EMPTY, 0, 0),
        "empty.jsonl": (b"", EMPTY, 0, 0),
        "header.gz": (flip(whole, 2), HEADER, 0, 1),
        "magic.gz": (flip(whole, 0), NO_GZIP, 0, 1),
        "other.gz": (bz2.compress(whole), "it is bzip2 data", 0, 1),
        "other.jsonl": (bz2.compress(whole), "it is bzip2 data", 0, 1),
        "zeros.gz": (bytes(999), ZEROS, 0, 1),
        "zeros.jsonl": (bytes(999), ZEROS, 0, 1),
    }


def number(made, first, n):
    """Return rows of n ids from ``first`` on."""
    return [made(first + i) for i in range(n)]


MADE = {
    "metadata": lambda i: make_row(str(i)),
    "released": lambda i: make_released(str(i)),
}
NAMES = list(break_shards([make_row()]))


@pytest.mark.parametrize("kind", MADE)
def test_every_break_is_told_in_one_error_or_counted(kind, tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    broken = {
        name: break_shards(number(MADE[kind], 100 * place, 3))[name]
        for place, name in enumerate(NAMES)
    }
    (folder / "whole.gz").write_bytes(pack(number(MADE[kind], 5000, 2)))
    for name, (data, *_) in broken.items():
        (folder / name).write_bytes(data)
    shards = sorted(folder.iterdir())
    released = [path.name for path in shards] if kind == "released" else []
    with pytest.raises(UserError) as raised:
        run_corpus(shards, tmp_path / "fail", released=released, on_bad_shard="fail")
    assert [problem.where for problem in raised.value.problems] == [
        str(folder / name) for name in broken
    ]
    for problem, (data, why, got, _) in zip(raised.value.problems, broken.values(), strict=True):
        assert f": {why}; " in problem.what
        assert f" of {len(data):,} bytes read, rows got: {got}." in problem.what
    assert [bool(p.hint) for p in raised.value.problems] == [False] * 11 + [True]

    stage = run_corpus(shards, tmp_path / "keep", released=released, filters=NONE)
    assert list(stage.summary["broken_shards"]) == list(broken)
    for name, (data, why, got, bad) in broken.items():
        counts = stage.summary["shards"][name]
        assert counts["read"] == counts["readable"] + sum(counts["quarantined"].values())
        assert (counts["readable"], counts["quarantined"]) == (got, {"truncated": 1} if bad else {})
        told = stage.summary["broken_shards"][name]
        assert (told["why"], told["bytes"], told["rows"]) == (why, len(data), got)
        assert 0 <= told["bytes_read"] <= len(data)
    assert stage.summary["read"] == stage.summary["readable"] + len(stage.quarantine)
    assert len(stage.ids) == stage.summary["readable"] == 3 * 3 + 2


@pytest.mark.parametrize("dataset", ["papers", "abstracts", "citations"])
def test_every_break_of_a_bulk_dataset_is_told_or_counted(dataset, run_bulk_stage):
    rows = {
        "papers": number(make_paper, 1, 3),
        "abstracts": number(make_abstract, 1, 3),
        "citations": [make_citation(1, i) for i in (2, 3, 4)],
    }
    broken = {f"{dataset}/{name}": case for name, case in break_shards(rows[dataset]).items()}
    shards = {name: {"whole.gz": of_dataset} for name, of_dataset in rows.items()}
    shards[dataset] |= {name.partition("/")[2]: case[0] for name, case in broken.items()}
    with pytest.raises(UserError) as raised:
        run_bulk_stage(**shards, on_bad_shard="fail")
    where = [Path(problem.where) for problem in raised.value.problems]
    assert [f"{path.parent.name}/{path.name}" for path in where] == list(broken)

    stage = run_bulk_stage(**shards, filters=NONE)
    assert list(stage.summary["broken_shards"]) == list(broken)
    parts = stage.summary if dataset == "papers" else stage.summary["bulk"][dataset]
    repeated = {}
    for name, (_, why, got, bad) in broken.items():
        counts, told = parts["shards"][name], stage.summary["broken_shards"][name]
        assert counts["read"] == counts["readable"] + sum(counts["quarantined"].values())
        assert counts["read"] == got + bad and (told["why"], told["rows"]) == (why, got)
        assert counts["quarantined"].get("truncated", 0) == bad and "broken" not in counts
        repeated[name] = counts["quarantined"].get("duplicate_id", 0)
    assert sum(repeated.values()) == (6 if dataset == "papers" else 0)  # of three with the same ids
    assert stage.ids == ["1", "2", "3"]


def test_text_named_gz_and_gzip_data_that_is_not_are_read_with_a_line(run_stage, caplog):
    rows = {name: [make_row(name), make_row(f"{name}2")] for name in "abc"}
    lines = {name: b"".join(encode(row) + b"\n" for row in of_one) for name, of_one in rows.items()}
    with caplog.at_level(logging.WARNING, "paperpool"):
        stage = run_stage(
            {
                "a.jsonl.gz": lines["a"],
                "b.jsonl": gzip.compress(lines["b"], mtime=0),
                "c.jsonl": lines["c"],
                "d.jsonl.gz": gzip.compress(b"", mtime=0),
            },
            filters=NONE,
            on_bad_shard="fail",
        )
    assert stage.ids == ["a", "a2", "b", "b2", "c", "c2"] and stage.quarantine == []
    assert "broken_shards" not in stage.summary
    [message] = [record.getMessage() for record in caplog.records]
    assert message.endswith("a.jsonl.gz is named .gz but holds plain text: it is read as text.")


def test_a_break_is_no_bad_row_but_bad_rows_before_it_are(run_stage):
    stage = run_stage({"a.gz": pack([make_row()])[:-8]}, on_bad_row="fail", filters=NONE)
    assert (stage.ids, stage.bad) == (["1"], [("a.gz", 2, "truncated")])
    with pytest.raises(UserError, match="line 2"):
        run_stage({"a.gz": pack([make_row(), []])[:-8]}, on_bad_row="fail")


def test_what_broke_is_read_again_once_it_is_replaced(tmp_path):
    counts = {"read": 0, "readable": 0, "quarantined": {}}
    broken = {"broken": {"file": "in/b.gz", "why": EMPTY, "bytes_read": 0, "bytes": 0}}
    summaries = {"a": counts, "b": counts | broken}
    paths = {name: tmp_path / name for name in summaries}
    for name, path in paths.items():
        path.write_text(json.dumps(summaries[name]))
    before = paths["a"].stat().st_mtime
    for _ in range(2):  # a job may be tried again
        with pytest.raises(UserError, match=r"has no bytes(?s:.*)in/b\.gz(?s:.*)on_bad_shard"):
            refuse_broken(paths.values())
    assert paths["b"].stat().st_mtime == 1 and paths["a"].stat().st_mtime == before
    refuse_broken([paths["a"]])


def test_the_log_has_all_of_more_than_an_error_can_name(tmp_path, caplog):
    for n in range(200):
        broken = {"file": f"in/{n}.gz", "why": CUT, "bytes_read": 9, "bytes": 9}
        summary = {"read": 1, "readable": 1, "quarantined": {}, "broken": broken}
        (tmp_path / f"{n:03}").write_text(json.dumps(summary))
    with caplog.at_level(logging.INFO, "paperpool"), pytest.raises(UserError) as raised:
        refuse_broken(sorted(tmp_path.iterdir()))
    assert len(raised.value.problems) == len(caplog.records) == 200
    assert len(str(raised.value)) < 4096 and "more problems." in str(raised.value)
    assert "in/199.gz" in caplog.text


def test_the_closing_lines_name_some_and_count_the_others():
    one = {"why": CUT, "bytes_read": 1000, "bytes": 2000, "rows": 1500}
    assert list_broken({}) == []
    title, first, *_, last = lines = list_broken({f"{n}.gz": one for n in range(1005)}, limit=3)
    assert len(lines) == 5 and "could not be read to the end: 1,005." in title
    assert first == f"  0.gz: {CUT}; 1,000 of 2,000 bytes read, rows got: 1,500"
    assert last == "  and 1,002 more, which corpus/summary.json lists"
