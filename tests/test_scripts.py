"""The frame of every script: a log, and short messages for what a user can mend."""

from types import SimpleNamespace

import pytest

from paperpool.errors import Problem, UserError
from paperpool.scripts import running


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
