"""The process of ``warm_calls``: a script that imports Snakemake and what jobs need, and waits.

Importing Snakemake and the rules' modules takes longer than to read the rules and to plan, and most
jobs of a test import for longer than they work. Each call is a fork of this process, with its own
arguments, folder and environment, and so is the script of each job. Tests that change a copy of the
library are given forks of a process that imports no library, only other packages.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import marshal
import os
import runpy
import sys
import tempfile
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import TextIO

from threadpoolctl import ThreadpoolController
from warm_scripts import ending, forking_scripts, import_as_jobs_did, noting_imports

HEAVY = ("torch", "transformers", "gensim.models", "scipy.stats", "sklearn.feature_extraction.text")
"""What most runs import in some job, and takes seconds."""


def import_packages() -> None:
    """Import Snakemake with its plugins, and what jobs need."""
    from snakemake.cli import get_argument_parser

    get_argument_parser()
    for module in ("snakemake.notebook", *HEAVY):
        import_module(module)


def remember_parsed(folder: str) -> None:
    """Let Snakemake parse and compile each state of a rule file once for all calls.

    ``folder`` keeps them.
    """
    from snakemake import workflow

    parse = workflow.parse

    def recall(path, of, linemap, overwrite_shellcmd=None, rulecount=0):
        rules = Path(path.get_path_or_uri(secret_free=False))
        key = hashlib.sha256(f"{rules}\0{rulecount}\0".encode() + rules.read_bytes()).hexdigest()
        file = Path(folder, key)
        if file.exists():
            code, lines, rulecount = marshal.loads(file.read_bytes())
            linemap |= lines
            return code, rulecount
        text, rulecount = parse(path, of, linemap, overwrite_shellcmd, rulecount)
        code = compile(text, str(rules), "exec")
        part = Path(folder, f"{key}.{os.getpid()}")
        part.write_bytes(marshal.dumps((code, dict(linemap), rulecount)))
        part.rename(file)
        return code, rulecount

    workflow.parse, workflow.compile = recall, lambda code, *_: code


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
    with ending(), noting_imports(names):
        if program == "paperpool":
            sys.argv = [program, *arguments]
            return runpy.run_module("paperpool.commands.main", run_name="__main__")
        from snakemake import cli

        sys.argv = [str(Path(cli.__file__).with_name("__main__.py")), *arguments]
        with forking_scripts(names, libraries):
            return cli.main()


def answer_calls(calls: Iterable[str], names: Path, with_library: bool) -> None:
    """Answer each line, a call, on the standard output: with its process, then its exit status."""
    libraries = ThreadpoolController()
    for line in calls:
        if import_as_jobs_did(names, with_library):
            libraries = ThreadpoolController()
        assert with_library or "paperpool" not in sys.modules  # a copy has a library of its own
        *question, is_killed = json.loads(line)
        child = os.fork()
        if not child:
            return run_program(*question, names, libraries)
        if is_killed:  # others end with the tests, at Ctrl-C too
            os.setpgid(child, child)
        print(child, flush=True)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)
    return None


@contextlib.contextmanager
def answering_with_library(root: str, names: Path) -> Iterator[TextIO]:
    """Yield a file for calls, which a fork answers that has imported the library of a checkout."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(writing)
        from warm_library import import_library

        import_library(Path(root))
        with open(reading) as calls, ending():  # noqa: PTH123
            answer_calls(calls, names, with_library=True)
    os.close(reading)
    with open(writing, "w", buffering=1) as calls:  # noqa: PTH123
        yield calls
    os.waitpid(child, 0)


def share_calls(notes: str, root: str) -> None:
    """Answer the calls of the standard input, those for the checkout ``root`` with its library.

    A call says first whether it is for the checkout. The next one comes when it has ended.
    """
    import_packages()
    remember_parsed(notes)
    names = Path(notes, "imported")
    names.touch()

    def pick(calls: TextIO) -> Iterator[str]:
        for line in sys.stdin:
            is_checkout, *question = json.loads(line)
            if is_checkout:
                calls.write(json.dumps(question) + "\n")
            else:
                yield json.dumps(question)

    with answering_with_library(root, names) as calls:
        answer_calls(pick(calls), names, with_library=False)


if __name__ == "__main__":
    share_calls(*sys.argv[1:])
