"""The page of citing sentences: its data are whole and escaped, and its script fills the page."""

import base64
import hashlib
import json
import re
import shutil
import subprocess
from dataclasses import replace

import pyarrow.parquet as pq
import pytest

from paperpool.report.scisumm.page import build_scisumm_page, dump_json, make_data
from paperpool.scisumm.choice import Choice
from paperpool.scisumm.read.submissions import submission_rows, write_submission
from paperpool.scisumm.read.submitted import read_submissions, write_rows

from ...made.one_section import make_run
from ...made.page_checker import Checker
from ...made.scisumm_run import EVIL, explain, write_tables


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("page")


@pytest.fixture(scope="module")
def files(folder):
    return write_tables(folder)


@pytest.fixture(scope="module")
def page(folder, files):
    return build_scisumm_page(make_run(folder), files, explain)


def data_of(page):
    [text] = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)
    return json.loads(text)


def test_a_sentence_that_ends_a_script_stays_a_sentence(page):
    assert page.count("</script>") == 2 and page.count("<script") == 2
    assert EVIL not in page and "<!--" not in page
    texts = [text for paper in data_of(page)["papers"] for _, _, text in paper["sentences"]]
    assert texts.count(EVIL) == 1


def test_json_comes_back_from_what_can_stand_in_a_script():
    value = {"</script>": ["<!--", "&amp;", "\u2028", '"', "\\"]}
    text = dump_json(value)
    assert not set("<>&\u2028") & set(text)
    assert json.loads(text) == value


def test_the_page_needs_nothing_else_and_runs_its_own_script_alone(page):
    for tag, attributes in Checker(re.sub(r"<script.*?</script>", "", page, flags=re.S)).tags:
        assert tag not in ("link", "iframe", "img", "object", "embed")
        assert not any(key.startswith("on") or key == "src" for key in attributes)
    script = page[page.rindex("<script>") + len("<script>") : page.rindex("</script>")]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'" in page
    assert "innerHTML" not in script and "fetch(" not in script and "http" not in script


def test_without_scripts_the_page_says_so(page):
    [message] = re.findall(r"<noscript>(.*?)</noscript>", page, re.S)
    assert "needs JavaScript" in message and 'href="index.html#scisumm"' in message


def test_citances_name_gold_and_chosen_sentences_by_place(files):
    train, test = make_data(files, None)["papers"]
    assert (train["id"], train["split"], test["split"]) == ("C00-1", "train", "test")
    assert train["sections"] == ["title", "abstract"]
    assert train["sentences"][1] == [1, 1, "We parse trees."]
    assert train["citances"][0]["gold"] == [["Ann", [1, 2]]]
    assert train["citances"][0]["chosen"] == [[1, 2], [2, 3]]
    assert test["citances"][0]["gold"] == [["Amy", [1]], ["Bob", [0, 1]]]
    assert test["citances"][1]["gold"] == []


def test_the_text_that_rankers_read_is_shown(folder, files):
    table = pq.read_table(files.citances)
    place = table.schema.get_field_index("clean")
    repaired = table.set_column(place, "clean", [[*["A repaired text."], *[""] * 2]])
    pq.write_table(repaired, folder / "repaired.parquet")
    found = {
        of: make_data(replace(files, citances=folder / "repaired.parquet", citance=of), None)
        for of in ("clean", "text")
    }
    texts = {of: [c["text"] for p in data["papers"] for c in p["citances"]]
             for of, data in found.items()}  # fmt: skip
    assert texts["clean"][0] == "A repaired text." and texts["clean"][1:] == texts["text"][1:]
    assert texts["text"][0].startswith("They parse trees")


def test_submissions_stand_beside_the_rankers(folder, files):
    citances, sentences = (pq.read_table(path) for path in (files.citances, files.sentences))
    ranking = pq.read_table(files.rankings["asymm-d1"])
    for paper, rows in submission_rows(ranking, citances, sentences, Choice(1)).items():
        write_submission(folder / f"theirs/Task1/{paper}.csv", rows)
    read = read_submissions("theirs", folder / "theirs", citances, sentences, strict=False)
    write_rows(folder / "theirs.parquet", read)
    data = make_data(replace(files, submissions={"theirs": folder / "theirs.parquet"}), None)
    assert data["rankers"] == ["asymm-d4", "asymm-d1", "theirs"]
    assert [c["chosen"][2] for paper in data["papers"] for c in paper["citances"]] == [[2]] * 3


def test_of_best_the_sentences_are_shown_that_it_chose(files):
    rankings = {"best": files.rankings["asymm-d4"], "asymm-d1": files.rankings["asymm-d1"]}
    learnt = replace(files, rankings=rankings, best_sentences="learnt")
    chosen = [citance["chosen"] for citance in make_data(learnt, None)["papers"][0]["citances"]]
    assert chosen == [[[1], [2, 3]]]  # the second of best scores less than 1


def test_words_and_matches_are_spans_in_characters(files):
    citance = make_data(files, explain)["papers"][0]["citances"][0]
    text, words = citance["text"], citance["words"]
    shown = [text[start : start + length] for start, length, _, _ in words]
    assert shown == ["They", "parse", "trees", "🌲", "forest"]
    assert [more for _, _, *more in words] == [[25, 1], [75, 1], [100, 1], [10, 0], [90, 1]]
    assert citance["matches"][2] == []
    # total contribution 2.134265: shares of They, parse, trees and forest; 🌲 has none
    found = [(0, 0, 2, 50, 7), (1, 3, 5, 100, 351), (2, 9, 5, 100, 469), (4, 9, 5, 80, 173)]
    assert citance["matches"][1] == found


def test_the_page_is_the_same_every_time(folder, files, page):
    assert build_scisumm_page(make_run(folder), files, explain) == page


@pytest.mark.skipif(shutil.which("chromium") is None, reason="no browser")
def test_a_browser_fills_the_page_as_the_address_says(folder, page):
    path = folder / "scisumm.html"
    path.write_text(page, encoding="utf-8")

    def browse(address):
        done = subprocess.run(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]
            + [f"--user-data-dir={folder / 'browser'}", f"file://{path}{address}"],
            capture_output=True,
            timeout=60,
            check=True,
        )
        return done.stdout.decode().partition('<script type="application/json"')[0]

    first = browse("")
    assert 'id="browser" hidden' not in first
    assert "number 1 of C00-1, in D01-9" in first and "(Author, 2000) " in first
    assert re.search(r'<span class="word[^>]*>parse</span>', first)
    assert re.search(r'<span class="match hued" data-words=" 2 4 "[^>]*>trees</span>', first)
    assert "trees → trees (1.00, 47%)" in first and "gold: Ann" in first
    last = browse("#P00-2%3A2")
    assert "number 2 of P00-2, in D03-9" in last and "not annotated here" in last
    assert "Also A &lt;/script&gt;&lt;script&gt;alert('x')" in last
