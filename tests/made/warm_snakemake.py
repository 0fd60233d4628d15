"""The process of ``warm_calls``: a script that imports Snakemake and what jobs need, and waits.

Importing Snakemake and the rules' modules takes longer than to read the rules and to plan, and most
jobs of a test import for longer than they work. Each call is a fork of this process, with its own
arguments, folder and environment, and so is the script of each job. Tests that change a copy of the
library are given forks of a process that imports no library, only other packages.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import json
import marshal
import os
import runpy
import socket
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path

from threadpoolctl import ThreadpoolController
from warm_scripts import (
    ending,
    forking_scripts,
    import_as_jobs_did,
    noting_imports,
    use_huge_pages,
)

HEAVY = ("torch", "transformers", "gensim.models", "scipy.stats", "sklearn.feature_extraction.text")
"""What most runs import in some job, and takes seconds."""


def import_packages() -> None:
    """Import Snakemake with its plugins, and what jobs need."""
    from snakemake.cli import get_argument_parser

    get_argument_parser()
    for module in ("snakemake.notebook", *HEAVY):
        import_module(module)


def remember_rules(folder: str) -> None:
    """Let Snakemake parse each state of a rule file once for all calls and all copies of it.

    ``folder`` keeps them, compiled too for each place that they were read from.
    """
    from snakemake import workflow

    parse = workflow.parse

    def recall(path, of, linemap, overwrite_shellcmd=None, rulecount=0):
        rules = str(path.get_path_or_uri(secret_free=False))
        state = f"{rulecount}\0".encode() + Path(rules).read_bytes()
        compiled = Path(folder, hashlib.sha256(f"{rules}\0".encode() + state).hexdigest())
        if compiled.exists():
            code, lines, rulecount = marshal.loads(compiled.read_bytes())
            linemap |= lines
            return code, rulecount

        parsed = Path(folder, hashlib.sha256(state).hexdigest())
        if parsed.exists():
            text, lines, rulecount = marshal.loads(parsed.read_bytes())
            linemap |= lines
        else:
            text, rulecount = parse(path, of, linemap, overwrite_shellcmd, rulecount)
            text = text.replace(repr(rules), _PLACE)
            keep(parsed, (text, dict(linemap), rulecount))
        code = compile(text.replace(_PLACE, repr(rules)), rules, "exec", dont_inherit=True)
        keep(compiled, (code, dict(linemap), rulecount))
        return code, rulecount

    workflow.parse, workflow.compile = recall, lambda code, *_: code


_PLACE = "'<the file of the rules>'"


def keep(file: Path, value: object) -> None:
    """Write a value whole, as others may read the file meanwhile."""
    part = file.with_name(f"{file.name}.{os.getpid()}")
    part.write_bytes(marshal.dumps(value))
    part.rename(file)


def run_program(
    program: str,
    arguments: list[str],
    folder: str,
    environment: dict[str, str],
    output: str,
    names: Path,
    libraries: ThreadpoolController,
) -> None:
    """Become a Snakemake or paperpool that was called in a folder, and exit as it does."""
    descriptor = os.open(output, os.O_WRONLY | os.O_APPEND)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for old, new in ((nothing, 0), (descriptor, 1), (descriptor, 2)):
        os.dup2(old, new)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.path[:1], tempfile.tempdir = [folder, environment["PYTHONPATH"]], None
    gc.set_threshold(100_000)  # it ends soon: looking for garbage takes longer than to leave it
    with ending(), noting_imports(names):
        if program == "paperpool":
            sys.argv = [program, *arguments]
            runpy.run_module("paperpool.commands.main", run_name="__main__")
            return
        from snakemake import cli

        sys.argv = [str(Path(cli.__file__).with_name("__main__.py")), *arguments]
        is_plan = "-n" in arguments  # runs no script
        with contextlib.nullcontext() if is_plan else forking_scripts(names, libraries):
            cli.main()


def answer_calls(calls: Iterable[str], names: Path, with_library: bool) -> None:
    """Answer each line, a call, on the standard output: with its process, then its exit status."""
    libraries = None
    for line in calls:
        if import_as_jobs_did(names, with_library) or libraries is None:
            libraries = ThreadpoolController()
            use_huge_pages()
        assert with_library or "paperpool" not in sys.modules  # a copy has a library of its own
        *question, is_killed = json.loads(line)
        child = os.fork()
        if is_killed:  # others end with the tests, at Ctrl-C too
            os.setpgid(child, child)
        if not child:
            run_program(*question, names, libraries)
        print(child, flush=True)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


@contextlib.contextmanager
def asking_library(root: str, names: Path) -> Iterator[Callable[[str], None]]:
    """Yield a function: a fork that has imported the library of a checkout answers a call.

    It returns when the call has ended.
    """
    asking, answering = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    child = os.fork()
    if not child:
        asking.close()
        with ending():
            from warm_library import import_library

            import_library(Path(root))
            answer_calls(receive_calls(answering), names, with_library=True)
    answering.close()

    def ask(call: str) -> None:
        asking.send(call.encode())
        if not asking.recv(1):
            raise ChildProcessError("The process with the library has ended.")

    yield ask
    asking.send(_END)  # it would not see a closed socket, which other forks may hold
    os.waitpid(child, 0)


_END = b"end"


def receive_calls(calls: socket.socket) -> Iterator[str]:
    """Yield each call, and tell who asked when it has ended."""
    while (call := calls.recv(1 << 20)) not in (b"", _END):
        yield call.decode()
        calls.send(b".")


def share_calls(notes: str, root: str) -> None:
    """Answer the calls of the standard input, those for the checkout ``root`` with its library.

    A call says first whether it is for the checkout.
    """
    import_packages()
    remember_rules(notes)
    names = Path(notes, "imported")
    names.touch()
    with asking_library(root, names) as ask:

        def list_others() -> Iterator[str]:
            for line in sys.stdin:
                is_checkout, *question = json.loads(line)
                if is_checkout:
                    ask(json.dumps(question))
                else:
                    yield json.dumps(question)

        answer_calls(list_others(), names, with_library=False)


if __name__ == "__main__":
    share_calls(*sys.argv[1:])
