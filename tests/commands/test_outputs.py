"""No output of a command is written over what it reads, nor two to one place."""

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from paperpool.commands.main import main
from paperpool.commands.outputs import Input, check_outputs, write_output
from paperpool.commands.score_inputs import list_inputs
from paperpool.errors import UserError
from paperpool.scoring.task import Entry, Place

from ..made.folders import TOPICS, write_beir

RUN = "".join(
    f"{topic} Q0 {document} 0 {-place} tag\n"
    for topic in TOPICS
    for place, document in enumerate("abcde")
)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The working directory, with a BEIR folder, a run of its topics and a file of slices."""
    monkeypatch.chdir(tmp_path)
    write_beir(tmp_path / "coll")
    Path("mine.trec").write_text(RUN)
    Path("slices.csv").write_text("query_id,slice\n1,=cmd()\n2,@x\na,plain\n")
    Path("file").write_text("")
    Path("elsewhere").mkdir()
    return tmp_path


def read_all(folder):
    return {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--csv mine.trec", "--csv mine.trec would be written over RUN mine.trec."),
        ("--html ./coll/../mine.trec", "--html ./coll/../mine.trec would be written over RUN"),
        ("--json symbolic", "--json symbolic would be written over RUN mine.trec."),
        ("--tex hard", "--tex hard would be written over RUN mine.trec."),
        ("--csv coll/corpus.jsonl", "would be written over a file of --on coll."),
        ("--csv inside/qrels/test.tsv", "would be written over a file of --on coll."),
        ("--csv coll/qrels/new.tsv", "would be written among the files of --on coll."),
        ("--csv slices.csv --slices slices.csv", "would be written over --slices slices.csv."),
        ("--csv other.trec --baseline other.trec", "would be written over --baseline other."),
        ("--csv new --json ./new", "--csv new and --json ./new name the same place."),
        ("--csv - --json -", "--csv - and --json - name the same place."),
        ("--csv elsewhere", "--csv needs a file, and this is a folder."),
        ("--csv new/", "--csv needs a file, and this is a folder."),
        ("--csv file/deep/new", "The folder of --csv file/deep/new cannot be made: a file stands"),
        ("--csv=", "--csv names no file: it is empty."),
    ],
)
def test_an_output_that_would_lose_a_file_is_refused(folder, refused, words, message):
    Path("symbolic").symlink_to("mine.trec")
    Path("hard").hardlink_to("mine.trec")
    Path("inside").symlink_to("coll")
    Path("other.trec").write_text(RUN)
    before = read_all(folder)
    [said] = refused("mine.trec", "--on", "coll", *words.split())
    assert message in said
    assert read_all(folder) == before


def test_all_problems_are_told_before_anything_is_read(folder, refused):
    Path("coll/corpus.jsonl").write_text("damaged")
    said = refused("mine.trec", "--on", "coll", "--csv", "mine.trec", "--json", "elsewhere")
    assert len(said) == 2


def test_a_file_that_a_file_of_the_collection_is_a_link_to_is_an_input(folder, refused):
    moved = Path("elsewhere/corpus.jsonl")
    Path("coll/corpus.jsonl").rename(moved)
    Path("coll/corpus.jsonl").symlink_to(moved.absolute())
    [said] = refused("mine.trec", "--on", "coll", "--csv", moved)
    assert said.endswith("would be written over a file of --on coll.")


def test_a_file_of_a_run_with_a_place_for_its_facet_is_an_input(here, refused):
    [said] = refused("best-{facet}.json", "--on", "csfcube", "--json", "best-method.json")
    assert said == "--json best-method.json would be written over RUN best-{facet}.json."
    released = "resources/csfcube/ranked_pools/test-pid2pool-csfcube-specter-method-ranked.json"
    [said] = refused(
        *("best-{facet}.json", "--on", "csfcube", "--baseline", "specter", "--csv", released)
    )
    assert "would be written over a file of --on csfcube." in said


def test_other_files_are_written_and_replaced(folder, score):
    """Beside the collection, as the working directory may be its folder; and to a device."""
    for _ in range(2):
        outputs = ("--csv", "coll/scores.csv", "--json", "/dev/null", "--tex", "/dev/null")
        assert score("mine.trec", "--on", "coll", *outputs)[0] == 0
    assert Path("coll/scores.csv").read_text().startswith("benchmark,")
    assert Path("/dev/null").is_char_device()


@pytest.mark.parametrize("name", ["-", "/dev/stdout"])
def test_an_output_on_standard_output_stands_alone(folder, score, name):
    _, text, _ = score("mine.trec", "--on", "coll", "--csv", "scores.csv")
    status, output, message = score("mine.trec", "--on", "coll", "--csv", name)
    assert status == 0
    assert output == Path("scores.csv").read_text()
    assert message == text.replace(f"\nWritten: {folder / 'scores.csv'}\n", "")
    _, output, _ = score("mine.trec", "--on", "coll", "--json", name)
    assert json.loads(output)["title"] == "coll"


def test_slices_of_a_user_are_no_formulas(folder, score):
    _, text, _ = score("mine.trec", "--on", "coll", "--slices", "slices.csv", "--csv", "s.csv")
    assert "\n=cmd() (1 query)\n" in text
    with Path("s.csv").open() as file:
        slices = {row["slice"] for row in csv.DictReader(file)}
    assert slices == {"all", "'=cmd()", "'@x", "plain"}


def test_a_terminal_without_the_characters_is_no_error(folder, root):
    Path("é.trec").write_text(RUN)
    environment = {
        **os.environ,
        **{"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        "PYTHONPATH": str(root / "workflow/scripts"),
    }
    command = [sys.executable, "-m", "paperpool.commands.main", "score", "mine.trec"]
    done = subprocess.run(
        [*command, "--on", "coll", "--csv", "é.csv"], capture_output=True, env=environment
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"test split (x100, with 95%" in done.stdout
    assert f"{folder}/é.csv".encode() in done.stdout  # a file's name, byte by byte
    assert Path("é.csv").is_file()


def test_a_submission_and_a_finished_run_are_inputs(folder):
    Path("submission/Task1").mkdir(parents=True)
    steps = Path("results/done/collections/own/steps")
    steps.mkdir(parents=True)
    Path("results/done/config.yaml").write_text("{}")
    place = Place("collections", steps, "own", write_beir(folder / "coll"), is_stored=True)
    entries = [Entry("submission", ("submission",))]
    inputs = list_inputs(place, "--on own", entries, ["submission"], None)
    refused = {
        "submission/Task1/A.csv": "RUN submission",
        "submission/B.csv": "RUN submission",
        "results/done/new.csv": "--on own",
        "results/done/csfcube/metrics.csv": "--on own",
        "coll/corpus.jsonl": "--on own",
    }
    for output, argument in refused.items():
        with pytest.raises(UserError, match=argument):
            check_outputs({"--csv": output}, inputs)
    check_outputs({"--csv": "submission/page.html", "--json": "results/new.json"}, inputs)


@pytest.mark.parametrize(
    "words",
    [
        "compare a b --json results/a/new.json",
        "compare a b/bm25 --json results/b/config.yaml",
        "compare a b --json results/compare/a-vs-b/index.html",
        "plan --from a --json results/a/config.yaml",
        "plan --from a --json overlay.yaml --configfile overlay.yaml",
        "run -n --report overlay.yaml --configfile overlay.yaml",
    ],
)
def test_other_commands_keep_what_they_read(folder, capsys, words):
    for run in "ab":
        Path(f"results/{run}/benchmarks").mkdir(parents=True)
        Path(f"results/{run}/config.yaml").write_text("{}")
    Path("results/compare/a-vs-b").mkdir(parents=True)
    Path("overlay.yaml").write_text("seed: 3\n")
    before = read_all(folder)
    assert main(words.split()) == 1
    assert " would be written " in capsys.readouterr().err
    assert read_all(folder) == before


def test_a_pipe_is_written_to_and_stays(folder):
    read, write = os.pipe()
    write_output(f"/dev/fd/{write}", "é\n")
    os.close(write)
    with os.fdopen(read, encoding="utf-8") as stream:
        assert stream.read() == "é\n"


def test_a_folder_that_takes_no_file_is_told_before(folder, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # root may write anywhere
    with pytest.raises(UserError, match="you have no right to write in its folder"):
        check_outputs({"--csv": "elsewhere/new.csv"}, [Input("RUN", Path("mine.trec"))])
