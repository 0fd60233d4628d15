"""Tables of any format: recognised, checked against the named columns, told of in the log."""

import gzip
import json
import logging
import zlib

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from paperpool.errors import UserError
from paperpool.workflow.corpus.own_tables.reading import read_excerpts, read_rows
from paperpool.workflow.corpus.own_tables.tables import find_format
from paperpool.workflow.corpus.quarantined_rows import write_quarantine
from paperpool.workflow.corpus.shards import ReadShard, read_shards
from paperpool.workflow.corpus.sources import TABLE

from ...made.own_tables import PAPERS, read_all, write_csv, write_json_lines, write_parquet

RIS = "".join(
    f"TY  - JOUR\r\nID  - {paper_id}\r\nTI  - {title}\r\nAB  - {abstract}\r\nER  - \r\n\r\n"
    for paper_id, title, abstract in PAPERS
)
BIBTEX = "".join(
    f"@article{{{paper_id},\n title = {{{title}}},\n abstract = {{{abstract}}}\n}}\n"
    for paper_id, title, abstract in PAPERS
)


@pytest.mark.parametrize(
    ("name", "write", "lines"),
    [
        ("a.csv", write_csv, [2, 3, 5]),
        ("a.jsonl.gz", write_json_lines, [1, 2, 3]),
        ("a.ndjson", write_json_lines, [1, 2, 3]),
        ("a.parquet", write_parquet, [1, 2, 3]),
        ("a.ris", lambda path: path.write_text(RIS) and path, [1, 7, 14]),
        ("a.bib", lambda path: path.write_text(BIBTEX) and path, [1, 5, 10]),
    ],
)
def test_every_format_gives_the_same_papers(tmp_path, name, write, lines):
    path = write(tmp_path / name)
    rows, places, bad = read_all(path)
    found = [(row.paper_id, row.title, (row.abstract or "").split()) for row in rows]
    assert found == [(paper_id, title, text.split()) for paper_id, title, text in PAPERS]
    assert (places, bad) == (lines, [])
    assert all(row.fields is row.outbound is row.inbound is row.year is None for row in rows)
    [(line, text)] = read_excerpts(path, {}, lines[1:2], 100_000)
    assert line == lines[1] and "p2" in text


def test_content_goes_before_the_name(tmp_path):
    path = write_parquet(tmp_path / "a.csv")
    assert find_format(path) == "Parquet"
    path.write_text(RIS)
    assert find_format(path) == "RIS"
    path.write_text("% comment\n" + BIBTEX)
    assert find_format(path.rename(tmp_path / "a.bib")) == "BibTeX"


@pytest.mark.parametrize(
    ("content", "what", "hint"),
    [
        (b"<!DOCTYPE html>\n<html>", "an HTML page", "Get the file again"),
        (b'[{"id": 1}]', "one JSON array", "jq -c"),
        (b'{\n "id": 1}', "an object over several lines", "jq -c"),
        (b"PK\x03\x04", "a zip archive", "CSV UTF-8"),
        ("id,title\n".encode("utf-16-le"), "UTF-16", "Save it as UTF-8"),
        (b"version https://git-lfs.github.com/spec/v1\n", "Git LFS", "git lfs pull"),
    ],
)
def test_what_is_no_table_is_named(tmp_path, content, what, hint):
    (tmp_path / "a.csv").write_bytes(content)
    with pytest.raises(UserError) as caught:
        find_format(tmp_path / "a.csv")
    [problem] = caught.value.problems
    assert what in problem.what and hint in problem.hint


def test_columns_that_are_not_there_are_named_at_once_with_those_that_are(tmp_path):
    path = write_csv(tmp_path / "a.csv", header=["record_id", "title", "title"])
    with pytest.raises(UserError) as caught:
        read_all(path, {"id": "record", "year": "Year"})
    found = [(problem.what, problem.hint) for problem in caught.value.problems]
    assert [what for what, _ in found] == [
        "a.csv has no column 'record'.",
        "a.csv has 2 columns 'title'.",
        "a.csv has no column 'abstract'.",
        "a.csv has no column 'Year'.",
    ]
    assert found[0][1].startswith("Did you mean 'record_id'? Its columns: record_id, title")
    assert found[2][1].endswith("Say which one it is: `abstract: COLUMN`.")


def test_the_log_tells_what_was_recognised_and_what_is_odd(tmp_path, caplog):
    caplog.set_level(logging.INFO, "paperpool")
    rows = [("1.0", "a", "in press", ""), ("2.0", "b", "2001.0", ""), ("3", "c", "", "")]
    header = ["id", "title", "year", "abstract"]
    path = write_csv(tmp_path / "a.csv", rows, "cp1252", ";", header)
    found, _, _ = read_all(path, {"year": "year"})
    assert [row.year for row in found] == [None, 2001, None]
    told, odd, decimal, empty = caplog.messages
    assert "is CSV, separated by semicolons, UTF-8. Columns taken: id: id; title: title" in told
    assert "1 value of year not understood" in odd and odd.endswith("the first: in press.")
    assert "2 ids end in .0 as 1.0 does" in decimal
    assert empty.endswith("no paper has a value in abstract.")


def test_a_field_without_a_value_is_told_of_and_a_key_may_come_late(tmp_path, caplog):
    (tmp_path / "a.ris").write_text("TY  - JOUR\nID  - 1\nTI  - A\nAB  - B\nER  - \n")
    read_all(tmp_path / "a.ris", {"fields": "KWX"})
    assert caplog.messages[-1].endswith("no paper has a value in KWX.")
    rows = [{"id": str(number), "title": "a", "abstract": "b"} for number in range(150)]
    rows[-1]["doi"] = "10.1/x"
    (tmp_path / "a.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    found, _, bad = read_all(tmp_path / "a.jsonl", {"doi": "doi"})
    assert bad == [] and found[-1].doi == "10.1/x"


def test_a_damaged_file_gives_its_rows_and_its_tail(tmp_path):
    path = write_json_lines(tmp_path / "a.jsonl.gz", PAPERS * 5000)
    path.write_bytes(path.read_bytes()[:-2000])
    batches = list(read_rows(path, {}))
    assert batches[-1].tail and batches[-1].bad[-1].reason == "truncated"
    path = write_parquet(tmp_path / "a.parquet")
    path.write_bytes(path.read_bytes()[:-9])
    [batch] = read_rows(path, {})
    assert batch.tail and batch.bad == [(1, "truncated", "", None)]


@pytest.mark.parametrize(
    ("name", "text", "end"), [("a.ris.gz", RIS, "ER  - \r\n"), ("a.bib.gz", BIBTEX, "\n}\n")]
)
def test_damage_loses_no_record_before_it(tmp_path, name, text, end):
    stored = gzip.compress(text.encode(), compresslevel=0, mtime=0)
    for n_bytes in range(40, len(stored) - 8, 7):
        (tmp_path / name).write_bytes(stored[:n_bytes])
        rows, _, bad = read_all(tmp_path / name)
        readable = zlib.decompressobj(wbits=31).decompress(stored[:n_bytes])
        assert len(rows) == readable.count(end.encode()), readable
        assert [reason for _, reason, _ in bad] == ["truncated"]


@pytest.mark.parametrize(
    ("name", "start", "end"),
    [("a.ris", "TY  - JOUR\nAB  - ", "ER  - \n"), ("a.bib", "@article{k,\nabstract = {", "}}\n")],
)
def test_a_record_of_too_many_lines_is_one_bad_row(tmp_path, name, start, end):
    one = {"a.ris": RIS, "a.bib": BIBTEX}[name]
    (tmp_path / name).write_text(one + start + "word\n" * 1000 + end + one)
    rows, _, bad = read_all(tmp_path / name, most=4000)
    assert [row.paper_id for row in rows] == ["p1", "p2", "p3"] * 2
    assert bad == [(one.count("\n") + 1, "too_large", None)]


def test_parquet_that_is_damaged_within_gives_the_row_groups_before(tmp_path):
    columns = {name: [f"{name} {n}" for n in range(4000)] for name in ("id", "title", "abstract")}
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table(columns), path, row_group_size=1000)
    data = bytearray(path.read_bytes())
    third = pq.read_metadata(path).row_group(2).column(0).dictionary_page_offset
    data[third : third + 200] = b"\xff" * 200
    path.write_bytes(data)
    rows, _, bad = read_all(path)
    assert [row.paper_id for row in rows] == columns["id"][:2000]
    assert bad == [(2001, "truncated", None)]


@pytest.mark.parametrize("write", [write_csv, write_parquet])
def test_a_repeated_row_is_quarantined_as_it_stands(tmp_path, write):
    path = write(tmp_path / "papers", [*PAPERS, PAPERS[1]], header=["key", "name", "summary"])
    columns = {"id": "key", "title": "name", "abstract": "summary"}
    files = ReadShard(*(tmp_path / name for name in ("papers.parquet", "edges", "bad", "counts")))
    read_shards({"a": path}, files, kind=TABLE, columns=columns)
    [repeated] = pq.read_table(files.papers)["line"].to_numpy()[3:]
    for shard, shown in ((path, "and goes on"), (None, "p2")):
        args = (files, tmp_path / "all", np.array([repeated]), 100_000, columns)
        write_quarantine({"a": shard}, *args)
        [row] = pq.read_table(tmp_path / "all").to_pylist()
        assert (row["line"], row["reason"]) == (repeated, "duplicate_id")
        assert shown in row["text"]


def test_texts_that_cannot_be_stored_are_mended_in_cells_and_lists(tmp_path):
    table = pa.table(
        {"id": ["1"], "title": ["a\0b"], "abstract": ["c"], "topics": [["d\0e", "f"]], "n": [1.5]}
    )
    pq.write_table(table, tmp_path / "a.parquet")
    [row], _, bad = read_all(tmp_path / "a.parquet", {"topics": "topics", "venue": "n"})
    assert (row.title, row.topics, row.venue, bad) == ("a b", ["d e", "f"], "1.5", [])
    path = tmp_path / "a.jsonl"
    path.write_text(
        '{"id": "1", "title": "a\\u0000b", "abstract": "c\\ud800", "t": ["\\udc00d"]}\n'
    )
    [row], _, bad = read_all(path, {"topics": "t"})
    assert (row.title, row.abstract, row.topics, bad) == ("a b", "c\ufffd", ["\ufffdd"], [])


def test_excerpts_of_a_damaged_file_are_those_before_it(tmp_path):
    path = write_json_lines(tmp_path / "a.jsonl.gz", PAPERS * 5000)
    path.write_bytes(path.read_bytes()[:-2000])
    found = read_excerpts(path, {}, [1, 4, 15_000], 100_000)
    assert [line for line, _ in found] == [1, 4]


def test_a_key_that_a_line_lacks_is_named(tmp_path):
    path = tmp_path / "a.jsonl"
    rows = [{"id": 1, "title": "a", "abstract": "b"}, {"id": 2, "title": "a"}, [1], {"id": True}]
    path.write_text("\n".join(map(json.dumps, rows)))
    found, _, bad = read_all(path)
    assert [row.paper_id for row in found] == ["1"]
    assert bad[0] == (2, "missing_key", "abstract") and bad[1] == (3, "not_an_object", None)


def test_batches_are_bounded(tmp_path):
    path = write_csv(tmp_path / "a.csv", [(str(n), "t", "x" * 1000) for n in range(5500)])
    sizes = [len(batch.lines) for batch in read_rows(path, {})]
    assert max(sizes) <= 1000 and sum(sizes) == 5500
