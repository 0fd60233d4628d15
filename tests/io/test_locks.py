"""A lock is held by one process at a time and dies with it."""

import subprocess
import sys

import pytest

from paperpool.errors import UserError
from paperpool.io.locks import hold_lock

HOLD = """
import sys, time
sys.path.insert(0, {library!r})
from paperpool.io.locks import hold_lock
held = hold_lock({path!r}, "x")
print("held", flush=True)
time.sleep(60)
"""


def test_a_second_holder_is_refused_until_the_first_is_killed(root, tmp_path):
    path = tmp_path / "deep" / "lock"
    code = HOLD.format(library=str(root / "workflow/scripts"), path=str(path))
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as first:
        assert first.stdout.readline() == b"held\n"
        with pytest.raises(UserError, match="Where: results/x"):
            hold_lock(path, "results/x")
        first.kill()
    hold_lock(path, "results/x").close()


def test_a_closed_lock_can_be_taken_again(tmp_path):
    hold_lock(tmp_path / "lock", "x").close()
    hold_lock(tmp_path / "lock", "x").close()
