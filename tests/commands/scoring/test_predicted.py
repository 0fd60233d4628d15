"""A model's grades correct a table of their own, and enter no other score, judgment or release."""

import json
import re

import numpy as np
import pandas as pd
import pytest

import paperpool as pp
from paperpool.commands.main import main
from paperpool.errors import UserError

DOCUMENTS = [f"d{i}" for i in range(30)]
QUERIES = [f"q{i}" for i in range(10)]


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A folder with a collection of one's own, two runs, a version of 60 draws, a model's grades.

    Papers have the grades 0 to 3 by a relevance that the runs, and the model, see through noise.
    """
    home = tmp_path_factory.mktemp("predicted")
    rng = np.random.default_rng(11)
    own = home / "own"
    (own / "qrels").mkdir(parents=True)
    papers = [{"_id": i, "title": f"On {i}", "text": f"The words of {i}."} for i in DOCUMENTS]
    queries = [{"_id": i, "text": f"words of {i}"} for i in QUERIES]
    for name, rows in (("corpus", papers), ("queries", queries)):
        (own / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))

    relevance = rng.normal(size=(len(QUERIES), len(DOCUMENTS)))
    grades = np.clip(np.round(relevance + 0.5), 0, 3)
    judged = ["query-id\tcorpus-id\tscore"]
    model = ["query_id,doc_id,grade"]
    for q, query in enumerate(QUERIES):
        for d, document in enumerate(DOCUMENTS):
            judged.append(f"{query}\t{document}\t{grades[q, d]:g}")
            model.append(f"{query},{document},{np.clip(grades[q, d] + rng.integers(0, 2), 0, 3):g}")
    (own / "qrels/test.tsv").write_text("\n".join(judged) + "\n")
    (home / "model.csv").write_text("\n".join(model) + "\n")
    for name, noise in (("near", 0.5), ("far", 2.0)):
        seen = relevance + noise * rng.normal(size=relevance.shape)
        lines = []
        for q, query in enumerate(QUERIES):
            for d, document in enumerate(DOCUMENTS):
                lines.append(f"{query} Q0 {document} 0 {seen[q, d]:.6f} {name}\n")
        (home / f"{name}.trec").write_text("".join(lines))

    words = ["next", f"{home}/near.trec", f"{home}/far.trec", "--on", str(own), "--hide", "1"]
    words += ["--for", "scores", "--budget", "60", "--to", str(home / "next")]
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
    for run, value in zip(truth["run"], truth["value"], strict=True):
        assert precision.loc[(run, ""), "low"] < value < precision.loc[(run, ""), "high"]
    widths = found["high"] - found["low"]
    assert (widths <= found["high_by_people"] - found["low_by_people"]).all()
    assert found["from_people"].between(0, 1).all() and (found["from_people"] < 1).any()


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
    assert len(people) == 60
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


def test_peoples_grades_are_not_taken_for_a_models(score):
    status, _, message = score("--predicted", "next/version/judgments.csv")
    assert status == 1 and "people's grades, not a model's" in message
    status, _, message = score("--predicted", "next/batch-1/held.csv")
    assert status == 1 and "All 60 drawn grades are those of people" in message


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
    found = pp.next_judgments("own", runs, 60, "dcg@10", hide=1, draw_for="scores")
    asked = found.pairs
    asked["grade"] = [
        found.held[pair] for pair in zip(*asked[["query_id", "doc_id"]].T.values, strict=True)
    ]
    found = pp.next_judgments("own", runs, 60, "dcg@10", asked, hide=1, draw_for="scores")
    table = found.evaluate_predicted(pd.read_csv("model.csv"))
    assert table["run"].tolist() == ["near", "far", "near"] and (table["from_people"] < 1).any()
    with pytest.raises(UserError, match="Pairs are not drawn for 'levels'"):
        pp.next_judgments("own", runs, draw_for="levels")
    own = pp.collection("m", papers={"1": "a"}, queries={"q": "a"}, qrels={"q": {"1": 1}})
    with pytest.raises(UserError, match="in memory"):
        pp.evaluate_predicted(own, runs, "model.csv")
    with pytest.raises(UserError, match="cannot be of type dict"):
        pp.evaluate_predicted("next/version", runs, {})
    with pytest.raises(UserError, match="No measure is named"):
        pp.evaluate_predicted("next/version", runs, "model.csv", [])
