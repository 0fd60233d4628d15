"""Run the scripts of Snakemake's jobs in forks of this process, with what it has imported."""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import gc
import json
import os
import runpy
import selectors
import socket
import subprocess
import sys
import tempfile
import traceback
import weakref
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path
from types import SimpleNamespace

from threadpoolctl import ThreadpoolController


def import_as_jobs_did(names: Path, with_library: bool = True) -> bool:
    """Import the modules that jobs have imported; return whether there were new ones.

    Without ``with_library`` only those of other packages. The file is read on from where this
    process, or the one that it is a fork of, has ended.
    """
    with names.open("rb") as imported:
        imported.seek(_read["bytes"])
        lines, end, _ = imported.read().rpartition(b"\n")
    _read["bytes"] += len(lines + end)
    _named.update(lines.decode().split())
    new = sorted(
        name
        for name in _named - _tried
        if name not in sys.modules and (with_library or name.partition(".")[0] != "paperpool")
    )
    for module in new:
        _tried.add(module)
        with contextlib.suppress(Exception):  # a name that a package gives to no file
            import_module(module)
    for last in weakref.finalize._registry:
        last.atexit = False  # else each fork would finalize it, too
    gc.freeze()
    return bool(new)


_named: set[str] = set()
"""The modules that jobs have imported."""

_tried: set[str] = set()
"""Those that need not be imported again, even if their import failed."""

_read = {"bytes": 0}
"""How much of the file of names was read."""


def use_huge_pages() -> None:
    """Have the system keep this process's memory in large pages, where it can.

    A fork copies a note of every page: of 500 MB in small ones that takes it 40 ms.
    """
    if sys.platform != "linux":
        return

    madvise = ctypes.CDLL(None).madvise
    madvise.argtypes = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
    for line in Path("/proc/self/maps").read_text().splitlines():
        span, access, _, _, file, *name = line.split()
        if access.startswith("rw") and file == "0" and name in ([], ["[heap]"]):
            start, end = (int(address, 16) for address in span.split("-"))
            for page in range(-(-start // _HUGE) * _HUGE, end - _HUGE + 1, _HUGE):
                madvise(page, _HUGE, _COLLAPSE)  # refused where nothing lies, and by an old system


_HUGE = 2 << 20
"""The bytes of a large page."""

_START = b"\n"
"""What tells a fork to start."""

_COLLAPSE = 25
"""MADV_COLLAPSE, of Linux 6.1."""


@contextlib.contextmanager
def forking_scripts(names: Path, libraries: ThreadpoolController) -> Iterator[None]:
    """Let Snakemake run a job's script in a fork of this process as it is now, not in a new Python.

    The file ``names`` gets the names of the modules that scripts have imported. Benchmark files
    have no unique and proportional memory: to read those of a large fork takes the system 60 ms.
    """
    import psutil
    from snakemake.benchmark import benchmarked
    from snakemake.script import PythonScript

    zeros = dict.fromkeys(("uss", "pss", "swap"), 0)
    psutil.Process.memory_full_info = lambda of: SimpleNamespace(
        **of.memory_info()._asdict(), **zeros
    )

    asking, answering = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    server = os.fork()
    if not server:
        asking.close()
        sys.exit(answer_scripts(answering, names, libraries))
    answering.close()

    def execute_script(self, fname, edit=False):
        own, others = socket.socketpair()
        variables = [f"{name}_NUM_THREADS" for name in ("OMP", "GOTO", "OPENBLAS", "MKL")]
        environment = {**os.environ, **dict.fromkeys(variables, str(self.threads))}
        if folder := self.resources.get("tmpdir"):
            environment |= dict.fromkeys(("TMPDIR", "TMP", "TEMPDIR", "TEMP"), folder)
        question = json.dumps([fname, self.threads, environment])
        socket.send_fds(asking, [question.encode()], [others.fileno()])
        others.close()
        with own, own.makefile() as answer:
            pid, record = int(answer.readline()), self.bench_record
            with benchmarked(pid, record) if record else contextlib.nullcontext():
                own.send(_START)
                status = int(answer.readline())
        if status:
            raise subprocess.CalledProcessError(status, f"{sys.executable} {fname}")

    PythonScript.execute_script = execute_script
    try:
        yield
    finally:
        asking.close()
        os.waitpid(server, 0)


def answer_scripts(questions: socket.socket, names: Path, libraries: ThreadpoolController) -> None:
    """Run each requested script in a fork; answer with its process and its exit status.

    A fork starts when it is told to: a benchmark asks for a process that may not have ended.
    """
    with selectors.DefaultSelector() as waiting:
        waiting.register(questions, selectors.EVENT_READ)
        while waiting.get_map():
            for key, _ in waiting.select():
                if key.data:
                    waiting.unregister(key.fileobj)
                    answer_end(key.fd, *key.data)
                    continue
                question, descriptors, *_ = socket.recv_fds(questions, 1 << 20, 1)
                if not question:
                    waiting.unregister(questions)
                    continue
                if import_as_jobs_did(names):
                    libraries = ThreadpoolController()  # to look for them takes long
                job = os.fork()
                if not job:
                    if os.read(descriptors[0], 1) != _START:
                        return None  # Snakemake has ended
                    return run_script(*json.loads(question), libraries, names)
                os.write(descriptors[0], b"%d\n" % job)
                ended = os.pidfd_open(job)
                waiting.register(ended, selectors.EVENT_READ, (job, descriptors[0]))
    return None


def answer_end(ended: int, job: int, descriptor: int) -> None:
    """Answer with the exit status of a job that has ended."""
    _, status = os.waitpid(job, 0)
    os.write(descriptor, b"%d\n" % os.waitstatus_to_exitcode(status))
    os.close(descriptor)
    os.close(ended)


def run_script(
    file: str,
    threads: int,
    environment: dict[str, str],
    libraries: ThreadpoolController,
    names: Path,
) -> None:
    """Become a job: run its script as a Python would that Snakemake starts."""
    os.environ.clear()
    os.environ.update(environment)
    libraries.limit(limits=threads)  # they read the variables only when they are imported
    sys.argv, sys.path[0], tempfile.tempdir = [file], str(Path(file).parent), None
    with ending(), noting_imports(names):
        runpy.run_path(file, run_name="__main__")


@contextlib.contextmanager
def noting_imports(names: Path) -> Iterator[None]:
    """Add the names of the modules that the block imports to a file."""
    known = len(sys.modules)
    try:
        yield
    finally:  # from the last on: to look at those from before would copy what forks share
        new = islice(reversed(sys.modules), max(0, len(sys.modules) - known))
        with names.open("a") as imported:
            imported.write("".join(f"{name}\n" for name in new))


@contextlib.contextmanager
def ending() -> Iterator[None]:
    """End this process after the block as Python does, but leave its objects to the system.

    To take them apart would copy all that is shared with the process that imported them. So would
    what packages do at an end: only functions that the block registers are called.
    """
    atexit._clear()
    status = 1
    try:
        yield
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else bool(end.code)
    except BaseException:
        traceback.print_exc()
    finally:
        atexit._run_exitfuncs()
        if "coverage" in sys.modules and (measured := sys.modules["coverage"].Coverage.current()):
            measured.stop()
            measured.save()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
