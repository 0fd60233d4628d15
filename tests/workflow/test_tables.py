"""A table of one's own papers becomes a corpus; what is no corpus stops every call."""

import json

import pyarrow.parquet as pq

from ..made.own_tables import PAPERS, write_csv


def test_a_table_becomes_a_corpus(workplace):
    rows = [*PAPERS, ("p1", "Barley again", "Later."), ("", "No id", "Lost.")]
    header = ["record_id", "title", "abstract"]
    write_csv(workplace.folder / "papers.csv", rows, "cp1252", ";", header)
    source = {"table": "papers.csv", "id": "record_id"}
    done = workplace.run("corpus", run="own", data={"s2orc": [source]})
    assert "corpus.filters is [none], as a table of data.s2orc names no columns" in done.output

    corpus = workplace.folder / "results/own/corpus"
    summary = json.loads((corpus / "summary.json").read_text())
    assert (summary["read"], summary["kept"]) == (5, 3)
    assert summary["quarantined"] == {"missing_key": 1, "duplicate_id": 1}
    assert summary["missing_keys"] == {"record_id": 1}
    bad = pq.read_table(corpus / "quarantine.parquet").to_pylist()
    assert [(row["line"], row["reason"], row["key"]) for row in bad] == [
        (6, "duplicate_id", None),
        (7, "missing_key", "record_id"),
    ]
    assert bad[0]["text"] == "p1;Barley again;Later.\r\n"
    papers = pq.read_table(corpus / "papers/papers.csv.parquet")
    assert papers["title"].to_pylist() == ["Barley grows", "Café olé", "Rye"]
    for column in ("year", "fields", "n_outbound", "n_inbound"):
        assert papers[column].null_count == 3
    [log] = (workplace.folder / "results/own/logs/read_shard").iterdir()
    assert "is CSV, separated by semicolons, Windows-1252." in log.read_text()


def test_what_is_given_as_another_format_stops_every_call(workplace):
    write_csv(workplace.folder / "papers.jsonl")
    for _ in range(2):
        failed = workplace.fail("corpus", run="wrong", data={"s2orc": ["papers.jsonl"]})
        what, where, hint = failed.last_lines(3)
        assert what.startswith("No row could be read. The first one begins 'id,title,abstract")
        assert "JSON lines with paper_id, title, abstract. The file looks like CSV." in what
        assert where == "  Where: papers.jsonl, line 1"
        assert "{table: papers.jsonl, id: COLUMN" in hint and "corpus.on_bad_shard" in hint

    kept = {"on_bad_shard": "keep", "filters": ["none"]}
    for _ in range(2):
        failed = workplace.fail(
            "corpus", run="wrong", data={"s2orc": ["papers.jsonl"]}, corpus=kept
        )
        assert failed.last_lines(3)[0].startswith("No row could be read.")

    missing = {"table": "papers.jsonl", "title": "titel"}
    failed = workplace.fail("corpus", run="wrong", data={"s2orc": [missing]})
    assert "papers.jsonl has no column 'titel'." in failed.output
    assert "Where: data.s2orc.0.title" in failed.output and "Did you mean 'title'?" in failed.output
