"""A benchmark with a protocol of its own that a test adds to a copy: one folder, nothing else."""

import json
import shutil
import subprocess
import sys

import pandas as pd
import pytest

from ..made.folders import DOCUMENTS, GRADES, TOPICS
from .conftest import copy_workflow

FIRST = {"overlap": 1, "longest": 1 / 3}
"""Topics whose first document is relevant: by shared words all, by length one (e has ten words)."""


@pytest.fixture(scope="module")
def place(root, tmp_path_factory):
    """A copy of the workflow with the folder of the benchmark, and its data."""
    place = copy_workflow(root, tmp_path_factory.mktemp("added"))
    added = place.folder / "workflow/scripts/paperpool/benchmarks/added"
    shutil.copytree(root / "tests/made/added_benchmark", added)
    data = {"documents": DOCUMENTS, "topics": TOPICS, "grades": GRADES}
    (place.folder / "data").mkdir()
    (place.folder / "data/added.json").write_text(json.dumps(data))
    return place


def describe(run, **settings):
    """Return the settings of a run with the benchmark's data."""
    evaluation = {"bootstrap": 1000, "permutations": 1000}
    return {"run": run, "data": {"added": "data"}, "evaluation": evaluation | settings}


def test_it_reaches_metrics_report_comparison_and_export(place):
    made = place.run("all", "export", **describe("one"))
    assert made.jobs()["evaluate_added"] == 1
    place.run("added", **describe("two", confidence=0.9))
    folder = place.folder / "results/one"
    metrics = pd.read_csv(folder / "added/metrics.csv").set_index("ranker")
    assert metrics["metric"].unique().tolist() == ["first"]
    assert metrics["value"].to_dict() == pytest.approx(FIRST)
    page = (folder / "report/index.html").read_text()
    assert 'id="added"' in page and "longest: 0.333" in page

    comparison = place.compare("one", "two")
    compared = pd.read_csv(comparison / "figures.csv")
    assert set(compared["benchmark"]) == {"added"} and not compared["difference"].any()
    tested = pd.read_csv(comparison / "differences.csv")
    assert set(zip(tested.ranker_a, tested.ranker_b, strict=True)) == {(n, n) for n in FIRST}
    assert (tested.p_holm == 1).all() and not tested.difference.any()
    assert (folder / "export/added/beir/corpus.jsonl").read_text().count("\n") == len(DOCUMENTS)


def test_its_settings_are_checked(place):
    failed = place.fail("added", "-n", run="odd", data={"added": "odd"})
    assert "The folder is odd." in failed.output
    assert "odd lacks 1 files of the release: added.json." in failed.output
    failed = place.fail("added", "-n", run="odd", data={"aded": "odd"})
    assert "Did you mean 'added'?" in failed.output
    failed = place.fail("added", "-n", run="odd", added={"rankers": ["longst"]})
    assert "Did you mean 'longest'?" in failed.output


PYTHON = """
import paperpool as pp

collection = pp.collection("mine", "data")
runs = {"best": {"1": {"a": 2.0}, "2": {"e": 1.0}, "a": {"b": 1.0}}}
table = pp.evaluate(collection, runs)
print(table[["measure", "value"]].values.tolist())
"""


def test_its_rankings_are_scored_by_the_command_and_in_python(place):
    lines = ["1 Q0 d 1 2.0 x", "1 Q0 a 2 1.0 x", "2 Q0 e 1 1.0 x", "a Q0 b 1 1.0 x"]
    (place.folder / "mine.trec").write_text("".join(f"{line}\n" for line in lines))
    words = ["score", "mine.trec", "--on", "data", "--csv", "mine.csv", "--checks", "warn"]
    for call in (["-m", "paperpool.commands.main", *words], ["-c", PYTHON]):
        done = subprocess.run(
            [sys.executable, *call],
            cwd=place.folder,
            env=place.environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
    assert "['first', 1.0]" in done.stdout
    assert pd.read_csv(place.folder / "mine.csv")["value"].tolist() == pytest.approx([2 / 3])
