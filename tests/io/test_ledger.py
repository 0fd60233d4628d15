"""The ledger of published scores: as generated, with a reason for each that is not met."""

from collections import Counter

import pytest


@pytest.fixture(scope="module")
def ledger(load_program):
    return load_program("docs/tables/ledger/make_ledger.py")


@pytest.fixture(scope="module")
def rows(ledger):
    return ledger.read_rows("ledger/ledger.csv")


def test_it_is_as_generated(ledger, rows, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["make_ledger.py", "--check"])
    assert ledger.main() == 0, "make tables"
    assert capsys.readouterr().out.startswith(f"{len(rows)} published scores: ")


def test_each_figure_stands_once_with_a_source_and_a_reason(rows):
    assert len(rows) == len({(row["of"], row["run"], row["figure"]) for row in rows}) >= 200
    assert {row["status"] for row in rows} == {"ok", "close", "failed"}
    assert all(row["source"] and row["command"] for row in rows)
    assert all((row["status"] == "ok") == (not row["reason"]) for row in rows)


def test_released_rankings_and_submissions_have_their_printed_figures(rows):
    specter = [row["status"] for row in rows if row["run"] == "SPECTER"]
    assert specter == ["ok"] * 20
    submitted = Counter(row["status"] for row in rows if "submissions" in row["of"])
    assert submitted == {"ok": 209, "close": 4}


@pytest.mark.parametrize(
    ("ours", "published", "decimals", "status"),
    [
        (0.53284, "0.5328", 4, "ok"),
        (0.53286, "0.5328", 4, "close"),
        (0.1349, "0.135", 3, "ok"),
        (9.92, "9.8", "printed", "failed"),
        (124.88, "124.9", "printed", "ok"),
    ],
)
def test_a_figure_is_judged_by_its_printed_digits(ledger, ours, published, decimals, status):
    group = {"decimals": decimals, "close": 0.02, "reasons": {"all": "why"}}
    reason = "" if status == "ok" else "why"
    assert ledger.judge(group, "mine", ours, published) == (status, reason)
