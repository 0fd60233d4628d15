"""The problem, its place and a hint are the last lines, or with plain snakemake nearly so."""

import asyncio
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest

from paperpool.workflow import snakefile as guard

DEMO = {"papers": 300, "shards": 1, "bulk_shards": 0, "queries": 6}

NEVER = ("Traceback", "message: None")


@pytest.fixture
def overlay(workplace):
    """Return a function that writes an overlay and returns the arguments that name it."""

    def write(**content):
        path = workplace.overlay("last", {"run": "last", "demo": DEMO, **content})
        return ["--configfile", path]

    return write


def check_end(failed, what, where, n=3):
    """Check that the last ``n`` lines have a message of three parts; return them."""
    assert failed.returncode == 1 and not [word for word in NEVER if word in failed.output]
    lines = failed.last_lines(n)
    place = next((i for i, line in enumerate(lines) if what in line), None)
    assert place is not None, failed.output[-3000:]
    assert lines[place + 1].startswith("  Where: ") and where in lines[place + 1]
    assert lines[place + 2].startswith("  Hint: ")
    return lines


def test_a_disk_that_takes_no_more_is_told_of_last(workplace, overlay):
    failed = workplace.paperpool_run(
        "results/last/demo/plan.npz",
        *overlay(),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000)),
    )
    what = "A file would grow larger than the system allows."
    check_end(failed, what, "results/last/demo/csfcube/")
    assert failed.output.count(what) == 2  # as the job ended, and last


def test_every_job_that_failed_is_told_of_among_the_last_ten_lines(workplace, tiny_bert):
    shutil.copytree(tiny_bert(["the", "of"]), workplace.folder / "cut")
    (workplace.folder / "cut/model.safetensors").write_bytes(b"cut")
    (workplace.folder / "theirs.json").write_text('{"1_background": ')
    rankers = {
        "cut": {"kind": "dense", "model": "./cut"},
        "theirs": {"kind": "run", "path": "theirs.json"},
    }
    targets = [f"results/last/csfcube/runs/{name}.parquet" for name in rankers]
    failed = workplace.fail(*targets, "--keep-going", run="last", demo=DEMO, rankers=rankers)
    check_end(failed, "The model cannot be loaded: ", "model './cut'", n=10)
    check_end(failed, "Run 'theirs'", "theirs.json", n=10)


def test_after_results_that_cannot_be_written_make_adds_one_line(root, tmp_path):
    for name in ("Makefile", "workflow", "config"):
        (tmp_path / name).symlink_to(root / name)
    (tmp_path / ".venv").symlink_to(sys.prefix)
    (tmp_path / "results").write_text("a file")
    above = {"MAKEFLAGS", "MAKELEVEL"}  # the tests themselves may run under make
    done = subprocess.run(
        ["make", "--old-file=setup", "--old-file=.venv/.installed", "demo"],
        cwd=tmp_path,
        env={key: value for key, value in os.environ.items() if key not in above},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    *lines, what, where, hint, last = done.stdout.rstrip("\n").split("\n")
    assert done.returncode and last.startswith("make: ***") and "Traceback" not in done.stdout
    assert what == "A folder is expected, and results is a file."
    assert where.startswith("  Where: results") and hint.startswith("  Hint: ")
    assert lines  # Snakemake's own


def test_shards_that_cannot_be_read_and_a_missing_collection_are_found_at_the_start(workplace):
    (workplace.folder / "metadata_0.jsonl.gz").symlink_to("nowhere")
    (workplace.folder / "metadata_1.jsonl.gz").mkdir()
    data = {"s2orc": ["metadata_*.jsonl.gz"], "csfcube": "nowhere"}
    failed = workplace.fail("-n", run="last", data=data)
    lines = check_end(failed, "cannot be read as a file.", "data.s2orc.0", n=10)
    assert any("metadata_0.jsonl.gz, metadata_1.jsonl.gz" in line for line in lines)
    check_end(failed, "nowhere lacks 7 files of the release", "data.csfcube", n=10)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("run: &a [*a]\n", "an anchor contains itself"),
        (
            "a0: &a0 [x]\n"
            + "".join(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]\n" for i in range(1, 9)),
            "it stands for more than 100,000 values",
        ),
    ],
    ids=["recursive", "bomb"],
)
def test_anchors_that_do_not_end_are_refused_with_plain_snakemake_too(workplace, text, what):
    (workplace.folder / "anchors.yaml").write_text(text)
    failed = workplace.snakemake("-n", "--configfile", "anchors.yaml", check=False)
    check_end(failed, what, "anchors.yaml, line ", n=10)


def test_a_mistake_in_the_configuration_is_all_that_is_said(workplace):
    said = workplace.fail("-n", rankers={"mine": {"kind": "bm52"}}).last_lines(4)
    assert said[0] == "1 problem in the configuration:"
    assert said[3].startswith("  Hint: Did you mean")


def test_a_rule_that_is_no_target_is_told_with_its_files(workplace, overlay):
    failed = workplace.paperpool_run("label_facets", "-n", *overlay())
    lines = check_end(failed, "label_facets is no target by itself", "the command line")
    assert "files, results/last/facets/sentences.parquet, or make it and what" in lines[-1]


@pytest.mark.parametrize(
    ("number", "send", "ignored"),
    [
        (signal.SIGINT, os.killpg, None),
        (signal.SIGTERM, os.kill, None),
        (signal.SIGTERM, os.kill, signal.SIGINT),
        (signal.SIGHUP, os.killpg, None),
    ],
)
def test_an_interrupt_ends_the_run_and_is_no_error(workplace, overlay, number, send, ignored):
    """Ctrl-C and a closed terminal reach the jobs too; after `kill` the run ends them.

    What a script starts in the background ignores SIGINT.
    """

    def set_signals():  # tests may ignore some
        signal.signal(signal.SIGINT, signal.SIG_IGN if ignored else signal.SIG_DFL)
        signal.signal(number, signal.SIG_DFL)

    slow = overlay(demo={"papers": 2_000_000})
    command = workplace.paperpool_command("results/last/demo/plan.npz", *slow)
    with subprocess.Popen(
        command,
        cwd=workplace.folder,
        env=workplace.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        preexec_fn=set_signals,
    ) as running:
        for line in running.stdout:
            if "Planning a demo corpus" in line:
                time.sleep(1)  # Ctrl-C while a job imports prints where Python was
                start = time.monotonic()
                send(running.pid, number)
                break
        rest = running.stdout.read()
    assert running.returncode == 1 and time.monotonic() - start < 10
    assert rest.endswith("\nInterrupted. The same command goes on where it stopped.\n")
    assert not any((workplace.folder / "results/last/demo").rglob("*.*"))
    assert not any((workplace.folder / ".snakemake/locks").iterdir())


def test_an_interrupt_within_asyncio_waits_for_the_loop_to_raise_it(monkeypatch):
    monkeypatch.setattr(guard, "end_jobs", lambda: None)
    monkeypatch.setattr(guard, "watch_snakemake", SimpleNamespace)
    reached = []

    async def wait():
        guard.end_run(False, signal.SIGINT, None)
        reached.append("the task goes on")
        await asyncio.sleep(60)

    with pytest.raises(KeyboardInterrupt):
        asyncio.run(wait())
    assert reached
    with pytest.raises(KeyboardInterrupt):
        guard.end_run(False, signal.SIGINT, None)


def test_no_line_of_a_run_is_long(smoke):
    _, done = smoke
    lines = done.output.split("\n")
    assert max(map(len, lines)) <= 500
    assert any("and " in line and line.endswith(" more") for line in lines)
