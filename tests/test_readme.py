"""What README says is held by something: the numbers by our scores, the first words by tests."""

import csv
import re
import shlex
import shutil

import pytest

from paperpool.commands.main import main
from paperpool.rankers.registry import find_kinds
from paperpool.resources import shipped

HELD = {
    "came as data and scoring scripts": "docs/notes.md",
    "makes such test collections of your papers": "tests/workflow/test_another_field.py",
    "filters the corpus": "tests/corpus/test_filters.py",
    "draws pools": "tests/workflow/test_pools.py",
    "takes them to annotators and back": "tests/workflow/test_annotation.py",
    "measures agreement": "tests/workflow/test_agreement.py",
    "writes a release": "tests/annotation/test_imported_release.py",
    "sets scores beside published ones": "tests/workflow/test_real_data.py",
    "Each step gives the same bytes on any number of cores": "tests/workflow/test_smoke.py",
    "A stopped run goes on with the same command": "tests/workflow/test_crash.py",
}
"""What the first paragraph says, and the tests that hold it; of what others published, the page."""

CELL = {"protocol": "official", "split": "test", "slice": "all"}


@pytest.fixture(scope="module")
def text(root):
    """README, its lines joined."""
    return " ".join((root / "README.md").read_text("utf-8").split())


@pytest.fixture(scope="module")
def find_score():
    """Return a function: the expected score of a ranker on CSFCube, ×100 with two decimals."""
    rows = []
    for name in ("csfcube", "csfcube-mpnet"):
        with open(shipped(f"expected/{name}.csv"), newline="") as file:  # noqa: PTH123
            rows += csv.DictReader(file)

    def find(ranker, metric="ndcg%20"):
        wanted = CELL | {"ranker": ranker, "metric": metric}
        found = {row["value"] for row in rows if wanted.items() <= row.items()}
        return f"{100 * float(min(found)):.2f}"

    return find


def test_its_first_words_say_what_it_does_and_each_is_held(root, text):
    first = text.partition("**Score your run**")[0].partition("# paperpool ")[2]
    assert "on any number of cores." in " ".join(first.split()[:60])
    for words, holder in HELD.items():
        assert words in first and (root / holder).is_file(), words
    assert f"{len(find_kinds())} kinds of rankers" in first


def test_best_scores_are_the_expected_ones(text, find_score):
    best = f"{float(find_score('best')):.1f}"
    undesigned = f"{float(find_score('best-undesigned')):.1f}"
    assert f"NDCG%20 of {best}, or {undesigned} without" in text


def test_the_scored_run_is_what_the_command_prints(root, real_data, tmp_path, monkeypatch, capsys):
    """Of the public ranking that README names; every line that is shown is printed, in order."""
    release = real_data("csfcube")
    runs = real_data("known-runs") / "sciatica/all_mpnet_base_v2"
    (tmp_path / "resources").mkdir()
    (tmp_path / "resources/csfcube").symlink_to(release.resolve())
    for file in runs.glob("test-pid2pool-*-ranked.json"):
        facet = file.stem.split("-")[-2]
        shutil.copyfile(file, tmp_path / f"mine-{facet}.json")
    monkeypatch.chdir(tmp_path)
    readme = (root / "README.md").read_text("utf-8")
    call = re.search(r"^\$ paperpool (score .+)$", readme, re.MULTILINE)[1]
    assert main(shlex.split(call)) == 0
    printed = iter(capsys.readouterr().out.splitlines())
    shown = readme.partition(f"{call}\n")[2].partition("```")[0].splitlines()
    assert len(shown) == 8 and all(line in printed for line in shown)


def test_published_scores_are_those_of_the_table(text):
    with open(shipped("published/csfcube.csv"), newline="") as file:  # noqa: PTH123
        rows = list(csv.DictReader(file))
    scores = {}
    for row in rows:
        if row["system"].startswith("otAspire") and CELL.items() <= row.items():
            scores[row["system"], row["metric"]] = f"{100 * float(row['value']):.2f}"
    released = scores["otAspire (released)", "ndcg%20"]
    mean = scores["otAspire", "ndcg%20"]
    assert f"is {released}, of otAspire's released model" in text
    assert f"cited {mean} is the mean of its three trainings" in text


def test_the_number_of_packages_is_that_of_the_locks(root, text):
    locked = re.findall(r"^[a-z0-9-]+==", (root / "requirements.lock").read_text(), re.MULTILINE)
    assert f"installs {len(locked) + 1} packages" in text  # with torch
    assert f"| {len(locked) + 1} | " in (root / "docs/installing.md").read_text("utf-8")


def test_a_collection_is_loaded_ranked_and_scored_in_five_lines(root, text):
    assert "Five lines load a collection, rank it and score the runs" in text
    page = (root / "docs/python.md").read_text("utf-8")
    first = page.partition("```python\n")[2].partition("```")[0]
    lines = [line for line in first.splitlines() if line and not line.startswith("import")]
    assert len(lines) == 5 and "pp.collection(" in lines[0] and "pp.evaluate(" in lines[-1]
