"""The frame of every script: a log, and short messages for errors that a user can correct."""

import errno
import re
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from paperpool.errors import Problem, UserError
from paperpool.workflow.running.manifest import list_noted, note_files
from paperpool.workflow.running.scripts import running


@pytest.fixture
def job(tmp_path):
    return SimpleNamespace(log=[str(tmp_path / "logs" / "job.log")])


def read_log(job):
    with open(job.log[0], encoding="utf-8") as file:  # noqa: PTH123
        return file.read()


def test_information_goes_to_the_log_and_warnings_to_the_terminal_too(job, capsys):
    with running(job) as logger:
        logger.info("quiet")
        logger.warning("loud")
    assert "quiet" in read_log(job) and "loud" in read_log(job)
    assert capsys.readouterr().err == "loud\n"


def test_products_are_taken_on_one_thread(job):
    """Shared out among two threads, this one has other last bits on many processors."""
    first, second = np.random.default_rng(0).standard_normal((2, 200, 384), np.float32)
    with threadpool_limits(2, "blas"), running(job):
        product = first @ second.T
        used = [one["num_threads"] for one in threadpool_info() if one["user_api"] == "blas"]
    with threadpool_limits(1, "blas"):
        assert np.array_equal(product, first @ second.T)
    assert set(used) == {1}


def test_a_user_error_ends_the_script_with_its_message_alone(job, capsys):
    with pytest.raises(SystemExit) as ended, running(job):
        raise UserError([Problem("What.", "where", "hint"), Problem("More.", "there")])
    assert ended.value.code == 1
    message = "What.\n  Where: where\n  Hint: hint\nMore.\n  Where: there\n"
    assert capsys.readouterr().err == message
    assert "What." in read_log(job) and "Traceback" not in read_log(job)


def test_another_error_is_logged_with_its_traceback_and_raised(job, capsys):
    with pytest.raises(ZeroDivisionError), running(job):
        1 / 0  # noqa: B018
    assert "Traceback" in read_log(job) and "ZeroDivisionError" in read_log(job)
    assert capsys.readouterr().err == ""


@pytest.fixture
def step(tmp_path):
    """A job of a run that reads one file of an earlier job and makes another."""
    run = tmp_path / "results" / "one"
    for file in ("logs/lock", "read.npy", "made.json"):
        (run / file).parent.mkdir(parents=True, exist_ok=True)
        (run / file).write_bytes(b"as it was made")
    note_files([run / "read.npy"])
    return SimpleNamespace(
        log=[str(run / "logs" / "job.log")],
        input=[str(run / "read.npy")],
        output=[str(run / "made.json")],
    )


def noted(step):
    return [str(path) for path, _ in list_noted(Path(step.input[0]).parent)]


def test_what_a_job_made_is_noted_at_its_end_alone(step):
    with running(step):
        assert noted(step) == ["read.npy"]
    assert noted(step) == ["made.json", "read.npy"]
    with pytest.raises(SystemExit), running(step):
        raise UserError(Problem("What.", "where"))
    assert noted(step) == ["read.npy"]
    with running(step, is_kept=False):
        pass
    assert noted(step) == ["read.npy"]


@pytest.mark.parametrize("data", [b"as it", b""], ids=["cut", "emptied"])
def test_a_job_does_not_begin_where_a_step_was_cut(step, capsys, data):
    Path(step.input[0]).write_bytes(data)
    begun = []
    with pytest.raises(SystemExit), running(step):
        begun.append(step)
    what, where, hint = capsys.readouterr().err.splitlines()
    assert not begun and what.startswith("The file is damaged: it is ")
    assert step.input[0] in where and "Delete it and run again" in hint


def test_an_error_that_a_damaged_step_brings_is_told_as_that(step, capsys):
    with pytest.raises(ZeroDivisionError), running(step):
        1 / 0  # noqa: B018
    Path(step.input[0]).write_bytes(b"as it was mbde")
    with pytest.raises(SystemExit), running(step):
        1 / 0  # noqa: B018
    what, where, _ = capsys.readouterr().err.splitlines()
    assert what == "The file is damaged: it has other bytes than it was made with."
    assert step.input[0] in where and "ZeroDivisionError" in read_log(step)


def test_the_file_that_a_job_could_not_read_is_found_by_reading_again(step, capsys):
    with pytest.raises(SystemExit), running(step):
        raise OSError(errno.EIO, "Input/output error")
    what, where, _ = capsys.readouterr().err.splitlines()
    assert "an input/output error" in what
    assert where == f"  Where: among {step.output[0]}, {step.input[0]}"
    step.input.append("/proc/self/mem")  # its first byte cannot be read
    with pytest.raises(SystemExit), running(step):
        raise OSError(errno.EIO, "Input/output error")
    assert capsys.readouterr().err.splitlines()[1] == "  Where: /proc/self/mem"


def test_what_is_removed_once_it_was_used_is_not_noted(root):
    """Every rule of the run with outputs of that kind has a script that says so."""
    scripts = []
    for file in (root / "workflow/rules").rglob("*.smk"):
        for rule in file.read_text(encoding="utf-8").split("\nrule ")[1:]:
            if 'temp("<results>' in rule:
                scripts += re.findall(r'"\.\./\.\./scripts/(.+)"', rule)
    assert scripts
    for script in scripts:
        text = (root / "workflow/scripts" / script).read_text(encoding="utf-8")
        assert "running(snakemake, is_kept=False)" in text
