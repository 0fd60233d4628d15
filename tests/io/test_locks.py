"""A lock is held by one process at a time and dies with it."""

import subprocess
import sys

import pytest

from paperpool.errors import UserError
from paperpool.workflow.snakefile import hold_until_end

HOLD = """
import sys, time
sys.path.insert(0, {library!r})
from paperpool.workflow.snakefile import hold_until_end
hold_until_end({path!r}, "x")
print("held", flush=True)
time.sleep(60)
"""


def test_a_second_holder_is_refused_until_the_first_is_killed(root, tmp_path):
    path = tmp_path / "deep" / "lock"
    code = HOLD.format(library=str(root / "workflow/scripts"), path=str(path))
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as first:
        assert first.stdout.readline() == b"held\n"
        with pytest.raises(UserError, match="Where: results/x"):
            hold_until_end(path, "results/x")
        first.kill()
    for _ in range(2):  # the second time this process holds it already
        hold_until_end(path, "results/x")
