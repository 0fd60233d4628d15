"""The jobs of a run that was made before, each repeated in a fork of this process.

Snakemake leaves the script of every job behind (``--skip-script-cleanup``), with the job's inputs,
outputs and parameters in its first lines. What it imports has been imported already.
"""

from __future__ import annotations

import ast
import contextlib
import gc
import os
import pickle
import re
import signal
import sys
import tempfile
import traceback
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from shim import lift_fault, plant_fault

_END_OF_PREAMBLE = "######## snakemake preamble end #########\n"
_PICKLED = re.compile(r"snakemake = pickle\.loads\((b'.*?'|b\".*?\")\);from snakemake", re.DOTALL)

SECONDS = 300
"""After so long a job counts as hanging."""

_IMPORTED = "i"
"""What marks the name of a module among the operations of a job."""


@dataclass(frozen=True)
class Job:
    """A job: the text of its script, and the files that it reads and writes."""

    name: str
    text: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    log: str
    cache: str | None

    @property
    def label(self) -> str:
        """The rule's script and the first output."""
        return f"{self.name} ({self.outputs[0]})"


@dataclass(frozen=True)
class Ended:
    """How a job ended.

    The exit status (negative: a signal), what it said, its operations (kind, absolute path), the
    modules that it had imported, and CPU seconds.
    """

    status: int
    said: str
    operations: list[tuple[str, str]]
    modules: list[str]
    seconds: float


def read_jobs(folder: Path) -> list[Job]:
    """Return the jobs of a run in ``folder`` whose inputs are still there, sorted, each once."""
    jobs = [_read_job(path) for path in (folder / ".snakemake/scripts").glob("*.py")]
    ready = [job for job in jobs if all((folder / file).exists() for file in job.inputs)]
    return sorted({job.outputs: job for job in ready}.values(), key=lambda job: job.label)


def _read_job(path: Path) -> Job:
    text = path.read_text()
    found = _PICKLED.search(text)
    assert found, f"{path} does not begin as Snakemake's scripts do."
    job = pickle.loads(ast.literal_eval(found.group(1)))  # Snakemake wrote it just now
    return Job(
        path.name.split(".")[1],
        text,
        tuple(map(str, job.input)),
        tuple(map(str, job.output)),
        str(job.log[0]),
        job.params.get("cache"),
    )


def import_as(ended: Ended) -> None:
    """Import what a job imported, so that its next forks need not; this starts no thread."""
    for module in ended.modules:
        with contextlib.suppress(ImportError):  # a name that a package gives to no file
            import_module(module)
    gc.freeze()


def run_job(job: Job, folder: Path, n: int = 0, fault: str = "") -> Ended:
    """Run a job in ``folder``; the ``n``-th of its operations below it meets ``fault``."""
    with tempfile.TemporaryFile("w+b") as said, tempfile.TemporaryFile("w+b") as trace:
        child = os.fork()
        if not child:
            _be_job(job, folder, n, fault, said.fileno(), trace.fileno())
        _, status, usage = os.wait4(child, 0)
        said.seek(0)
        trace.seek(0)
        lines = trace.read().decode(errors="surrogateescape").split("\0")[:-1]
        return Ended(
            os.waitstatus_to_exitcode(status),
            said.read().decode(errors="replace"),
            [(x[0], os.path.join(folder, x[2:])) for x in lines if x[0] != _IMPORTED],  # noqa: PTH118
            [line[2:] for line in lines if line[0] == _IMPORTED],
            usage.ru_utime + usage.ru_stime,
        )


def _be_job(job: Job, folder: Path, n: int, fault: str, said: int, trace: int) -> None:
    """Become the job, and end as it does."""
    status = 1
    try:
        signal.alarm(SECONDS)
        for stream in (1, 2):
            os.dup2(said, stream)
        os.chdir(folder)
        os.environ["TMPDIR"] = tempfile.tempdir = str(folder / "tmp")
        first, mark, rest = job.text.partition(_END_OF_PREAMBLE)
        names: dict[str, Any] = {"__name__": "__main__", "__file__": "job.py"}
        exec(compile(first + mark, "preamble", "exec"), names)
        names["snakemake"].resources.tmpdir = str(folder / "tmp")
        code = compile("\n" * first.count("\n") + rest, job.name, "exec")
        plant_fault(folder, n, fault, trace)
        exec(code, names)
        names.clear()
        gc.collect()
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    except BaseException:
        traceback.print_exc()
    finally:
        lift_fault()
        modules = "".join(f"{_IMPORTED} {name}\0" for name in sys.modules)
        os.write(trace, b"" if fault else modules.encode())
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
