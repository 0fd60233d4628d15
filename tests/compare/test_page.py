"""The page of a comparison."""

import argparse
import json
import re
from pathlib import Path

import pandas as pd
import pytest

from paperpool.collections.collection import Collection, Paper
from paperpool.commands.compare import execute
from paperpool.compare.differences import DIFFERENCE_COLUMNS, QUERY_COLUMNS, Differences
from paperpool.compare.page import MAX_MOVES, list_moves, summarise
from paperpool.compare.rankers import Rankings

from ..made.page_checker import check_parts, read_text, without_script
from .conftest import HOSTILE, summary

EVIL = "<script>alert('setting')</script>"


@pytest.fixture
def page(results, best, worst, by_id):
    results.write_run("base", {"bm25": worst, "tfidf": by_id, "gone": best}, corpus=summary(60))
    results.write_run(
        "mine",
        {"bm25": best, "tfidf": by_id},
        corpus=summary(50),
        seed=14,
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


def test_the_page_needs_nothing_else_and_nests(page):
    tags = check_parts(page)
    assert tags.count("table") == tags.count("caption") == 9 and 'href="#moves"' in page


def test_it_begins_with_what_changed_and_names_rankers_without_a_partner_and_other_draws(page):
    text = read_text(page)
    assert re.search(
        r"bm25: all-NDCG%20 [\d.]+ → 100\.00 \(\+[\d.]+, Holm p 0\.00\d\d\); "
        r"1 ranker unchanged over 12 queries\.",
        text,
    )
    assert "gone: only A has it." in text
    assert "Intervals and tests are drawn as in A: seed 13 (B: 14)." in text
    # titles and settings are never markup
    assert "<script" not in without_script(page)
    assert HOSTILE.replace("\x01", "␁") in text and EVIL in text


def test_the_figures_worked_out_by_hand_stand_in_the_table(page):
    corrected = page[page.index('id="corrected"') : page.index('id="moves"')]
    found = [row for row in rows_of(corrected) if row.startswith("bm25|RP|8.33|100.00|+91.67|[+")]
    assert len(found) == 1
    assert 'class="n best">+91.67' in corrected
    assert "tfidf|RP|" in "\n".join(rows_of(corrected))


def test_parts_stand_in_their_order_and_queries_by_how_much_they_moved(page):
    order = ["Official protocol, test", "All queries", "Each facet, official", "Corrected protocol"]
    places = [page.index(text, page.index('id="official"')) for text in order]
    assert places == sorted(places)
    rows = [row.replace("&#34;", '"') for row in rows_of(page)]
    listed = [row for row in rows if re.search(r"\|q\d\|", row)]
    assert len(listed) == 12 and all("|bm25|" in row for row in listed)
    differences = [float(row.rsplit("|", 1)[1]) for row in listed]
    assert differences == sorted(differences, reverse=True) and differences[-1] > 0
    assert "kept|60|50" in rows and "filters.mdcr.dropped.no_year|40|50" in rows
    assert "seed|13|14" in rows and 'rankers.bm25.kind|"bm25"|"run"' in rows


def test_equal_corpora_and_settings_are_said_to_be_equal(results, best):
    results.write_run("base", {"a": best, "b": best}, corpus=summary(60))
    text = read_text((results.compare("base", "base") / "index.html").read_text())
    assert "Every count of the two corpora is the same." in text
    assert "The two configurations have the same settings." in text
    assert "generated" not in text


HEAD = ("csfcube", "official", "test", "all", "ndcg%20")


def found(means, queries):
    """Return the differences of means by ranker, of queries as (ranker, query, difference)."""
    table = [(*HEAD, name, name, 0.4, 0.4 + d, d, d, d, 0.5, 0.5, 2) for name, d in means.items()]
    moved = [(*HEAD, name, name, query, 0.4, 0.4 + d, d) for name, query, d in queries]
    others = [
        (*HEAD[:at], other, *HEAD[at + 1 :], "a", "a", "9_method", 0.0, 1.0, 1.0)
        for at, other in ((1, "corrected"), (2, "dev"), (3, "method"), (4, "map"))
    ]
    return Differences(
        pd.DataFrame(table, columns=DIFFERENCE_COLUMNS),
        pd.DataFrame([*others, *moved], columns=QUERY_COLUMNS),
        0.95,
    )


@pytest.mark.parametrize(
    ("differences", "sentence"),
    [
        (
            # a mean that stays while its queries move has moved
            found({"a": 0.0, "b": 0.0}, [("a", "1_x", 0.25), ("a", "2_x", -0.25)]),
            "a: all-NDCG%20 40.00 → 40.00 (0.00, Holm p 0.5000); 1 ranker unchanged over "
            "2 queries.",
        ),
        (
            found({"a": -0.1, "b": 0.2, "c": -0.3, "d": 0.4}, [(r, "1_x", 1) for r in "abcd"]),
            "d: all-NDCG%20 40.00 → 80.00 (+40.00, Holm p 0.5000); c: all-NDCG%20 40.00 → 10.00 "
            "(−30.00, Holm p 0.5000); b: all-NDCG%20 40.00 → 60.00 (+20.00, Holm p 0.5000); "
            "1 more ranker that moved less over 2 queries.",
        ),
    ],
)
def test_the_sentence_names_the_rankers_whose_queries_moved_furthest_first(differences, sentence):
    assert summarise(differences, [], None) == sentence


def test_queries_that_moved_are_of_the_headline_figure_alone_and_at_most_twenty():
    papers = {name: Paper(name, title, (), ()) for name, title in (("1", "One"), ("3_b", " "))}
    rankings = Rankings(Collection(papers, {}, {}, {}), {}, [])
    few = [("a", "3_b_result", -0.5), ("a", "1_method", 0.25), ("a", "1_result", 0.0)]
    # a paper without a title goes by its id
    rows = list_moves(found({}, few), rankings)[0].rows
    assert [(row[0].note, row[0].text, row[1].text) for row in rows] == [
        ("3_b", "3_b", "result"),
        ("1", "One", "method"),
    ]
    many = [("a", "1_method", 0.25)] * (MAX_MOVES + 1)
    assert len(list_moves(found({}, many), rankings)[0].rows) == MAX_MOVES == 20


def test_a_terminal_and_json_have_the_tables_of_the_page(results, worst, best, monkeypatch, capsys):
    results.write_run("base", {"bm25": worst, "tfidf": worst}, corpus=summary(60))
    results.write_run("mine", {"bm25": best, "tfidf": worst}, corpus=summary(50))
    monkeypatch.chdir(results.folder.parent)
    asked = argparse.Namespace(a="base", b="mine", json="comparison.json")
    assert execute(asked, []) == 0
    printed = capsys.readouterr().out
    assert "Both scores (×100), official protocol, test split" in printed
    assert "each facet" not in printed and "\x1b" not in printed and "<code>" not in printed
    content = json.loads(Path("comparison.json").read_text())
    assert content["summary"] in printed
    tables = {table["label"]: table for table in content["tables"]}
    assert "Differences, official protocol, test split, each facet" in tables
    cells = tables["Queries that moved most"]["rows"][0]["cells"]
    assert cells[2]["value"] == "bm25" and isinstance(cells[5]["value"], float)
    assert ["kept", "60", "50"] in [
        [cell["value"] for cell in row["cells"]] for row in tables["Counts that differ"]["rows"]
    ]
