"""Comparisons from the command to their files."""

import os
import shutil
import subprocess
import sys

import pandas as pd
import pytest

from paperpool.csfcube.evaluation import evaluate_runs
from paperpool.evaluation.paired_draws import Resampling

FILES = ["differences.csv", "index.html", "queries.csv"]


def names(folder):
    return sorted(file.name for file in folder.iterdir())


def test_figures_and_tests_are_those_of_the_evaluation_with_a_as_the_baseline(results, best, by_id):
    results.write_run("base", {"x": by_id, "y": best})
    folder = results.compare("base/x", "base/y")
    assert folder.name == "base--x-vs-base--y"
    table = pd.read_csv(folder / "differences.csv")
    evaluation = evaluate_runs(
        results.collection, {"x": by_id, "y": best}, {}, ["x"], Resampling(13, 200, 2000, 0.95)
    )
    tests = ["benchmark", "protocol", "split", "slice", "metric", "n_queries"]
    tests += ["difference", "ci_low", "ci_high", "p", "p_holm"]
    pd.testing.assert_frame_equal(table[tests], evaluation.significance[tests], check_exact=True)
    metrics = evaluation.metrics
    assert table.value_a.tolist() == metrics[metrics.ranker == "x"].value.tolist()
    assert table.value_b.tolist() == metrics[metrics.ranker == "y"].value.tolist()


def test_draws_follow_a(results, best, by_id):
    results.write_run("base", {"bm25": by_id})
    results.write_run("mine", {"bm25": best})
    expected = (results.compare("base", "mine") / "differences.csv").read_bytes()
    results.write_run("mine", {"bm25": best}, seed=99)
    assert (results.compare("base", "mine") / "differences.csv").read_bytes() == expected
    results.write_run("base", {"bm25": by_id}, seed=99)
    assert (results.compare("base", "mine") / "differences.csv").read_bytes() != expected


def test_a_run_and_itself_differ_in_nothing(results, best, by_id):
    results.write_run("base", {"x": by_id, "y": best})
    folder = results.compare("base", "base")
    table = pd.read_csv(folder / "differences.csv")
    assert table[["ranker_a", "ranker_b"]].drop_duplicates().to_numpy().tolist() == [
        ["x", "x"],
        ["y", "y"],
    ]
    assert (table[["difference", "ci_low", "ci_high"]] == 0).all(axis=None)
    assert (table[["p", "p_holm"]] == 1).all(axis=None)
    assert (pd.read_csv(folder / "queries.csv").difference == 0).all()


def test_the_same_comparison_gives_the_same_bytes(results, best, worst):
    results.write_run("base", {"bm25": worst, "x": best})
    results.write_run("mine", {"bm25": best, "x": worst})
    folder = results.compare("base", "mine")
    assert folder == results.folder / "compare/base-vs-mine" and names(folder) == FILES
    first = {name: (folder / name).read_bytes() for name in FILES}
    shutil.rmtree(folder)
    assert results.compare("base", "mine") == folder
    assert {name: (folder / name).read_bytes() for name in FILES} == first


def test_what_an_earlier_comparison_left_is_not_taken_for_a_table_of_this_one(results, best):
    for name in ("base", "mine"):
        results.write_run(name, {"bm25": best})
    folder = results.compare("base", "mine")
    (folder / "figures.csv").write_text("of an earlier one")
    assert names(results.compare("base", "mine")) == FILES


@pytest.mark.parametrize(
    ("rankings", "said"),
    [
        ([], "A has rankings of x. B has no rankings."),
        (["y"], "B has rankings of y. x: only A has it. y: only B has it."),
    ],
)
def test_without_anything_in_common_there_is_nothing_to_compare(results, best, rankings, said):
    results.write_run("base", {"x": best})
    results.write_run("mine", dict.fromkeys(rankings, best))
    message = results.failure("base", "mine")
    assert "base and mine have nothing in common that could be compared. A has rank" in message
    assert said in message and "two rankers: paperpool compare base/RANKER mine/RANKER" in message


@pytest.fixture
def command(root, results):
    """Return a function that runs the command beside the results."""

    def call(*arguments):
        return subprocess.run(
            [sys.executable, "-m", "paperpool.commands.main", "compare", *arguments],
            cwd=results.folder.parent,
            env={**os.environ, "PYTHONPATH": str(root / "workflow/scripts")},
            capture_output=True,
            text=True,
        )

    return call


def test_the_command_ends_with_the_path_of_the_page(results, best, command):
    results.write_run("base", {"x": best})
    done = command("--", "base/x", "base/x")
    page = results.folder.resolve() / "compare/base--x-vs-base--x/index.html"
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == f"The comparison: {page}"
    assert page.is_file()


def test_a_mistake_ends_the_command_with_its_message_alone(results, best, command):
    results.write_run("base", {"x": best})
    done = command("--", "base", "-nowhere")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("'-nowhere' names no run.\n  Where: B\n  Hint: ")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("arguments", [[], ["A=base"], ["B=base"]])
def test_make_without_a_or_b_says_how_it_is_used(root, arguments):
    ours = {"A", "B", "MAKEFLAGS", "MAKELEVEL"}  # the tests themselves may run under make
    environment = {key: value for key, value in os.environ.items() if key not in ours}
    done = subprocess.run(
        ["make", "--old-file=setup", "--old-file=.venv/.installed", "compare", *arguments],
        cwd=root,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode != 0
    assert done.stdout == "Usage: make compare A=run B=run, or A=run/ranker B=run/ranker\n"
