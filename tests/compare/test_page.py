"""The page of a comparison, and the same in a terminal and as JSON."""

import argparse
import json
import re
from pathlib import Path

import pytest

from paperpool.workflow.commands.compare import execute

from ..made.page_checker import check_parts, read_text, without_script

EVIL = "<script>alert('setting')</script>"


@pytest.fixture
def page(results, best, worst, by_id):
    data = {"s2orc": None, "csfcube": {"My collection": str(results.release)}}
    results.write_run("base", {"bm25": worst, "tfidf": by_id, "gone": best}, data=data)
    results.write_run(
        "mine",
        {"bm25": best, "tfidf": by_id},
        seed=14,
        data=data,
        rankers={
            "bm25": {"kind": "run", "path": EVIL},
            "tfidf": {"kind": "bm25", "published": None},
        },
    )
    return (results.compare("base", "mine") / "index.html").read_text()


def rows_of(page):
    """Return the text of each table row, cells parted by a bar."""
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", page, re.S)
    return [re.sub(r"(<[^>]+>)+", "|", row).strip("|\n") for row in rows]


def test_the_page_has_the_tables_of_scoring_under_the_collections_own_name(page):
    tags = check_parts(page)
    assert tags.count("table") == tags.count("caption") == 5
    text = read_text(page)
    assert "Paired tests against A" in page and "bm25 (A)" in text and "bm25 (B)" in text
    # the collection is not the release
    assert "CSFCube" not in text and "My collection, corrected protocol" in text
    assert page.index("corrected protocol") < page.index("official protocol")
    [tested] = [row for row in rows_of(page) if row.startswith("bm25 (B)|+100.00|[+100")][:1]
    assert tested.count("|") > 6


def test_it_names_rankers_without_a_partner_other_draws_and_settings(page):
    text = read_text(page)
    assert "gone: only A has it." in text
    assert "Intervals and tests are drawn as in A: seed 13 (B: 14)." in text
    rows = [row.replace("&#34;", '"') for row in rows_of(page)]
    assert "seed|13|14" in rows and 'rankers.bm25.kind|"bm25"|"run"' in rows
    # titles and settings are never markup
    assert "<script" not in without_script(page) and EVIL in text


def test_equal_settings_are_said_to_be_equal(results, best):
    results.write_run("base", {"a": best, "b": best})
    text = read_text((results.compare("base", "base") / "index.html").read_text())
    assert "The two configurations have the same settings." in text
    assert "generated" not in text


def test_a_terminal_and_json_have_the_tables_of_the_page(results, worst, best, monkeypatch, capsys):
    results.write_run("base", {"bm25": worst, "tfidf": worst})
    results.write_run("mine", {"bm25": best, "tfidf": worst}, seed=14)
    monkeypatch.chdir(results.folder.parent)
    asked = argparse.Namespace(a="base", b="mine", json="comparison.json")
    assert execute(asked, []) == 0
    printed = capsys.readouterr().out
    assert "Paired tests against A, corrected protocol, test split" in printed
    assert "\x1b" not in printed and "<code>" not in printed
    content = json.loads(Path("comparison.json").read_text())
    assert content["summary"] in printed and "scores differ; 1 setting differs." in printed
    tables = {table["label"]: table for table in content["tables"]}
    assert "Settings that differ" in tables
    tests = tables["Paired tests against A, official protocol, test split"]
    assert tests["rows"][0]["cells"][0]["value"] == "bm25 (B)"
