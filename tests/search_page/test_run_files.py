"""The runs that can be searched, the default one, and messages for the others."""

import os
import shutil
import subprocess
import sys

import pytest
import yaml

from paperpool.errors import UserError
from paperpool.extras.search_page.run_files import choose_run, find_run, searchable_runs
from paperpool.workflow.running.manifest import note_files

from ..made.search_run import write_run


def test_the_files_of_a_run(made_results):
    run = find_run("both", made_results)
    assert [file.name for file in run.papers] == ["shard_0.parquet", "shard_1.parquet"]
    assert [file.name for file in run.citations] == ["shard_0.parquet", "shard_1.parquet"]
    assert run.sentences == [made_results / "both/facets/sentences.parquet"]
    assert run.twins == made_results / "both/corpus/twins.parquet"
    assert sorted(run.collection.papers) == ["a6", "c1", "q1", "q2"]
    assert run.labeller is None
    assert find_run("made", made_results).collection is None


def test_single_files_and_parts_of_tables_are_found(tmp_path):
    folder = write_run(tmp_path)
    (folder / "corpus/papers/shard_0.parquet").rename(folder / "corpus/papers.parquet")
    parts = folder / "facets/sentences"
    parts.mkdir()
    shutil.move(folder / "facets/sentences.parquet", parts / "part_0.parquet")
    run = find_run("made", tmp_path)
    assert run.papers == [folder / "corpus/papers.parquet"]
    assert run.sentences == [parts / "part_0.parquet"]


def test_the_labeller_is_the_given_one_or_the_runs_own(tmp_path):
    folder = write_run(tmp_path)
    (folder / "facets/labeller").mkdir()
    (folder / "facets/labeller/config.json").write_text("{}")
    assert find_run("made", tmp_path).labeller == str(folder / "facets/labeller")
    write_run(tmp_path, "given", facets={"model": "package:other"})
    assert find_run("given", tmp_path).labeller == "package:other"
    extended = write_run(tmp_path, "extended", facets={"train_on": ["sheet.csv"]})
    (extended / "facets/extended_labeller").mkdir()
    (extended / "facets/extended_labeller/config.json").write_text("{}")
    found = find_run("extended", tmp_path).labeller
    assert found == str(extended / "facets/extended_labeller")
    for trained, labeller in ((None, "package:paperpool"), ("head", None)):
        write_run(tmp_path, f"is-{trained}".lower(), facets={"model": None, "train": trained})
        assert find_run(f"is-{trained}".lower(), tmp_path).labeller == labeller


NO_NAMES = ["../made", "", "Made", ".made", "made/../made", "a b", "made/", "/beir", "made//beir"]


@pytest.mark.parametrize("name", [*NO_NAMES, "made/../both", "a/b/c"])
def test_what_is_no_name_never_becomes_a_path(made_results, name):
    with pytest.raises(UserError, match="is not the name of a run"):
        find_run(name, made_results)


def test_an_unknown_run_is_met_with_those_that_there_are(made_results):
    with pytest.raises(UserError, match=r"no run 'maed'(.|\n)*Did you mean 'made'\?.*alone, both"):
        find_run("maed", made_results)


@pytest.mark.parametrize("collection", [False, True])
def test_an_unfinished_corpus_is_named_with_its_command(tmp_path, collection):
    """A collection does not stand in for a corpus that was requested."""
    folder = write_run(tmp_path, collection=collection)
    (folder / "corpus/twins.parquet").unlink()
    with pytest.raises(UserError, match=r"no table of twins(.|\n)*snakemake corpus"):
        find_run("made", tmp_path)
    shutil.rmtree(folder / "corpus")
    with pytest.raises(UserError, match=r"no table of papers(.|\n)*snakemake corpus"):
        find_run("made", tmp_path)


def test_a_run_of_neither_corpus_nor_collection_has_nothing_to_search(tmp_path):
    folder = write_run(tmp_path, corpus=False)
    file = folder / "config.yaml"
    file.write_text(file.read_text().replace("s2orc: null", "s2orc: null\n  scisumm: somewhere"))
    with pytest.raises(UserError, match="has no papers to search"):
        find_run("made", tmp_path)


@pytest.mark.parametrize("file", ["corpus/papers/shard_1.parquet", "facets/sentences.parquet"])
def test_a_table_that_was_emptied_is_not_searched(tmp_path, file):
    folder = write_run(tmp_path)
    (folder / "logs").mkdir()
    (folder / "logs/lock").touch()
    note_files([folder / file])
    find_run("made", tmp_path)
    (folder / file).write_bytes(b"")
    with pytest.raises(UserError, match="The file is damaged: it is empty") as caught:
        find_run("made", tmp_path)
    assert str(folder / file) in str(caught.value)


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
