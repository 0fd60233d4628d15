"""Rows of metadata as a source of ``data.s2orc``."""

import csv
import json

from paperpool.public_corpora.metadata import (
    COLUMNS,
    Account,
    fold_spaces,
    format_row,
    group_edges,
    write_accounts,
    write_shards,
)
from paperpool.workflow.corpus.rows import parse_row


def test_a_row_has_the_keys_of_the_released_sample(real_data, read_corpus):
    sample = read_corpus(real_data("s2orc-sample"), 1)[0]
    row = format_row(5, None, None, 2000, "Physics", cites=[30, 4])
    without_pdf = next(one for one in sample if not one["has_pdf_parse"])
    assert list(row) == list(without_pdf)
    parsed = parse_row(json.dumps(row).encode())
    assert (parsed.paper_id, parsed.outbound, parsed.inbound) == ("5", ["4", "30"], [])


def test_shards_of_an_earlier_corpus_are_removed(tmp_path, read_corpus):
    rows = [format_row(n, "t", None, 2000, "Physics") for n in range(3)]
    assert write_shards(tmp_path, [rows[:1], rows[1:], []]) == 3
    assert [len(shard) for shard in read_corpus(tmp_path, 3)] == [1, 2, 0]
    assert write_shards(tmp_path, [rows]) == 3
    assert [path.name for path in (tmp_path / "metadata").iterdir()] == ["metadata_0.jsonl.gz"]


def test_edges_are_grouped_from_both_ends():
    cites, cited_by = group_edges([(1, 2), (3, 2), (1, 3)])
    assert (cites, cited_by) == ({1: [2, 3], 3: [2]}, {2: [1, 3], 3: [1]})


def test_white_space_is_folded():
    assert fold_spaces(" a\n\t b ") == "a b"
    assert fold_spaces(" \n") is None


def test_counts_add_up(tmp_path):
    account = Account(kept=2)
    account.dropped["repeated"] += 3
    account.quarantine("a", 7, "no_year", "x\ty\n" + 600 * "z" + "\udce9")
    account.quarantine("b", 0, "no_year", "\udce9")
    write_accounts({"papers": account}, {"more": 1}, tmp_path)
    assert json.loads((tmp_path / "counts.json").read_text()) == {
        "papers": {"read": 7, "kept": 2, "dropped": {"repeated": 3}, "quarantined": {"no_year": 2}},
        "more": 1,
    }
    with (tmp_path / "quarantine.csv").open(newline="") as file:
        header, first, second = csv.reader(file)
    assert tuple(header) == COLUMNS
    assert first == ["papers", "a", "7", "no_year", "x y " + 496 * "z"]
    assert second[-1] == "?"
