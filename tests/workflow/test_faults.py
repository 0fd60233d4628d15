"""Some of the faults of `make test-faults`: every write of a job can fail without wrong files."""

import os
import re
import shutil
import subprocess
import sys

import pytest

JOBS = ["read_shard", "join_bulk_shard", "finish_corpus", "write_tasks", "write_config"]


@pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler (cc) to plant faults with")
def test_jobs_that_meet_faults_say_so_once_and_leave_nothing_half_written(
    smoke, root, tmp_path_factory
):
    # beside the run, as paths of the library's own files are relative to it
    folder = tmp_path_factory.mktemp("faults")
    shutil.copytree(smoke[0].folder, folder, symlinks=True, dirs_exist_ok=True)
    command = [sys.executable, str(root / "bench/faults/sweep.py"), str(folder)]
    done = subprocess.run(
        [*command, "--sample", "2", "--jobs", *JOBS],
        env={**os.environ, "PYTHONPATH": str(root / "workflow/scripts")},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    found = re.search(r"(\d+) faults in (\d+) jobs, (\d+) survived", done.stdout)
    assert found, done.stdout
    tried, jobs, survived = map(int, found.groups())
    assert tried == survived == 2 * len(JOBS) and jobs == len(JOBS)
