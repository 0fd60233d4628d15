"""The dispatcher: a command alone is loaded, and a mistake ends with its message alone."""

import os
import subprocess
import sys

import pytest

from paperpool.commands.main import main

SCORING = """
import sys
from paperpool.commands.main import main
status = main(sys.argv[1:])
print(*sorted({name.partition(".")[0] for name in sys.modules}), file=sys.stderr)
sys.exit(status)
"""

SLOW = {
    *("torch", "transformers", "sentence_transformers", "snakemake", "sklearn", "gensim", "numba"),
    *("flask", "faiss", "duckdb", "networkx", "scipy", "jsonschema"),
}
"""What scoring never needs."""

OF_THE_PAGE = {"matplotlib", "jinja2"}


def modules_of(root, folder, *arguments):
    done = subprocess.run(
        [sys.executable, "-c", SCORING, "score", *arguments],
        capture_output=True,
        text=True,
        cwd=folder,
        env={"PYTHONPATH": str(root / "workflow/scripts")},
    )
    assert done.returncode == 0, done.stderr
    return set(done.stderr.split())


def test_scoring_loads_nothing_slow(root, here):
    loaded = modules_of(root, here, "best-{facet}.json", "--on", "csfcube")
    assert "pandas" in loaded
    assert not loaded & (SLOW | OF_THE_PAGE)


def test_scores_have_the_same_bits_on_any_number_of_cores(monkeypatch, capsys):
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    assert main(["score", "mine.trec", "--on", "nowhere"]) == 1
    assert os.environ["OPENBLAS_NUM_THREADS"] == "1"
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "3")
    assert main(["score", "mine.trec", "--on", "nowhere"]) == 1
    assert os.environ["OPENBLAS_NUM_THREADS"] == "3"


def test_a_page_needs_the_core_alone(root, here):
    page = ("--html", "page.html", "--baseline", "specter")
    loaded = modules_of(root, here, "best-{facet}.json", "--on", "csfcube", *page)
    assert loaded >= OF_THE_PAGE
    assert not loaded & SLOW


def test_its_version_is_that_of_the_package(root, capsys):
    with pytest.raises(SystemExit):
        main(["--version"])
    version = capsys.readouterr().out.removeprefix("paperpool ").strip()
    assert f'version = "{version}"\n' in (root / "pyproject.toml").read_text()


def test_another_commands_arguments_are_refused(capsys):
    with pytest.raises(SystemExit) as caught:
        main(["score", "run", "--on", "csfcube", "--port", "1"])
    assert caught.value.code == 2
    printed = capsys.readouterr().err
    assert "unrecognized arguments: --port" in printed
    assert printed.startswith("usage: paperpool score ")


def test_a_reader_that_has_read_enough_is_no_traceback(root, tmp_path):
    command = [sys.executable, "-m", "paperpool.commands.main", "fetch"]
    running = subprocess.Popen(
        command,
        cwd=tmp_path,
        env={"PYTHONPATH": str(root / "workflow/scripts")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    running.stdout.close()  # before anything is printed
    with running.stderr:
        assert running.stderr.read() == ""
    assert running.wait() == 1
