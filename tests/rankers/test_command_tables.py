"""What a command reads: every candidate to rank and no grade."""

import dataclasses

import pyarrow.parquet as pq

from paperpool.rankers.command import WRITERS, candidate_table, query_table

COLUMNS = ["query_id", "facet", "title", "abstract", "facet_text"]


def test_queries_are_the_judged_pairs(collection):
    table = query_table(collection)
    rows = table.to_pylist()
    assert table.column_names == COLUMNS
    assert [(row["query_id"], row["facet"]) for row in rows] == collection.pairs()
    assert rows[0] == {
        "query_id": "q1",
        "facet": "background",
        "title": "On topic0",
        "abstract": "The background of topic0 in q1. The objective of topic0 in q1. "
        "The method of topic0 in q1. The result of topic0 in q1.",
        "facet_text": "The background of topic0 in q1. The objective of topic0 in q1.",
    }


def test_candidates_are_those_to_rank_with_their_own_sentences_of_the_facet(collection):
    table = candidate_table(collection)
    rows = table.to_pylist()
    assert table.column_names == [*COLUMNS[:2], "candidate_id", *COLUMNS[2:]]
    keys = [(row["query_id"], row["facet"], row["candidate_id"]) for row in rows]
    assert keys == sorted(keys)
    assert keys == [(*p, c) for p in collection.pairs() for c in collection.rankable(*p)]
    assert not {("q4", "method", "q4"), ("q1", "method", "u")} & set(keys)
    row = rows[keys.index(("q1", "method", "c3"))]
    paper = collection.papers["c3"]
    assert (row["title"], row["abstract"]) == (paper.title, paper.abstract)
    assert row["facet_text"] == paper.sentences[2]


def test_text_and_parquet_hold_the_same_rows(collection, tmp_path):
    for word, (make, write) in WRITERS.items():
        write(tmp_path / word, make(collection))
    for word in ("queries", "candidates"):
        header, *lines = (tmp_path / f"{word}_tsv").read_text().splitlines()
        names = header.split("\t")
        rows = [dict(zip(names, line.split("\t"), strict=True)) for line in lines]
        assert rows == pq.read_table(tmp_path / word).to_pylist()


def test_tabs_line_ends_and_other_controls_become_spaces_in_text_alone(collection, tmp_path):
    odd = 'a\tb\nc\r\nd\x00e\x85f\u2028g"h'
    papers = {**collection.papers, "c3": dataclasses.replace(collection.papers["c3"], title=odd)}
    changed = dataclasses.replace(collection, papers=papers)
    for word, (make, write) in WRITERS.items():
        write(tmp_path / word, make(changed))
    lines = (tmp_path / "candidates_tsv").read_bytes().decode().splitlines()
    assert len(lines) == 1 + candidate_table(changed).num_rows
    assert {line.split("\t")[3] for line in lines if "\tc3\t" in line} == {'a b c  d e f g"h'}
    assert odd in pq.read_table(tmp_path / "candidates").column("title").to_pylist()
