"""``paperpool next``: tasks out, answers in, verdicts; nothing lost on bad input."""

import json

import pandas as pd
import pytest

import paperpool as pp
from paperpool.commands.main import main
from paperpool.evaluation.stored_runs import write_official_run
from paperpool.workflow.csfcube.release_writer import write_collection

from ...made.claims import make_claims, write_claims
from ...made.collection import order_by_grade
from ...made.folders import write_beir
from ...made.schemes import FACETS

OPTIONS = ("--on", "csfcube", "--measure", "ndcg@5", "--hide", "0.9", "--budget", "40")


@pytest.fixture
def here(collection, tmp_path, monkeypatch):
    """The working directory: a small release, a run by grade and one by id."""
    write_collection(collection, tmp_path / "resources/csfcube")
    plain = {}
    for pair in collection.pairs():
        candidates = collection.rankable(*pair)
        plain[pair] = [(candidate, -float(i)) for i, candidate in enumerate(candidates)]
    for name, run in {"best": order_by_grade(collection, 1), "plain": plain}.items():
        write_official_run(run, {facet: tmp_path / f"{name}-{facet}.json" for facet in FACETS})
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def ask(here, capsys):
    """Return a function that calls the command: its status, output and messages."""

    def call(*words, runs=("best-{facet}.json", "plain-{facet}.json"), options=OPTIONS):
        status = main(["next", *runs, *options, *words])
        return status, *capsys.readouterr()

    return call


def export(path, pairs):
    """Write an export of Label Studio: ``pairs`` are tasks' data and the grades of annotators."""
    tasks = []
    for data, grades in pairs:
        annotations = []
        for user, grade in enumerate(grades):
            result = [{"from_name": "grade", "value": {"choices": [grade]}}]
            annotations.append({"completed_by": user, "result": result})
        tasks.append({"data": data, "annotations": annotations})
    path.write_text(json.dumps(tasks))


def read_tasks(folder):
    return [task["data"] for task in json.loads((folder / "tasks.json").read_text())]


def test_held_grades_lead_to_a_verdict(here, ask):
    status, said, _ = ask()
    assert status == 0 and "40 pairs wait: next/batch-1/tasks.json" in said
    assert "on queries like these" in said and "width of the interval" in said
    task = read_tasks(here / "next/batch-1")[0]
    assert {"query_id", "doc_id", "guide_html", "query_html", "candidate_html"} == set(task)
    assert "best" not in json.dumps(task) and "<b>" in task["query_html"]
    assert 'alias="3"' in (here / "next/batch-1/config.xml").read_text()
    assert (here / "next/widths.svg").read_text().startswith("<svg")

    for batch in range(1, 5):
        status, said, _ = ask("--answers", f"next/batch-{batch}/held.csv")
        assert status == 0
        if "nothing is asked for" in said:
            break
    assert "best is better" in said and "nothing is asked for" in said
    requests = pd.read_csv(here / "next/requests.csv")
    assert requests["grade"].notna().all() and requests["probability"].between(0, 1).all()
    looks = pd.read_csv(here / "next/looks.csv")
    assert looks["judgments"].tolist()[0] == 40 and looks["judgments"].is_unique


def test_a_collection_of_another_scheme_is_asked_in_its_words(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    write_claims(tmp_path / "pilot")
    claims = make_claims()
    for name, sign in (("best", 1), ("worst", -1)):
        run = order_by_grade(claims, sign)
        files = {facet: tmp_path / f"{name}-{facet}.json" for facet in claims.scheme.facet_names}
        write_official_run(run, files)
    runs = ["best-{facet}.json", "worst-{facet}.json"]
    words = ["next", *runs, "--on", "pilot", "--measure", "ndcg@5", "--hide", "0.5"]
    assert main(words) == 0
    assert "ndcg@5 of pilot, ×100, on these 8 queries" in capsys.readouterr().out
    task = read_tasks(tmp_path / "next/batch-1")[0]
    facet = task["query_id"].rpartition("_")[2]
    assert claims.scheme.facet(facet).question in task["guide_html"]
    assert 'value="Alike" alias="1"' in (tmp_path / "next/batch-1/config.xml").read_text()
    assert main([*words, "--answers", "next/batch-1/held.csv"]) == 0
    assert "answers are taken in" in capsys.readouterr().out

    assert main(["design", *runs, "--on", "pilot", "--measure", "ndcg@5"]) == 0
    assert "the spreads of pilot (8 queries), mixed with CSFCube's" in capsys.readouterr().out


def test_the_version_with_the_answers_is_the_same_collection(here, ask, capsys, collection):
    options = ("--on", "csfcube", "--measure", "p@3", "--hide", "0.3", "--for", "scores")
    ask("--budget", "9999", options=options)
    assert ask("--answers", "next/batch-1/held.csv", "--budget", "9999", options=options)[0] == 0
    judged = pd.read_csv(here / "next/version/judgments.csv")
    assert 0 < judged["probability"].notna().sum() < len(judged)
    assert json.loads((here / "next/version/frame.json").read_text())["relevant"] == 2

    # the release's own rankings, and grades 2 and 3 that are relevant
    words = ["score", "best-{facet}.json", "plain-{facet}.json", "--on", "next/version"]
    assert main([*words, "--checks", "warn"]) == 0 and "nDCG@10" in capsys.readouterr().out
    runs = ["best-{facet}.json", "plain-{facet}.json"]
    found = pp.evaluate("next/version", runs, measures="P@3")["value"]
    expected = []
    for file in runs:
        rankings = pp.read_run(file, "csfcube").rankings
        precisions = []
        for pair in collection.pairs():
            grades = collection.judgments[pair].grades()
            others = [candidate for candidate, _ in rankings[pair] if candidate != pair[0]]
            precisions.append(sum(grades[candidate] >= 2 for candidate in others[:3]) / 3)
        expected.append(sum(precisions) / len(precisions))
    assert found.tolist() == pytest.approx(expected) and expected[0] > expected[1]


def test_a_version_asks_for_the_grades_of_the_collection(here, ask, capsys, collection):
    options = ("--on", "csfcube", "--measure", "p@3", "--hide", "1", "--for", "scores")
    ask("--budget", "3", options=options)
    export(here / "low.json", [(data, ["0"]) for data in read_tasks(here / "next/batch-1")])
    ask("--answers", "low.json", "--budget", "3", options=options)
    options = ("--on", "next/version", "--measure", "p@3", "--for", "scores", "--to", "again")
    capsys.readouterr()
    status, said, _ = ask("--checks", "warn", options=options)
    assert status == 0 and f"on these {len(collection.pairs())} queries" in said
    assert 'alias="3"' in (here / "again/batch-1/config.xml").read_text()


def test_rankings_by_facet_that_are_not_there_are_told(here, ask, capsys):
    ask("--for", "scores")
    ask("--for", "scores", "--answers", "next/batch-1/held.csv")
    capsys.readouterr()
    assert main(["score", "worse-{facet}.json", "--on", "next/version"]) == 1
    message = capsys.readouterr().err
    assert "Run 'worse': there is no such file." in message
    assert "{facet} in it stands for background, method, result." in message
    (here / "plain-method.json").unlink()
    assert main(["score", "plain-{facet}.json", "--on", "next/version"]) == 1
    assert "_method: not ranked" in capsys.readouterr().err
    write_beir(here / "own")
    assert main(["score", "best-{facet}.json", "--on", "own"]) == 1
    assert "no query is called <paper>_<facet>" in capsys.readouterr().err


def test_label_studios_answers_are_taken_in_parts_and_never_changed(here, ask):
    ask()
    tasks = read_tasks(here / "next/batch-1")
    export(here / "late.json", [(data, ["Similar (+2)"]) for data in tasks[20:]])
    status, said, _ = ask("--answers", "late.json")
    assert status == 0 and "20 answers are taken in" in said
    assert "20 count once those drawn before them are answered" in said
    assert "20 pairs wait: next/batch-1" in said
    judged = pd.read_csv(here / "next/version/judgments.csv")
    assert sorted(judged["draw"].dropna()) == list(range(21, 41))
    before = (here / "next/requests.csv").read_bytes()
    export(here / "other.json", [(tasks[20], ["1"])])
    status, said, message = ask("--answers", "other.json")
    assert (status, said) == (1, "") and "Two answers for one pair, 2 (taken in before)" in message
    assert (here / "next/requests.csv").read_bytes() == before
    export(here / "early.json", [(data, ["0", "0"]) for data in tasks[:20]])
    status, said, _ = ask("--answers", "early.json", "late.json")
    assert status == 0 and "40 answers are taken in" in said


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("nobody_method,c1,2", "This pair was not asked for"),
        ("{query},{document},4", "'4' is no grade from 0 to 3"),
        ("{query},{document},good", "'good' is no grade from 0 to 3"),
        ("{query},{document},2\n{query},{document},1", "Two answers for one pair"),
    ],
)
def test_answers_that_do_not_fit_change_nothing(here, ask, row, said):
    ask()
    task = read_tasks(here / "next/batch-1")[0]
    row = row.format(query=task["query_id"], document=task["doc_id"])
    (here / "bad.csv").write_text(f"query_id,doc_id,grade\n{row}\n")
    before = {path: path.read_bytes() for path in here.glob("next/**/*.*")}
    status, output, message = ask("--answers", "bad.csv")
    assert (status, output) == (1, "") and said in message and "bad.csv, line" in message
    assert {path: path.read_bytes() for path in here.glob("next/**/*.*")} == before


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.csv", "query_id,grade\nq,1\n", "no column doc_id"),
        ("a.json", "{}", "An export is a list of tasks"),
        ("a.json", '[{"data": {}}]', "A task without data and annotations"),
        ("none.csv", None, "cannot be read"),
    ],
)
def test_files_that_are_no_answers_are_named(here, ask, name, content, said):
    ask()
    if content is not None:
        (here / name).write_text(content)
    status, _, message = ask("--answers", name)
    assert status == 1 and said in message and name in message


def test_a_folder_is_of_one_comparison(here, ask):
    ask()
    status, _, message = ask("--seed", "7")
    assert status == 1 and "another comparison: other seed.\n" in message
    (here / "plain-method.json").write_text((here / "best-method.json").read_text())
    status, _, message = ask()
    assert status == 1 and "another comparison: other rankings or judgments.\n" in message
    (here / "mine").mkdir()
    (here / "mine/thesis.txt").write_text("all my work")
    status, _, message = ask("--to", "mine")
    assert status == 1 and "holds something else" in message
    assert [path.name for path in (here / "mine").iterdir()] == ["thesis.txt"]


def test_pairs_for_scores_are_drawn_from_all_that_count(here, ask):
    assert ask("--for", "scores")[0] == 0
    assert ask("--for", "scores", "--answers", "next/batch-1/held.csv")[0] == 0
    frame = json.loads((here / "next/version/frame.json").read_text())
    requests = pd.read_csv(here / "next/requests.csv")
    drawn = set(zip(requests["query_id"], requests["doc_id"], strict=True))
    could_be = {(q, d) for q, documents in frame["pairs"].items() for d in documents}
    assert frame["highest_grade"] == 3 and drawn <= could_be and len(could_be) > 60
    status, _, message = ask()
    assert status == 1 and "another comparison: other drawn for" in message


def test_where_all_is_judged_it_says_so(ask):
    status, said, _ = ask(options=("--on", "csfcube", "--measure", "ndcg@5"))
    assert status == 0 and "is judged: nothing is asked for" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--budget", "0"), "asks for nothing"),
        (("--hide", "2"), "no share of the grades"),
        (("--seed", "-1"), "whole number from 0"),
        (("--measure", "map"), "no sum over candidates"),
    ],
)
def test_numbers_and_measures_are_checked(ask, words, said):
    status, output, message = ask(*words)
    assert (status, output) == (1, "") and said in message


def test_runs_that_do_not_differ_or_lack_candidates_are_refused(here, ask):
    status, _, message = ask(runs=("a=best-{facet}.json", "b=best-{facet}.json"))
    assert status == 1 and "rank alike" in message and not (here / "next").exists()
    for facet in FACETS:
        rankings = json.loads((here / f"best-{facet}.json").read_text())
        rankings["q1"].pop()
        (here / f"short-{facet}.json").write_text(json.dumps(rankings))
    status, _, message = ask(runs=("best-{facet}.json", "short-{facet}.json"))
    assert status == 1 and "candidates missing" in message
    status, said, _ = ask("--checks", "warn", runs=("plain-{facet}.json", "short-{facet}.json"))
    assert status == 0 and "plain − short" in said


def test_blank_answers_are_counted_and_the_same_call_again_changes_nothing(here, ask):
    ask()
    rows = ["query_id,doc_id,grade"]
    for number, task in enumerate(read_tasks(here / "next/batch-1")):
        grade = 2 if number % 2 == 0 else ""
        rows.append(f"{task['query_id']},{task['doc_id']},{grade}")
    (here / "half.csv").write_text("\n".join(rows))
    status, said, _ = ask("--answers", "half.csv")
    assert status == 0 and "20 answers are taken in" in said and "20 pairs wait" in said
    assert "20 answers have no grade: they are blank, or were skipped." in said

    before = {path: path.read_bytes() for path in here.glob("next/**/*.*")}
    assert ask()[0] == 0
    assert {path: path.read_bytes() for path in here.glob("next/**/*.*")} == before


def test_two_of_three_runs_that_rank_alike_are_a_note(here, ask):
    for facet in FACETS:
        (here / f"copy-{facet}.json").write_bytes((here / f"best-{facet}.json").read_bytes())
    runs = [f"{name}-{{facet}}.json" for name in ("best", "plain", "copy")]
    status, said, _ = ask(runs=runs)
    assert status == 0 and "\nbest and copy rank alike where ndcg@5 looks.\n" in said
    assert "best − copy   +0.00" in said and "the same where it counts" in said
