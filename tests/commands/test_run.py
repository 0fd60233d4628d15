"""`paperpool run`: which workflow it starts, and what it refuses before Snakemake starts."""

import argparse
import sys
from pathlib import Path

import pytest

from paperpool.errors import UserError
from paperpool.workflow.commands import run
from paperpool.workflow.commands.run import add_arguments, execute, find_snakefile
from paperpool.workflow.running.failures.records import FailureFilter


@pytest.fixture
def refuse(tmp_path, monkeypatch):
    """Return a function: the one problem of a command line, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def call(*words):
        parser = argparse.ArgumentParser()
        add_arguments(parser)
        with pytest.raises(UserError) as raised:
            execute(*parser.parse_known_args(words))
        (problem,) = raised.value.problems
        assert problem.hint
        return problem

    return call


def test_the_workflow_is_that_of_the_folder_else_that_of_the_checkout(root, tmp_path):
    module = root / "workflow/scripts/paperpool/workflow/commands/run.py"
    own = str(root / "workflow/Snakefile")
    assert find_snakefile(None, tmp_path, module) == own
    (tmp_path / "workflow").mkdir()
    (tmp_path / "workflow/Snakefile").write_text("")
    assert find_snakefile(None, tmp_path, module) == str(tmp_path / "workflow/Snakefile")
    for named in (own, "https://example.org/Snakefile"):
        assert find_snakefile(named, tmp_path, module) == named


def test_without_a_workflow_there_is_a_hint(tmp_path):
    with pytest.raises(UserError) as raised:
        find_snakefile(None, tmp_path, tmp_path / "site-packages/paperpool/commands/run.py")
    (problem,) = raised.value.problems
    assert problem.what == "There is no workflow here." and "--snakefile" in problem.hint


def test_a_snakefile_that_is_not_there_is_named(refuse):
    problem = refuse("corpus", "-s", "nowhere/Snakefile")
    assert problem.where == str(Path("nowhere/Snakefile"))


@pytest.mark.parametrize(
    ("text", "what", "where"),
    [
        (None, "There is no such overlay.", "mine.yaml"),
        ("run: [a\nb: c", "expected ',' or ']', but got ':'", "mine.yaml, line 2"),
    ],
    ids=["absent", "broken"],
)
def test_an_overlay_that_cannot_be_used_is_named(refuse, text, what, where):
    if text is not None:
        Path("mine.yaml").write_text(text)
    problem = refuse("corpus", "-n", "--configfile", "mine.yaml")
    assert what in problem.what and problem.where == where


def test_arguments_that_snakemake_does_not_take_are_refused(refuse):
    problem = refuse("corpus", "--no-such-option")
    assert "unrecognized arguments: --no-such-option" in problem.what


def test_a_target_behind_configfile_is_told_where_it_goes(refuse):
    Path("mine.yaml").write_text("run: mine\n")
    Path("pools").mkdir()
    for target in ("collections", "pools"):
        problem = refuse("-n", "--configfile", "mine.yaml", target)
        assert f"There is no overlay '{target}'" in problem.what
        assert problem.hint.endswith(f": paperpool run {target} --configfile mine.yaml")


def test_without_a_home_snakemake_needs_a_folder_for_its_cache(refuse, root, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file/cache"))
    problem = refuse("corpus", "-s", str(root / "workflow/Snakefile"))
    assert problem.where == str(tmp_path / "file/cache/snakemake")
    assert "XDG_CACHE_HOME" in problem.hint


@pytest.fixture
def call(tmp_path, monkeypatch):
    """Return a function: the status of the command where Snakemake's entry does what is given."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(run, "watch_snakemake", FailureFilter)  # not for the tests to come
    (tmp_path / "Snakefile").write_text("")

    def call(entry):
        monkeypatch.setattr("snakemake.cli.main", entry)
        parser = argparse.ArgumentParser()
        add_arguments(parser)
        return execute(*parser.parse_known_args(["--snakefile", "Snakefile"]))

    return call


def end(with_what):
    """Return an entry that ends as given."""

    def main(words):
        raise with_what

    return main


def test_the_status_is_snakemakes_and_what_ends_it_is_told_of(call, capsys):
    assert call(lambda words: None) == call(end(SystemExit())) == call(end(SystemExit(0))) == 0
    assert capsys.readouterr() == ("", "")
    assert call(end(SystemExit("its message"))) == 1 and call(end(SystemExit(3))) == 3
    assert capsys.readouterr().err.count("Snakemake stopped.\n  Where: its own lines") == 2
    assert call(end(KeyboardInterrupt())) == 130
    assert capsys.readouterr().err == "Interrupted. The same command goes on where it stopped.\n"
    with pytest.raises(UserError, match="permission is denied") as raised:
        call(end(PermissionError(13, "Permission denied", ".snakemake/log")))
    [problem] = raised.value.problems
    assert problem.where == ".snakemake/log" and "the same command again" in problem.hint


def test_without_snakemake_there_is_a_hint(monkeypatch):
    monkeypatch.setitem(sys.modules, "snakemake.cli", None)
    with pytest.raises(UserError, match="Snakemake is not installed") as raised:
        run.parse_words([])
    [problem] = raised.value.problems
    assert problem.where == sys.executable and "pip install '.[workflow]'" in problem.hint


def test_a_profile_that_snakemake_does_not_look_for_is_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(run, "watch_snakemake", FailureFilter)
    started = []
    monkeypatch.setattr("snakemake.cli.main", started.append)
    snakefile = tmp_path / "clone/workflow/Snakefile"
    (tmp_path / "clone/profiles/default").mkdir(parents=True)
    snakefile.parent.mkdir()
    snakefile.write_text("")
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    for further in ([], ["--workflow-profile", "none"]):
        assert execute(*parser.parse_known_args(["-s", str(snakefile), *further])) == 0
    (tmp_path / "profiles/default").mkdir(parents=True)  # which Snakemake finds
    assert execute(*parser.parse_known_args(["-s", str(snakefile)])) == 0
    named = ["--workflow-profile", str(tmp_path / "clone/profiles/default")]
    start = ["--snakefile", str(snakefile)]
    assert started == [[*start, *named], [*start, "--workflow-profile", "none"], start]
