"""The shards: the released schema, the same bytes every time, consistent citations."""

import gzip
import json
from collections import defaultdict

from paperpool.extras.demo.corpus_plan import Dirt
from paperpool.extras.demo.shards import write_shard

TYPES: dict[str, set[type]] = {
    "paper_id": {str},
    "title": {str, type(None)},
    "authors": {list},
    "abstract": {str, type(None)},
    "year": {int, type(None)},
    "arxiv_id": {str, type(None)},
    "acl_id": {str, type(None)},
    "pmc_id": {str, type(None)},
    "pubmed_id": {str, type(None)},
    "doi": {str, type(None)},
    "venue": {str, type(None)},
    "journal": {str, type(None)},
    "has_pdf_body_text": {bool},
    "mag_id": {str, type(None)},
    "mag_field_of_study": {list, type(None)},
    "outbound_citations": {list},
    "inbound_citations": {list},
    "has_outbound_citations": {bool},
    "has_inbound_citations": {bool},
    "has_pdf_parse": {bool},
    **{f"has_pdf_parsed_{p}": {bool} for p in "abstract body_text bib_entries ref_entries".split()},
    "s2_url": {str},
}
PARSED_ONLY = [key for key in TYPES if key.startswith("has_pdf_") and key != "has_pdf_parse"]


def test_the_same_bytes_twice_and_whatever_shards_are_written(tmp_path, plan):
    write_shard(plan, 1, 5, tmp_path / "a.gz")
    write_shard(plan, 3, 5, tmp_path / "between.gz")
    write_shard(plan, 1, 5, tmp_path / "b.gz")
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()
    parts = b""
    for shard in range(3):
        write_shard(plan, shard, 3, tmp_path / "third.gz")
        parts += gzip.decompress((tmp_path / "third.gz").read_bytes())
    write_shard(plan, 0, 1, tmp_path / "whole.gz")
    whole = (tmp_path / "whole.gz").read_bytes()
    assert gzip.decompress(whole) == parts
    assert whole[3] == 0 and whole[4:8] == bytes(4)  # the header has neither a name nor a time


def check_row(row):
    assert list(row) == [k for k in TYPES if row["has_pdf_parse"] or k not in PARSED_ONLY]
    assert all(type(row[key]) in TYPES[key] for key in row)


def test_rows_have_the_released_keys_and_types(rows):
    assert len(rows) == 3000
    for row in rows:
        check_row(row)
        assert all(list(a) == ["first", "middle", "last", "suffix"] for a in row["authors"])


def test_the_released_sample_has_the_same_keys_and_types(real_data):
    path = real_data("s2orc-sample") / "metadata" / "metadata_0.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            check_row(json.loads(line))


def test_inbound_citations_are_the_reverse_of_outbound_citations(rows):
    ids = {row["paper_id"] for row in rows}
    assert len(ids) == len(rows)
    inbound = defaultdict(set)
    n_outside = n_outbound = 0
    for row in rows:
        cited = row["outbound_citations"]
        assert len(set(cited)) == len(cited)
        n_outside += len(set(cited) - ids)
        n_outbound += len(cited)
        for paper_id in set(cited) & ids:
            inbound[paper_id].add(row["paper_id"])
    for row in rows:
        assert set(row["inbound_citations"]) == inbound[row["paper_id"]]
        assert len(row["inbound_citations"]) == len(inbound[row["paper_id"]])
        assert row["has_outbound_citations"] == bool(row["outbound_citations"])
        assert row["has_inbound_citations"] == bool(row["inbound_citations"])
    assert 0.03 < n_outside / n_outbound < 0.07


def test_nulls_come_where_they_are_planned(plan, rows):
    for row, dirt in zip(rows, plan.dirt, strict=True):
        assert (row["year"] is None) == (dirt == Dirt.NO_YEAR)
        assert (row["mag_field_of_study"] is None) == (dirt == Dirt.NO_FIELD)
        assert (row["title"] is None) == (dirt == Dirt.NO_TITLE)
        assert (row["abstract"] is None) == (dirt == Dirt.NO_ABSTRACT)


def test_computer_science_is_on_arxiv_and_partly_in_the_anthology(rows):
    cs = [row for row in rows if (row["mag_field_of_study"] or [""])[0] == "Computer Science"]
    assert sum(row["arxiv_id"] is not None for row in cs) / len(cs) > 0.75
    assert 0.08 < sum(row["acl_id"] is not None for row in cs) / len(cs) < 0.4
    for key in ("arxiv_id", "acl_id", "doi", "mag_id"):
        values = [row[key] for row in rows if row[key] is not None]
        assert len(set(values)) == len(values)
