"""Which run is searched, and what the command says."""

import os
import subprocess
import sys

import pytest
import yaml

from paperpool.errors import UserError
from paperpool.search_page.choosing import choose_run, searchable_runs


@pytest.fixture
def make_run(tmp_path):
    """Return a function: a run that can be searched, or whose corpus lacks its papers."""

    def make(name, age=0, finished=True):
        corpus = tmp_path / name / "corpus"
        corpus.mkdir(parents=True)
        config = tmp_path / name / "config.yaml"
        data = {"s2orc": ["shard.jsonl"], "csfcube": None}
        config.write_text(yaml.safe_dump({"run": name, "data": data}), encoding="utf-8")
        os.utime(config, (10**9 - age, 10**9 - age))
        if finished:
            (corpus / "papers.parquet").touch()
            (corpus / "twins.parquet").touch()
        return tmp_path

    return make


def test_the_demo_comes_first_then_the_latest_finished_run(make_run):
    make_run("old", age=20)
    make_run("new", age=10)
    results = make_run("newest", age=0, finished=False)
    assert searchable_runs(results) == ["new", "old"]
    assert choose_run(None, results) == "new"
    assert choose_run("old", results) == "old"
    make_run("demo", age=30)
    assert choose_run(None, results) == "demo"


def test_a_run_that_cannot_be_searched_is_refused_and_others_are_named(make_run):
    make_run("good")
    results = make_run("half", finished=False)
    for name in ("half", "nowhere", "../good"):
        with pytest.raises(UserError, match="Searchable: good"):
            choose_run(name, results)


def test_without_any_run_the_message_says_how_to_make_one(tmp_path):
    with pytest.raises(
        UserError, match=r"There is no run to search.\n.*\n  Hint: Make one: make demo."
    ):
        choose_run(None, tmp_path)


@pytest.mark.parametrize("arguments", [["nowhere"], ["--port", "0", "--", "-x"], []])
def test_a_mistake_ends_the_command_with_its_message_alone(root, tmp_path, arguments):
    done = subprocess.run(
        [sys.executable, "-m", "paperpool.commands.main", "app", *arguments],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(root / "workflow/scripts")},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "  Hint: " in done.stderr and "Traceback" not in done.stderr
