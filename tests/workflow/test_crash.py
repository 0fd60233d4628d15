"""Killed at any moment, the next call finishes the work with the same bytes."""

import os
import random
import signal
import subprocess
import time

import pytest

MOMENTS = [round(random.Random(13).uniform(start, start + 0.2), 2) for start in (0.2, 0.5)]
"""When to kill, as shares of the time that the undisturbed run took."""


@pytest.fixture(params=MOMENTS, ids=lambda moment: f"{moment:.0%}")
def killed(request, smoke, workplace, root):
    """A working directory in which everything was killed while the smoke configuration ran."""
    command = workplace.command("--configfile", str(root / "config/smoke.yaml"))
    with subprocess.Popen(
        command, cwd=workplace.folder, start_new_session=True, stderr=subprocess.DEVNULL
    ) as process:
        time.sleep(request.param * smoke[1].seconds)
        alive = process.poll() is None
        os.killpg(process.pid, signal.SIGKILL)
    assert alive, "the workflow had ended before it was killed"
    return workplace


def test_the_next_call_finishes_with_the_same_bytes(killed, smoke, root):
    killed.snakemake("--configfile", str(root / "config/smoke.yaml"))
    assert killed.digests("smoke") == smoke[0].digests("smoke")


def test_a_second_process_on_the_same_results_is_refused(workplace, root):
    smoke_file = str(root / "config/smoke.yaml")
    command = workplace.command("--configfile", smoke_file)
    with subprocess.Popen(
        command, cwd=workplace.folder, start_new_session=True, stderr=subprocess.DEVNULL
    ) as first:
        lock = workplace.folder / "results/smoke/logs/lock"
        while not lock.exists() and first.poll() is None:
            time.sleep(0.1)
        time.sleep(0.5)
        refused = workplace.snakemake("--configfile", smoke_file, check=False)
        os.killpg(first.pid, signal.SIGKILL)
    assert refused.returncode != 0
    assert "Another process is writing these results." in refused.output
