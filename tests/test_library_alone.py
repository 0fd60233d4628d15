"""The library in an environment that has its declared dependencies alone."""

import os
import subprocess
import sys
import tomllib
from functools import cache
from importlib import metadata

import pytest
from packaging.utils import canonicalize_name

SCORING = """
import paperpool as pp

papers = {"a": "Ice melts.", "b": "Tea is hot.", "c": "The sun burns."}
collection = pp.collection("mine", papers=papers, queries={"q": "hot tea"}, qrels={"q": {"b": 1}})
scores = pp.evaluate(collection, {"q": {"b": 2.0, "a": 1.0}}, measures=["nDCG@10"])
assert scores["value"].tolist() == [1.0], scores
"""

COMMAND = """
import sys
from paperpool.commands.main import main

sys.exit(main(["score", "mine.trec", "--on", "beir", "--csv", "scores.csv"]))
"""


@pytest.fixture(scope="module")
def environment(root, lock, tmp_path_factory):
    """The variables of an environment of links to the core's packages, and to no other one."""
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    needed = lock.collect_needed(
        project["dependencies"], requires=cache(lambda name: metadata.requires(name) or [])
    )
    assert not {"torch", "snakemake", "duckdb", "gensim"} & set(map(canonicalize_name, needed))

    folder = tmp_path_factory.mktemp("packages")
    for name in needed:
        distribution = metadata.distribution(name)
        for top in {file.parts[0] for file in distribution.files}:
            if top != "..":
                link = folder / top
                if not link.exists():
                    link.symlink_to(distribution.locate_file(top))
    paths = [str(root / "workflow/scripts"), str(folder)]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


def run_alone(code, environment, folder):
    """Run code without the packages of this Python; a failure is the test's."""
    words = [sys.executable, "-S", "-c", code]
    done = subprocess.run(words, capture_output=True, text=True, cwd=folder, env=environment)
    assert done.returncode == 0, done.stderr[-3000:]


def test_python_scores_a_run(environment, tmp_path):
    run_alone(SCORING, environment, tmp_path)


def test_the_command_scores_a_run(environment, tmp_path):
    folder = tmp_path / "beir"
    (folder / "qrels").mkdir(parents=True)
    (folder / "corpus.jsonl").write_text(
        '{"_id": "a", "title": "Ice", "text": "Ice melts."}\n'
        '{"_id": "b", "title": "Tea", "text": "Tea is hot."}\n'
    )
    (folder / "queries.jsonl").write_text('{"_id": "q", "text": "hot tea"}\n')
    (folder / "qrels/test.tsv").write_text("query-id\tcorpus-id\tscore\nq\tb\t1\n")
    (tmp_path / "mine.trec").write_text("q Q0 b 1 2.0 mine\nq Q0 a 2 1.0 mine\n")
    run_alone(COMMAND, environment, tmp_path)
    assert "mine" in (tmp_path / "scores.csv").read_text()
