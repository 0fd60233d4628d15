"""The ledger of published scores: as generated, three kinds, a reason for each that is not met."""

import re
from collections import Counter

import pytest

KINDS = ("ranked", "scored", "counted")


@pytest.fixture(scope="module")
def ledger(load_program):
    return load_program("docs/tables/ledger/make_ledger.py")


@pytest.fixture(scope="module")
def rows(ledger):
    return ledger.read_rows("ledger/ledger.csv")


def test_it_is_as_generated(ledger, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["make_ledger.py", "--check"])
    assert ledger.main() == 0, "make tables"
    assert capsys.readouterr().out.startswith("Ranked here: ")


def test_the_first_sentence_has_the_numbers_of_the_table(rows, root):
    sentence = (root / "docs/ledger.md").read_text(encoding="utf-8").split("\n\n")[1]
    counts = Counter((row["kind"], row["verdict"]) for row in rows)
    parts = sentence.lower().removesuffix(".").split("; ")
    for kind, part in zip(KINDS, parts, strict=True):
        met, close, apart = (counts[kind, verdict] for verdict in ("ok", "close", "apart"))
        assert part.startswith(f"{kind} here: ")
        numbers = [int(number) for number in re.findall(r"\d+", part)]
        assert numbers == [met, met + close + apart, close, apart]
    assert sum(counts.values()) == len(rows) >= 150


def test_each_figure_stands_once_with_its_kind_source_and_reason(rows):
    assert len(rows) == len({(row["of"], row["run"], row["figure"]) for row in rows})
    assert {row["kind"] for row in rows} == set(KINDS)
    assert [row["kind"] for row in rows] == sorted((row["kind"] for row in rows), key=KINDS.index)
    assert all(row["source"] and row["command"] for row in rows)
    for row in rows:
        assert (row["verdict"] == "ok") == (not row["reason"]), row
        assert row["verdict"] == "ok" or "tested: " in row["reason"], row


def test_released_rankings_have_their_printed_figures(rows):
    specter = {row["verdict"] for row in rows if row["run"] == "SPECTER"}
    assert specter == {"ok"}


def test_submissions_have_a_row_each_and_209_of_213_figures_met(ledger, rows):
    submitted = [row["verdict"] for row in rows if "submissions" in row["of"]]
    assert submitted == ["close", "close", "ok"]
    figures = ledger.read_rows("scisumm-submissions.csv")
    met = [abs(float(row["value"]) - float(row["published"])) <= 1e-9 for row in figures]
    assert Counter(met) == {True: 209, False: 4}


def test_what_is_computed_here_is_no_published_figure(rows):
    assert not [row for row in rows if "annotator" in row["run"]]


def test_all_figures_of_the_cited_text_paper_that_need_no_model_are_there(rows):
    tables = Counter(row["of"] for row in rows if "Table" in row["of"] and "SciSumm" in row["of"])
    assert tables == {
        "CL-SciSumm, Table 2": 20,
        "CL-SciSumm, Table 3": 44,
        "CL-SciSumm, Table 4": 3,
        "CL-SciSumm, Table 4, reversed": 2,
        "CL-SciSumm, Table 5": 8,
    }


@pytest.mark.parametrize(
    ("ours", "published", "decimals", "verdict"),
    [
        (0.53284, "0.5328", 4, "ok"),
        (0.53286, "0.5328", 4, "close"),
        (0.1349, "0.135", 3, "ok"),
        (0.2, "0.20", 4, "ok"),
        (0.20006, "0.20", 4, "close"),
        (0.165, "0.160", 3, "close"),  # half a point
        (0.155, "0.160", 3, "close"),
        (0.16501, "0.160", 3, "apart"),
        (0.15499, "0.160", 3, "apart"),
        (0.16055, "0.1608", 3, "close"),  # a digit more than the others of its table
        (0.6, "0", 0, "apart"),
    ],
)
def test_a_figure_is_judged_by_its_printed_digits_and_half_a_point(
    ledger, ours, published, decimals, verdict
):
    assert ledger.judge(ours, published, decimals) == verdict


@pytest.mark.parametrize(
    ("ours", "published", "verdict"),
    [(124.88, "124.9", "ok"), (9.92, "9.8", "apart"), (1086, "1149", "apart"), (34, "34", "ok")],
)
def test_a_count_is_equal_or_apart(ledger, ours, published, verdict):
    assert ledger.judge(ours, published, is_count=True) == verdict
    assert ledger.judge(0.3004, "0.300", is_count=True) == "ok"
    assert ledger.judge(0.3006, "0.300", is_count=True) == "apart"


def table(ledger, tmp_path, monkeypatch, text):
    (tmp_path / "ours.csv").write_text(text, encoding="utf-8")
    monkeypatch.setattr(ledger, "RESOURCES", tmp_path)
    return {
        "name": "Made",
        "kind": "ranked",
        "command": "make it",
        "ours": "ours.csv",
        "keys": ["split", "metric"],
        "source": "a paper",
        "reasons": [{"why": "not tested: made"}],
    }


MEANS = (
    "ranker,split,metric,value,sd,published\n"
    "near,test,f1,0.304,0.0001,0.300\nfar,test,f1,0.310,0.2,0.300\n"
)


def test_the_spread_stands_beside_and_counts_for_nothing(ledger, tmp_path, monkeypatch):
    entries = list(ledger.join(table(ledger, tmp_path, monkeypatch, MEANS)))
    found = [(entry.run, entry.spread, entry.verdict) for entry in entries]
    assert found == [("near", "0.0001", "close"), ("far", "0.2", "apart")]


def test_a_mean_over_seeds_replaces_a_single_value(ledger, tmp_path, monkeypatch):
    group = table(ledger, tmp_path, monkeypatch, MEANS)
    seeds = 'ranker,epochs,"F1, test"\nnear,2,31.00 ± 0.10\nnear,6,30.00 ± 9.00\nfar,6,30.00\n'
    (tmp_path / "seeds.csv").write_text(seeds, encoding="utf-8")
    figures = {"test, f1": "F1, test"}
    group["seeds"] = {"file": "seeds.csv", "where": {"epochs": "6"}, "figures": figures}
    near, far = ledger.join(group)
    assert (near.ours, near.spread, near.verdict) == ("0.3", "0.0900", "ok")
    assert (far.ours, far.spread, far.verdict) == ("0.31", "0.2", "apart")


def test_a_key_and_the_value_may_stand_in_other_columns(ledger, tmp_path, monkeypatch):
    text = "split,statistic,mean\ntest,pairs,1086\ntest,papers,\n"
    group = table(ledger, tmp_path, monkeypatch, text)
    published = "split,system,metric,value,source\ntest,corpus,pairs,1149,Table 5\n"
    (tmp_path / "published.csv").write_text(published + "test,corpus,papers,20,Table 5\n")
    group |= {"published": "published.csv", "value": "mean", "columns": {"metric": "statistic"}}
    group |= {"run": "corpus", "counts": True}
    (entry,) = ledger.join(group)
    assert (entry.run, entry.figure, entry.published) == ("corpus", "test, pairs", "1149")
    assert (entry.ours, entry.verdict, entry.source) == ("1086", "apart", "Table 5")


def test_kinds_and_reasons_are_of_a_ranker_or_of_all(ledger, tmp_path, monkeypatch):
    group = table(ledger, tmp_path, monkeypatch, MEANS)
    group["kinds"] = {"far": "scored"}
    group["reasons"].insert(0, {"ranker": ["far", "other"], "split": "test", "why": "tested: far"})
    assert [(entry.kind, entry.reason) for entry in ledger.join(group)] == [
        ("ranked", "not tested: made"),
        ("scored", "tested: far"),
    ]
    group["reasons"] = group["reasons"][:1]
    with pytest.raises(LookupError, match=r"Made: no reason for .*near"):
        list(ledger.join(group))


def test_a_run_of_many_figures_has_the_worst_verdict(ledger, tmp_path, monkeypatch):
    text = (
        "ranker,split,metric,value,published\nmine,test,f1,0.300,0.300\n"
        "mine,test,recall,0.302,0.300\nmine,test,rouge,0.400,0.300\nother,test,f1,0.5,0.5\n"
    )
    entries = list(ledger.join(table(ledger, tmp_path, monkeypatch, text)))
    mine, other = ledger.one_a_run(entries, "test, f1")
    assert (mine.figure, mine.ours, mine.verdict) == ("test, f1, and 2 others", "0.3", "apart")
    assert mine.reason == "1 of 3 figures are met; not tested: made"
    assert (other.verdict, other.reason) == ("ok", "")


def test_a_sentence_counts_kinds_apart(ledger, tmp_path, monkeypatch):
    entries = list(ledger.join(table(ledger, tmp_path, monkeypatch, MEANS)))
    assert ledger.count_in_a_sentence(entries) == (
        "Ranked here: 0 of 2 met (`ok`), 1 `close`, 1 `apart`; scored here: 0 of 0 met (`ok`), "
        "0 `close`, 0 `apart`; counted here: 0 of 0 met (`ok`), 0 `close`, 0 `apart`."
    )
    page = "# Ledger\n\nOld words.\nMore.\n\nThe rest.\n"
    assert ledger.write_first_sentence(page, "New.") == "# Ledger\n\nNew.\n\nThe rest.\n"
