"""Run the workflow as a user would, in a folder of the test's own."""

import contextlib
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
import yaml

from paperpool.workflow.csfcube.release_writer import write_collection

from ..made.collection import make_collection
from ..made.warm_calls import WarmSnakemake

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Finished:
    """A finished Snakemake call."""

    returncode: int
    output: str
    seconds: float

    def jobs(self):
        """Return how many jobs of each rule it ran or would run, by its own table of them."""
        _, _, table = self.output.partition("Job stats:")
        counts = re.findall(r"^(\w+) +(\d+)$", table.partition("\n\n")[0], re.MULTILINE)
        return {rule: int(n) for rule, n in counts if rule != "total"}

    def last_lines(self, n):
        """Return the last lines that it printed."""
        return self.output.rstrip("\n").split("\n")[-n:]

    @property
    def n_jobs(self):
        """How many jobs it ran or would run."""
        return sum(self.jobs().values())


class Workplace:
    """A working directory for runs of the workflow."""

    warm: Callable[[], WarmSnakemake] | None = None
    """Returns a caller of Snakemake and of commands."""

    vectors: Path | None = None
    """The folder that results/.cache links to, for all runs; without one each has its own."""

    def __init__(self, root, folder):
        self.root = root
        self.folder = folder

    def overlay(self, name, content):
        """Write an overlay configuration and return its path."""
        path = self.folder / f"{name}.yaml"
        path.write_text(yaml.safe_dump(content))
        return str(path)

    def command(self, *arguments, cores=2):
        """Return the command line that calls Snakemake here."""
        return [sys.executable, "-m", "snakemake", *self._arguments(*arguments, cores=cores)]

    def _arguments(self, *arguments, cores):
        snakefile = str(self.root / "workflow/Snakefile")
        limit = [] if cores is None else ["--cores", str(cores)]
        return ["--snakefile", snakefile, "--directory", str(self.folder), *limit, *arguments]

    def snakemake(self, *arguments, cores=2, check=True, anew=False):
        """Call Snakemake here; with ``check`` a failure is the test's.

        With ``anew`` each job is a Python of its own, as users have it, and no fork.
        """
        with self._sharing_vectors():
            if self.warm and not anew:
                finished = self._call_warm("snakemake", self._arguments(*arguments, cores=cores))
            else:
                finished = self._finish(self.command(*arguments, cores=cores))
        if check:
            assert finished.returncode == 0, finished.output[-6000:]
        return finished

    def kill_snakemake(self, *arguments, is_time, cores=2):
        """Call Snakemake here, and kill it with all its jobs as soon as ``is_time()``.

        Return whether it was killed: it may have ended before. Its vectors are not shared.
        """
        words = self._arguments(*arguments, cores=cores)
        done = self._call_warm("snakemake", words, is_time=is_time)
        return done.returncode == -signal.SIGKILL

    def _call_warm(self, program, words, is_time=None):
        start, is_checkout = time.monotonic(), self.root == ROOT
        call = self.warm().call
        done = call(program, words, self.folder, self.environment, is_checkout, is_time)
        return Finished(*done, time.monotonic() - start)

    @contextlib.contextmanager
    def _sharing_vectors(self):
        """Link the shared cache of vectors unless there is one; undo it if nothing was made."""
        cache = self.folder / "results/.cache"
        if self.vectors is None or cache.exists():
            yield
            return
        cache.parent.mkdir(exist_ok=True)
        cache.symlink_to(self.vectors)
        try:
            yield
        finally:
            if [*cache.parent.iterdir()] == [cache]:
                cache.unlink()
                cache.parent.rmdir()

    def run(self, *arguments, base=None, check=True, **settings):
        """Call Snakemake with an overlay of ``settings``, if any, upon ``config/<base>.yaml``."""
        files = [str(self.root / f"config/{base}.yaml")] if base else []
        files += [self.overlay("overlay", settings)] if settings else []
        given = ["--configfile", *files] if files else []
        return self.snakemake(*arguments, *given, check=check)

    def fail(self, *arguments, **settings):
        """Call Snakemake as ``run`` does; it has to fail, without a traceback.

        Snakemake itself adds one to errors of input functions, below the message.
        """
        failed = self.run(*arguments, check=False, **settings)
        told, _, _ = failed.output.partition("InputFunctionException")
        assert failed.returncode != 0 and "Traceback" not in told, failed.output[-6000:]
        return failed

    def paperpool(self, *words, **limits):
        """Call a command of paperpool here: in a fork, whose hash seed all have, or with ``limits``
        in a Python of its own.
        """
        if self.warm and not limits:
            return self._call_warm("paperpool", list(words))
        return self._finish([sys.executable, "-m", "paperpool.commands.main", *words], **limits)

    def paperpool_run(self, *arguments, **limits):
        """Call `paperpool run` here."""
        return self._finish(self.paperpool_command(*arguments), **limits)

    def paperpool_command(self, *arguments):
        """Return the command line of `paperpool run`."""
        command = [sys.executable, "-m", "paperpool.commands.main", "run", "--cores", "2"]
        return [*command, "--snakefile", str(self.root / "workflow/Snakefile"), *arguments]

    @property
    def environment(self):
        """The environment that finds the package."""
        return {**os.environ, "PYTHONPATH": str(self.root / "workflow/scripts")}

    def _finish(self, command, **limits):
        """Call a command here, and wait for its end."""
        start = time.monotonic()
        done = subprocess.run(
            command,
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=self.environment,
            **limits,
        )
        return Finished(done.returncode, done.stdout, time.monotonic() - start)

    def compare(self, a, b):
        """Compare two finished runs here and return the folder of the comparison."""
        done = self.paperpool("compare", "--", a, b)
        assert done.returncode == 0, done.output
        return Path(re.search("^The comparison: (.+)$", done.output, re.MULTILINE)[1]).parent

    @contextlib.contextmanager
    def cleaning(self, run):
        """Yield the folder of a run; remove the files that the block adds to it.

        They are no part of the run that other tests compare and verify.
        """
        results = self.folder / "results" / run
        before = set(results.rglob("*"))
        try:
            yield results
        finally:
            for path in sorted(set(results.rglob("*")) - before, reverse=True):
                path.rmdir() if path.is_dir() else path.unlink()

    def digests(self, run, pattern="**/*"):
        """Return a digest of every file of a run that every run of it must reproduce.

        ``pattern`` selects the files.
        """
        results = self.folder / "results" / run
        left_out = {"logs", "benchmarks", "report"}
        return {
            str(file.relative_to(results)): hashlib.sha256(file.read_bytes()).hexdigest()
            for file in sorted(results.glob(pattern))
            if file.is_file() and file.relative_to(results).parts[0] not in left_out
        }


def copy_workflow(root, folder):
    """Copy the workflow to ``folder``, where a test may change it."""
    for name in ("workflow", "config", "profiles", "envs"):
        shutil.copytree(root / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    return Workplace(folder, folder)


@pytest.fixture(scope="session", autouse=True)
def warmed(root, tmp_path_factory):
    """Let all calls of this session fork from a process that has imported Snakemake.

    Their jobs share a cache of vectors, also with those of the session's other workers. A file
    elsewhere that takes this fixture has another one: the first in the session serves both.
    """
    if Workplace.warm:
        yield
        return
    folder = tmp_path_factory.getbasetemp()
    folder = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    Workplace.vectors = folder / "vectors"
    Workplace.vectors.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="notes-") as notes, contextlib.ExitStack() as started:

        @cache
        def warm():
            caller = WarmSnakemake(Path(notes), root)
            started.callback(caller.close)
            return caller

        Workplace.warm = staticmethod(warm)
        yield
        Workplace.warm = Workplace.vectors = None


@pytest.fixture
def workplace(root, tmp_path):
    """A fresh working directory."""
    return Workplace(root, tmp_path)


@pytest.fixture(scope="session")
def smoke(root, tmp_path_factory):
    """A working directory with a smoke run on two cores, and its call; the jobs' scripts stay
    there.
    """
    workplace = Workplace(root, tmp_path_factory.mktemp("smoke"))
    call = ["--skip-script-cleanup", "--configfile", str(root / "config/smoke.yaml")]
    return workplace, workplace.snakemake(*call)


@pytest.fixture(scope="session")
def results(smoke):
    """The folder of the smoke run's results."""
    return smoke[0].folder / "results/smoke"


@pytest.fixture(scope="module")
def copied(smoke, root, request):
    """A copy of the smoke run for a file of tests; its jobs may fail and use others' files."""
    made = smoke[0].folder
    folder = made.with_name(f"{made.name}-{request.path.stem}")  # as deep: equal paths
    shutil.copytree(made, folder, symlinks=True)
    return Workplace(root, folder)


@pytest.fixture(scope="module")
def place(root, tmp_path_factory):
    """A working directory for a file of tests, with a small release."""
    place = Workplace(root, tmp_path_factory.mktemp("place"))
    write_collection(make_collection(), place.folder / "release")
    return place
