"""The message of a failed job is the last error of its log."""

import logging
import os
from types import SimpleNamespace

import pytest

from paperpool.errors import Problem, UserError
from paperpool.workflow.running.failures.job_logs import (
    explain_job,
    read_last_error,
    read_warnings,
    shorten,
)
from paperpool.workflow.running.scripts import running


@pytest.fixture
def fail(tmp_path):
    """Return a function that runs a failing job, and returns its log."""

    def run(error):
        job = SimpleNamespace(log=[str(tmp_path / "job.log")], output=["results/a.csv"])
        with pytest.raises((SystemExit, type(error))), running(job) as logger:
            logger.info("read a file")
            raise error
        return tmp_path / "job.log"

    return run


def test_a_full_disk_is_a_message_and_its_traceback_only_in_the_log(fail, capsys):
    log = fail(OSError(28, "No space left on device", "results/a.csv"))
    assert read_last_error(log).startswith("The disk is full.\n  Where: results/a.csv\n  Hint: ")
    assert "Traceback" in log.read_text() and "Traceback" not in capsys.readouterr().err


def test_of_an_unforeseen_error_it_is_the_exception(fail):
    message = read_last_error(fail(ZeroDivisionError("division by zero")))
    assert message.startswith("An error: ZeroDivisionError: division by zero\n  Where: ")


def test_a_log_that_cannot_be_opened_ends_the_job_with_a_message(tmp_path, capsys):
    (tmp_path / "logs").write_text("a file")
    job = SimpleNamespace(log=[str(tmp_path / "logs/job.log")], output=[])
    with pytest.raises(SystemExit), running(job):
        pass
    assert "Something else stands where a folder is expected." in capsys.readouterr().err


def test_a_log_on_a_full_disk_makes_no_noise(capsys):
    with running(SimpleNamespace(log=["/dev/full"], output=[])) as logger:
        logger.info("lost")
    assert capsys.readouterr().err == "" and logging.raiseExceptions


def test_a_full_disk_is_told_though_the_log_lacks_it_and_there_is_room_again(tmp_path):
    """Snakemake removes the files of a failed job before it says what went wrong."""
    job = SimpleNamespace(log=["/dev/full"], output=["results/a.csv"])
    with pytest.raises(SystemExit) as ended, running(job):
        raise OSError(28, "No space left on device", "results/a.csv")
    said = f"Command 'python a.py' returned non-zero exit status {ended.value.code}."
    message = explain_job("read_shard", [str(tmp_path / "job.log")], said)
    assert f"The disk is full.\n  Where: {tmp_path}\n  Hint: Free some space" in message


@pytest.mark.parametrize("text", ["", "no record\n", "2026-01-01 10:00:00,000 INFO fine\n"])
def test_a_log_without_an_error_has_no_message(tmp_path, text):
    (tmp_path / "job.log").write_text(text)
    assert read_last_error(tmp_path / "job.log") is None


def test_a_disk_without_room_for_a_log_is_full(tmp_path, monkeypatch):
    monkeypatch.setattr("shutil.disk_usage", lambda folder: SimpleNamespace(free=0))
    message = explain_job("read_shard", [str(tmp_path / "logs/job.log")], "")
    assert f"The disk is full.\n  Where: {tmp_path}\n  Hint: " in message


def test_the_heading_names_the_job_and_its_log(fail):
    error = UserError([Problem("What.", "where", "hint"), Problem("More.", "there")])
    log = fail(error)
    message = explain_job("read_shard", [str(log)], "")
    assert message == f"read_shard failed (log: {log}):\n{error}"


@pytest.mark.parametrize(
    ("ended", "said"),
    [
        ("Command 'x' died with <Signals.SIGKILL: 9>.", "The job was killed."),
        ("Missing files after 5 seconds", "without a message: Missing files after 5 seconds"),
        ("", "The job ended without a message."),
    ],
)
def test_a_job_without_an_error_in_its_log_is_told_of_by_its_end(tmp_path, ended, said):
    assert said in explain_job("rank", [str(tmp_path / "none.log")], ended)


def test_a_long_message_keeps_its_beginning_and_its_end():
    text = "\n".join(f"line {i} " + "x" * 600 for i in range(100))
    lines = shorten(text).split("\n")
    assert lines[0].startswith("line 0 ") and lines[-1].startswith("line 99 ")
    assert len(lines) == 21 and max(map(len, lines)) <= 500


def test_warnings_are_read_from_logs_in_the_order_of_their_jobs_ends(tmp_path):
    when = "2026-11-28 18:00:02,362"
    texts = {
        "late": f"{when} INFO a\n{when} WARNING two\nlines\n{when} ERROR no\n",
        "early": f"{when} WARNING one\n{when} WARNING both\n",
        "other": f"{when} WARNING both\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
        os.utime(tmp_path / name, (9, 9 if name == "late" else 5))
    logs = [tmp_path / name for name in ("late", "none", "other", "early")]
    assert read_warnings(logs) == ["one", "both", "two\nlines"]
    assert read_warnings([]) == []
