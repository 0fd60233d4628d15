"""A model's grades correct a table of their own, and enter no other score, judgment or release."""

import csv
import json
import re
import shutil

import pandas as pd
import pytest

import paperpool as pp
from paperpool.commands.main import main
from paperpool.errors import UserError

from ...made.drawn_grades import DOCUMENTS, QUERIES, write_graded


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A folder with a collection, two runs, a version of 100 draws, and a model's grades."""
    home = tmp_path_factory.mktemp("predicted")
    write_graded(home)
    words = ["next", f"{home}/near.trec", f"{home}/far.trec", "--on", f"{home}/own", "--hide", "1"]
    words += ["--for", "scores", "--budget", "100", "--to", str(home / "next")]
    assert main(words) == 0
    assert main([*words, "--answers", str(home / "next/batch-1/held.csv")]) == 0
    return home


@pytest.fixture
def score(home, capsys, monkeypatch):
    """Return a function that scores the runs: its status, output and messages."""
    monkeypatch.chdir(home)
    capsys.readouterr()

    def call(*words, on="next/version", runs=("near.trec", "far.trec")):
        status = main(["score", *runs, "--on", on, *words])
        return status, *capsys.readouterr()

    return call


def test_the_table_has_every_score_and_difference(home, score):
    status, said, _ = score("--predicted", "model.csv", "--json", "found.json")
    assert status == 0 and "of these queries" in said
    tables = json.loads((home / "found.json").read_text())["tables"]
    rows = tables[-1]["rows"]
    assert tables[-1]["label"] == "Prediction-powered scores"
    assert [row["cells"][0]["value"] for row in rows[:3]] == ["near", "far", "near − far"]
    assert len(rows) == 9 and {row["group"] for row in rows} == {
        "dcg@10",
        "p@10 (×100)",
        "ndcg@10 (×100)",
    }
    found = pp.evaluate_predicted("next/version", ["near.trec", "far.trec"], "model.csv")
    truth = pp.evaluate("own", ["near.trec", "far.trec"], measures=["P@10"])
    precision = found[found["measure"] == "p@10"].set_index(["run", "other"])
    near, far = truth["value"]
    truths = {("near", ""): near, ("far", ""): far, ("near", "far"): near - far}
    for (run, other), value in truths.items():
        row = precision.loc[(run, other)]
        assert row["low"] < value < row["high"]
    widths = found["high"] - found["low"]
    assert (widths <= found["high_by_people"] - found["low_by_people"]).all()
    assert found["from_people"].between(0, 1).all() and (found["from_people"] < 1).any()


def test_queries_without_a_drawn_grade_count_in_the_corrected_table_alone(home, score, capsys):
    words = ["next", "near.trec", "far.trec", "--on", "own", "--hide", "1", "--measure", "p@10"]
    words += ["--for", "scores", "--budget", "12", "--to", "few"]
    assert main(words) == 0 and main([*words, "--answers", "few/batch-1/held.csv"]) == 0
    drawn = pd.read_csv("few/version/judgments.csv")
    without = sorted(set(QUERIES) - set(drawn["query_id"]))
    assert len(drawn) == 12 and len(without) == 2
    capsys.readouterr()
    rows = [f"{query},all of them" for query in QUERIES]
    (home / "slices.csv").write_text("\n".join(["query_id,slice", *rows]) + "\n")

    words = ("--predicted", "model.csv", "--csv", "few.csv", "--slices", "slices.csv")
    status, said, _ = score(*words, on="few/version")
    assert status == 0
    assert f"2 of 10 queries have no grade yet: {', '.join(without)}." in said
    assert "by people's grades alone: 12 are drawn, and a model's grades count from 100 on" in said
    metrics = pd.read_csv("few.csv").set_index(["ranker", "slice", "metric"])["value"]
    assert metrics["near", "all", "nDCG@10"] == metrics["near", "all of them", "nDCG@10"]

    # the estimate is that of the collection in memory, which has all queries
    asked = drawn[["batch", "query_id", "doc_id", "probability", "grade"]]
    asked = asked.loc[drawn["draw"].argsort()]
    settings = {"measure": "p@10", "hide": 1, "draw_for": "scores"}
    found = pp.next_judgments("own", ["near.trec", "far.trec"], answers=asked, **settings)
    expected = found.evaluate_predicted("model.csv")
    table = pp.evaluate_predicted("few/version", ["near.trec", "far.trec"], "model.csv", "p@10")
    pd.testing.assert_frame_equal(table, expected)


def test_no_uncorrected_score_takes_a_models_grade(home, score):
    with_model = score("--predicted", "model.csv", "--csv", "with.csv")
    without = score("--csv", "without.csv")
    assert (home / "with.csv").read_bytes() == (home / "without.csv").read_bytes()
    assert with_model[1].startswith(without[1].split("\n\nNote")[0].split("\n\nWritten")[0])


def test_no_judgment_of_the_collection_is_a_models(home, score):
    before = {path: path.read_bytes() for path in (home / "next").rglob("*.*")}
    opened = pp.collection(home / "next/version")
    people = opened.qrels.copy()
    score("--predicted", "model.csv")
    pp.evaluate_predicted(opened, ["near.trec"], "model.csv")
    pd.testing.assert_frame_equal(opened.qrels, people)
    assert len(people) == 100
    assert {path: path.read_bytes() for path in (home / "next").rglob("*.*")} == before


def test_the_page_has_the_table(home, score):
    assert score("--predicted", "model.csv", "--html", "page.html")[0] == 0
    assert "by people alone" in (home / "page.html").read_text()


def test_a_run_whose_papers_could_not_be_drawn_has_no_estimate(home, score):
    frame = json.loads((home / "next/version/frame.json").read_text())
    lines = []
    for query in QUERIES:
        others = [i for i in DOCUMENTS if i not in frame["pairs"][query]]
        order = others + frame["pairs"][query]
        lines += [f"{query} Q0 {i} 0 {-rank} new\n" for rank, i in enumerate(order)]
    (home / "new.trec").write_text("".join(lines))
    status, said, _ = score("--predicted", "model.csv", runs=("near.trec", "new.trec"))
    assert status == 0 and "new, dcg@10: no estimate, as" in said
    assert "paperpool next --for scores" in said
    assert re.search(r"new +– +– +– +–\n", said) and re.search(r"near +\d", said)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (lambda rows: rows[:150], "have no grade of the model: q5 d"),
        (lambda rows: [f"a:{row}" for row in rows], "the prefix 'a:'"),
        (lambda rows: [*rows[:5], "q0,d5,nan"], "'nan' is no grade of q0, d5"),
        (lambda rows: [*rows[:5], "q0,d5,4"], "1 grades are none from 0 to 3: 4"),
    ],
)
def test_grades_that_do_not_fit_are_told(home, score, lines, said):
    head, *rows = (home / "model.csv").read_text().split()
    (home / "bad.csv").write_text("\n".join([head, *lines(rows)]) + "\n")
    status, output, message = score("--predicted", "bad.csv")
    assert (status, output) == (1, "") and said in message and "bad.csv" in message


@pytest.mark.parametrize(
    "save",
    [
        lambda text: b"\xef\xbb\xbf" + text.encode(),
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: text.replace(",", ";").encode(),
        lambda text: text.replace(",", "\t").encode(),
        lambda text: text.replace(",", ", ").replace("query_id", "Query_ID").encode(),
        lambda text: (text + text.split("\n")[1] + "\n").encode(),
    ],
)
def test_grades_are_the_same_however_a_spreadsheet_saves_them(home, score, save):
    expected = score("--predicted", "model.csv")
    (home / "saved.csv").write_bytes(save((home / "model.csv").read_text()))
    assert score("--predicted", "saved.csv") == expected


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("bad.csv", lambda cells: [*cells[:2], "relevant"], "'relevant' is no grade of q0, d0"),
        ("bad.csv", lambda cells: [*cells[:2], f"{25 * int(cells[2])}"], "are none from 0 to 3: "),
        ("bad.csv", lambda cells: [*cells[:2], f"'{cells[2]},5'"], "decimals have a point: 0.5"),
        ("bad.json", lambda cells: cells, "call the file .jsonl"),
    ],
)
def test_grades_of_another_form_or_scale_are_told(home, score, name, change, said):
    head, *rows = (home / "model.csv").read_text().split()
    lines = [";".join(change(row.split(","))) for row in rows]
    (home / name).write_text("\n".join([head.replace(",", ";"), *lines]) + "\n")
    status, output, message = score("--predicted", name)
    assert (status, output) == (1, "") and said in message
    assert f"Where: {name}" in message and "Hint: " in message


def test_peoples_grades_are_not_taken_for_a_models(score):
    status, _, message = score("--predicted", "next/version/judgments.csv")
    assert status == 1 and "people's grades, not a model's" in message
    status, _, message = score("--predicted", "next/batch-1/held.csv")
    assert status == 1 and "All 100 drawn grades are those of people" in message


def test_grades_that_were_not_drawn_are_told(score):
    status, _, message = score("--predicted", "model.csv", on="own")
    assert status == 1 and "there is no judgments.csv" in message
    assert "paperpool next --for scores" in message


def test_nothing_is_written_over_the_models_grades(score):
    status, _, message = score("--predicted", "model.csv", "--csv", "model.csv")
    assert status == 1 and "--predicted model.csv" in message


def test_a_collection_in_memory_is_corrected_by_its_answers(home, monkeypatch):
    monkeypatch.chdir(home)
    runs = ["near.trec", "far.trec"]
    found = pp.next_judgments("own", runs, 100, "dcg@10", hide=1, draw_for="scores")
    asked = found.pairs
    asked["grade"] = [
        found.held[pair] for pair in zip(*asked[["query_id", "doc_id"]].T.values, strict=True)
    ]
    found = pp.next_judgments("own", runs, 100, "dcg@10", asked, hide=1, draw_for="scores")
    table = found.evaluate_predicted(pd.read_csv("model.csv"))
    assert table["run"].tolist() == ["near", "far", "near"] and (table["from_people"] < 1).any()
    with pytest.raises(UserError, match="Pairs are not drawn for 'levels'"):
        pp.next_judgments("own", runs, draw_for="levels")
    own = pp.collection("m", papers={"1": "a"}, queries={"q": "a"}, qrels={"q": {"1": 1}})
    with pytest.raises(UserError, match="in memory"):
        pp.evaluate_predicted(own, runs, "model.csv")
    with pytest.raises(UserError, match="cannot be of type dict"):
        pp.evaluate_predicted("next/version", runs, {})
    for measures, said in (([], "measures names none"), (3, "measures cannot be 3")):
        with pytest.raises(UserError, match=said):
            pp.evaluate_predicted("next/version", runs, "model.csv", measures)


def test_what_the_command_notes_is_logged(home, monkeypatch, caplog):
    monkeypatch.chdir(home)
    rows = ["query_id,doc_id,grade"]
    rows += [f"{query},{document},1" for query in QUERIES for document in DOCUMENTS]
    (home / "constant.csv").write_text("\n".join(rows) + "\n")
    pp.evaluate_predicted("next/version", ["near.trec", "far.trec"], "constant.csv", "p@10")
    assert "of 3 estimates are by people's grades alone" in caplog.text


@pytest.mark.parametrize(
    ("name", "text", "said", "where"),
    [
        ("bad.jsonl", '{"query_id": "q1"\n', "Not a grade: ", "bad.jsonl, line 1"),
        ("bad.jsonl", "[1]\n", "Not a grade: ", "bad.jsonl, line 1"),
        ("bad.jsonl", "", "There is no grade.", "bad.jsonl"),
        ("bad.csv", "query_id,doc_id,grade\n", "There is no grade.", "bad.csv"),
        ("bad.csv", "", "There is no grade.", "bad.csv"),
    ],
)
def test_files_without_grades_are_told(home, score, name, text, said, where):
    (home / name).write_text(text)
    status, output, message = score("--predicted", name)
    assert (status, output) == (1, "")
    assert message.startswith(said) and f"Where: {where}\n" in message and "Hint: " in message


def test_judgments_without_draws_are_told(home, score):
    shutil.copytree(home / "next/version", home / "undrawn")
    path = home / "undrawn/judgments.csv"
    rows = list(csv.DictReader(path.read_text().splitlines()))
    columns = ["query_id", "doc_id", "grade", "batch", "draw", "probability"]
    for kept, said in (
        (columns[:-2], "The table has no column draw and none probability."),
        (columns, "No grade was drawn."),
    ):
        with path.open("w", newline="") as file:
            writer = csv.DictWriter(file, kept, extrasaction="ignore")
            writer.writeheader()
            writer.writerows({**row, "draw": "", "probability": ""} for row in rows)
        status, output, message = score("--predicted", "model.csv", on="undrawn")
        assert (status, output) == (1, "") and message.startswith(said)
        assert "Where: undrawn/judgments.csv\n" in message
