"""Counts of what became of a source's rows."""

import csv
import json

from paperpool.public_corpora.metadata import COLUMNS, Account, write_accounts


def test_counts_add_up(tmp_path):
    account = Account(kept=2)
    account.dropped["repeated"] += 3
    account.quarantine("a", 7, "no_year", "x\ty\n" + 600 * "z" + "\udce9")
    account.quarantine("b", 0, "no_year", "\udce9")
    write_accounts({"papers": account}, {"more": 1}, tmp_path)
    assert json.loads((tmp_path / "counts.json").read_text()) == {
        "papers": {
            "read": 7,
            "kept": 2,
            "dropped": {"repeated": 3},
            "quarantined": {"no_year": 2},
        },
        "more": 1,
    }
    with (tmp_path / "quarantine.csv").open(newline="") as file:
        header, first, second = csv.reader(file)
    assert tuple(header) == COLUMNS
    assert first == ["papers", "a", "7", "no_year", "x y " + 496 * "z"]
    assert second[-1] == "?"
