"""The cluster of a file of tests, and calls of the workflow that go to it."""

import signal
import subprocess

import pytest
import yaml

from bench.cluster.processes import wait_for
from bench.cluster.throw_away import Cluster, list_missing

from ..workflow.conftest import Finished, Workplace

LONGEST = 60 * 60
"""How long a call may take, in seconds: that none waits for ever is what is tested."""

SMALL = {"run": "small", "demo": {"papers": 300, "shards": 2, "queries": 6}}
"""A run whose first jobs take seconds."""

QUICK = ["--slurm-init-seconds-before-status-checks", "2", "--latency-wait", "10"]
"""What this cluster need not wait for."""


@pytest.fixture(scope="session", autouse=True)
def can_start(request):
    """Whether all clusters that the tests want can be started here; if not, nothing is tested."""
    accounting = any(getattr(item.module, "ACCOUNTING", False) for item in request.session.items)
    if missing := list_missing(accounting):
        pytest.exit("No cluster can be started here.\n" + "\n".join(missing), returncode=2)


@pytest.fixture(scope="module")
def cluster(request):
    """A cluster that is stopped after the tests of a file, also when the tests are ended.

    It keeps accounts where the file says ACCOUNTING = True.
    """
    accounting = getattr(request.module, "ACCOUNTING", False)
    before = signal.signal(signal.SIGTERM, lambda *_: pytest.exit("Ended.", returncode=143))
    try:
        with Cluster(accounting) as started:
            yield started
    finally:
        signal.signal(signal.SIGTERM, before)


class Caller(Workplace):
    """A working directory for calls of the workflow whose jobs go to the cluster."""

    def __init__(self, root, folder, cluster):
        super().__init__(root, folder)
        self.cluster = cluster
        self.log = folder / "call.log"
        self.calls: list[subprocess.Popen] = []
        self.small = folder / "small.yaml"
        self.small.write_text(yaml.safe_dump(SMALL))

    def start(self, *arguments):
        """Start a call; what it prints goes to ``log``."""
        profile = ["--profile", str(self.root / "profiles/slurm"), *QUICK]
        command = self.command(*arguments, *profile, cores=None)
        # a shell's background job ignores interrupts, and so would the call that inherits this
        signal.signal(signal.SIGINT, signal.default_int_handler)
        with self.log.open("w") as out:
            call = subprocess.Popen(
                command, cwd=self.folder, stdout=out, stderr=out, env=self.environment
            )
        self.calls.append(call)
        return call

    def finish(self, call):
        """Wait for the end of a call."""
        call.wait(LONGEST)
        return Finished(call.returncode, self.log.read_text(), 0.0)

    def call(self, *arguments):
        """Call the workflow and wait for its end."""
        return self.finish(self.start(*arguments))

    def make(self, target, *arguments):
        """Have a file of the small run made."""
        return self.call(target, "--configfile", str(self.small), *arguments)

    def start_making(self, target, *arguments):
        """Start that, and return it with the first job that runs and the node that has it."""
        call = self.start(target, "--configfile", str(self.small), *arguments)
        wait_for(lambda: self.list_running() or call.poll() is not None, LONGEST)
        assert call.poll() is None, self.log.read_text()
        job, node = self.list_running()[0]
        return call, job, node

    def list_running(self):
        """Return number and node of each job that runs."""
        rows = self.cluster.ask("squeue", "--noheader", "--states=RUNNING", "--format=%A %N")
        return [row.split() for row in rows.splitlines()]

    def list_ended(self):
        """Return state, memory and comment of this folder's jobs, by their numbers."""
        rows = self.cluster.ask(
            "squeue", "--noheader", "--states=all", "--sort=i", "--format=%Z|%T|%m|%k"
        )
        folder, found = str(self.folder), [row.split("|") for row in rows.splitlines()]
        return [rest for at, *rest in found if at == folder]


@pytest.fixture
def caller(root, tmp_path, cluster):
    """A fresh working directory whose jobs go to the cluster; none is left after the test."""
    caller = Caller(root, tmp_path, cluster)
    yield caller
    for call in caller.calls:
        call.kill()
        call.wait()
    cluster.cancel_all()
