"""The process of ``warm_calls``: a script that imports Snakemake and what jobs need, and waits.

Importing Snakemake and the rules' modules takes longer than to read the rules and to plan, and most
jobs of a test import for longer than they work. Each call is a fork of this process, with its own
arguments, folder and environment, and so is the script of each job. A process for tests that change
a copy of the library imports no library, only other packages.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import hashlib
import json
import marshal
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

HEAVY = ("torch", "transformers", "gensim.models", "scipy.stats", "sklearn.feature_extraction.text")
"""What most runs import in some job, and takes seconds."""


def import_packages() -> None:
    """Import Snakemake with its plugins, and what jobs need."""
    from snakemake.cli import get_argument_parser

    get_argument_parser()
    for module in ("snakemake.notebook", *HEAVY):
        import_module(module)


def remember_parsed(folder: str) -> None:
    """Let Snakemake parse each state of a rule file once for all calls; ``folder`` keeps them."""
    from snakemake import workflow

    parse = workflow.parse

    def recall(path, of, linemap, overwrite_shellcmd=None, rulecount=0):
        text = Path(path.get_path_or_uri(secret_free=False))
        key = hashlib.sha256(f"{text}\0{rulecount}\0".encode() + text.read_bytes()).hexdigest()
        file = Path(folder, key)
        if file.exists():
            code, lines, rulecount = marshal.loads(file.read_bytes())
            linemap |= lines
            return code, rulecount
        code, rulecount = parse(path, of, linemap, overwrite_shellcmd, rulecount)
        part = Path(folder, f"{key}.{os.getpid()}")
        part.write_bytes(marshal.dumps((code, dict(linemap), rulecount)))
        part.rename(file)
        return code, rulecount

    workflow.parse = recall


def import_as_jobs_did(names: Path, with_library: bool = True) -> bool:
    """Import the modules that jobs have imported; return whether there were new ones.

    Without ``with_library`` only those of other packages.
    """
    named = {*names.read_text().split()}
    if not with_library:
        named = {name for name in named if name.partition(".")[0] != "paperpool"}
    new = sorted(named - {*sys.modules} - _tried)
    for module in new:
        _tried.add(module)
        with contextlib.suppress(Exception):  # a name that a package gives to no file
            import_module(module)
    for last in weakref.finalize._registry:
        last.atexit = False  # else each fork would finalize it, too
    gc.freeze()
    return bool(new)


_tried: set[str] = set()
"""The modules that need not be imported again, even if their import failed."""


@contextlib.contextmanager
def forking_scripts(names: Path) -> Iterator[None]:
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
        sys.exit(answer_scripts(answering, names))
    answering.close()

    def execute_script(self, fname, edit=False):
        reading, writing = os.pipe()
        variables = [f"{name}_NUM_THREADS" for name in ("OMP", "GOTO", "OPENBLAS", "MKL")]
        environment = {**os.environ, **dict.fromkeys(variables, str(self.threads))}
        if folder := self.resources.get("tmpdir"):
            environment |= dict.fromkeys(("TMPDIR", "TMP", "TEMPDIR", "TEMP"), folder)
        question = json.dumps([fname, self.threads, environment])
        socket.send_fds(asking, [question.encode()], [writing])
        os.close(writing)
        with open(reading) as answer:  # noqa: PTH123
            pid, record = int(answer.readline()), self.bench_record
            with benchmarked(pid, record) if record else contextlib.nullcontext():
                status = int(answer.readline())
        if status:
            raise subprocess.CalledProcessError(status, f"{sys.executable} {fname}")

    PythonScript.execute_script = execute_script
    try:
        yield
    finally:
        asking.close()
        os.waitpid(server, 0)


def answer_scripts(questions: socket.socket, names: Path) -> None:
    """Run each requested script in a fork; answer with its process and its exit status."""
    libraries = None
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
                if import_as_jobs_did(names) or libraries is None:
                    libraries = ThreadpoolController()  # to look for them takes long
                job = os.fork()
                if not job:
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
    known = len(sys.modules)  # to look at each would copy what forks share
    try:
        yield
    finally:
        with names.open("a") as imported:
            imported.write("".join(f"{name}\n" for name in islice(sys.modules, known, None)))


@contextlib.contextmanager
def ending() -> Iterator[None]:
    """End this process as Python does after the block, but leave its objects to the system.

    To take them apart would copy all that is shared with the process that imported them.
    """
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
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def run_snakemake(
    arguments: list[str], folder: str, environment: dict[str, str], output: str, names: Path
) -> None:
    """Become a Snakemake that was called in a folder, and exit as it does."""
    from snakemake import cli

    descriptor = os.open(output, os.O_WRONLY | os.O_APPEND)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for old, new in ((nothing, 0), (descriptor, 1), (descriptor, 2)):
        os.dup2(old, new)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.path[:1], tempfile.tempdir = [folder, environment["PYTHONPATH"]], None
    with ending(), noting_imports(names), forking_scripts(names):
        sys.argv = [str(Path(cli.__file__).with_name("__main__.py")), *arguments]
        cli.main()


def answer_calls(notes: str, root: str | None = None) -> None:
    """Answer each line of the standard input, a call: with its process, then its exit status."""
    import_packages()
    if root is not None:
        from warm_library import import_library

        import_library(Path(root))
    remember_parsed(notes)
    names = Path(notes, "imported")
    names.touch()
    for line in sys.stdin:
        import_as_jobs_did(names, with_library=root is not None)
        assert root or "paperpool" not in sys.modules  # a copy has a library of its own
        *question, is_killed = json.loads(line)
        child = os.fork()
        if not child:
            return run_snakemake(*question, names)
        if is_killed:  # others end with the tests, at Ctrl-C too
            os.setpgid(child, child)
        print(child, flush=True)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)
    return None


if __name__ == "__main__":
    answer_calls(*sys.argv[1:])
