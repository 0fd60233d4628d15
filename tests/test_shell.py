"""Commands are run as bash runs them, and all of their processes end with them."""

import os
import signal
import subprocess
import sys
import time

import pytest

from paperpool.shell import import_first, last_lines, run_shell


@pytest.fixture
def shell(tmp_path):
    """Return a function: run a command and return its exit code and its output."""

    def run(command):
        out, err = tmp_path / "out", tmp_path / "err"
        return run_shell(command, out, err), out.read_text(), err.read_text()

    return run


def is_running(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:  # noqa: PTH123
            return file.read().split()[2] != "Z"
    except FileNotFoundError:
        return False


def wait_until_gone(pid):
    end = time.monotonic() + 10
    while is_running(pid) and time.monotonic() < end:
        time.sleep(0.02)
    return not is_running(pid)


def test_both_streams_are_kept_apart(shell):
    assert shell("echo one; echo two >&2") == (0, "one\n", "two\n")


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("exit 3", 3),
        ("false; true", 1),
        ("false | true", 1),
        ('echo "$unset"; true', 1),
        ("no-such-program-here", 127),
        ("kill -KILL $$", -signal.SIGKILL),
        ("(kill -TERM $BASHPID); true", 128 + signal.SIGTERM),
    ],
)
def test_the_first_failure_is_the_exit_code(shell, command, code):
    assert shell(command)[0] == code


def test_standard_input_is_empty(shell):
    assert shell("cat; echo end") == (0, "end\n", "")


def test_what_the_command_leaves_running_is_ended(shell):
    code, out, _ = shell("sleep 60 & echo $!")
    assert code == 0 and wait_until_gone(int(out))


def test_a_killed_job_takes_its_command_down(tmp_path):
    """Even a kill -9, which leaves the job no chance to end anything itself."""
    command = "(sleep 60 & echo $! > inner; sleep 60) & echo $! > outer; sleep 60"
    code = f"from paperpool.shell import run_shell; run_shell({command!r}, 'out', 'err')"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen([sys.executable, "-c", code], cwd=tmp_path, env=environment) as job:
        files = [tmp_path / "inner", tmp_path / "outer"]
        while not all(file.exists() and file.read_text() for file in files):
            assert job.poll() is None
            time.sleep(0.02)
        pids = [int(file.read_text()) for file in files]
        assert all(map(is_running, pids))
        job.kill()
    assert all(map(wait_until_gone, pids))


def test_the_last_lines_are_few_short_and_plain(tmp_path):
    path = tmp_path / "text"
    path.write_bytes(b"".join(b"line %d\n\n" % i for i in range(100)) + b"a\x1b[1m\tb \xff\n")
    assert last_lines(path, lines=3) == ["line 98", "line 99", "a [1m b �"]
    path.write_bytes(b"x" * 1_000_000 + b"\nend")
    assert last_lines(path, lines=2, characters=10) == ["x" * 10, "end"]
    path.write_bytes(b"")
    assert last_lines(path) == []


def test_started_pythons_look_into_a_folder_first_and_it_is_named_once(monkeypatch, tmp_path):
    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    (tmp_path / "json.py").write_text("where = 'first'\n")
    for _ in range(2):
        import_first(str(tmp_path))
    assert os.environ["PYTHONPATH"] == f"{tmp_path}{os.pathsep}elsewhere"
    found = subprocess.run([sys.executable, "-c", "import json; print(json.where)"], stdout=-1)
    assert found.stdout == b"first\n"
