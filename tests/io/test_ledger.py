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


def test_all_figures_of_the_cited_text_paper_that_need_no_model_are_there(rows):
    tables = Counter(row["of"] for row in rows if "Table" in row["of"] and "SciSumm" in row["of"])
    assert tables == {
        "CL-SciSumm, Table 2": 20,
        "CL-SciSumm, Table 3": 32,  # 44 with test papers of the variants with vectors of their own
        "CL-SciSumm, Table 4": 3,
        "CL-SciSumm, Table 4, reversed": 2,
        "CL-SciSumm, Table 5": 8,
    }
    assert not any("annotator" in row["run"] for row in rows)  # human agreement is counted by us


def test_a_key_and_the_value_may_stand_in_other_columns(ledger, tmp_path, monkeypatch):
    monkeypatch.setattr(ledger, "RESOURCES", tmp_path)
    (tmp_path / "ours.csv").write_text("split,statistic,mean\ntest,pairs,1086\ntest,papers,\n")
    published = "split,system,metric,value,source\ntest,corpus,pairs,1149,Table 5\n"
    (tmp_path / "published.csv").write_text(published + "test,corpus,papers,20,Table 5\n")
    group = {
        **{"name": "Table 5", "command": "snakemake", "run": "corpus", "value": "mean"},
        **{"ours": "ours.csv", "published": "published.csv", "columns": {"metric": "statistic"}},
        **{"keys": ["split", "metric"], "decimals": "printed", "close": 0},
        "reasons": {"all": "fewer are released"},
    }
    figures = ("test, pairs", "1149", "1086")
    told = ("failed", "fewer are released", "Table 5", "snakemake")
    assert list(ledger.join(group)) == [("Table 5", "corpus", *figures, *told)]


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
