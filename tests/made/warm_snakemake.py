"""Call Snakemake many times, and import it once.

Importing Snakemake and what the rules use takes more time than to read the rules and to plan. A
``WarmSnakemake`` is a process that has imported them and does nothing else: each call is a fork of
it, with arguments, folder and environment of its own. Run as a script, this file is that process.
"""

from __future__ import annotations

import gc
import hashlib
import json
import marshal
import os
import re
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path

IMPORTS = re.compile(r"^from (paperpool[\w.]*) import", re.MULTILINE)


class WarmSnakemake:
    """A process that has imported Snakemake and the library of the checkout ``root``."""

    def __init__(self, root: Path):
        environment = {**os.environ, "PYTHONPATH": str(root / "workflow/scripts")}
        self._parsed = tempfile.TemporaryDirectory(prefix="parsed-")
        self._process = subprocess.Popen(
            [sys.executable, __file__, str(root), self._parsed.name],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def call(
        self, arguments: list[str], folder: Path, environment: dict[str, str]
    ) -> tuple[int, str]:
        """Call Snakemake in a folder; return its exit status and what it printed."""
        with tempfile.NamedTemporaryFile("r", errors="replace") as output:
            question = [arguments, str(folder), environment, output.name]
            print(json.dumps(question), file=self._process.stdin, flush=True)
            status = self._process.stdout.readline()
            assert status, "The process that has imported Snakemake ended; it said why above."
            return int(status), output.read()

    def close(self) -> None:
        """End the process."""
        self._process.communicate()
        self._parsed.cleanup()


def warm_up(root: Path) -> None:
    """Import Snakemake with its plugins and what the rules import of the library; read its code."""
    from snakemake.cli import get_argument_parser

    from paperpool.benchmarks.registry import find_benchmarks
    from paperpool.provenance import code_digest
    from paperpool.rankers.registry import find_kinds

    get_argument_parser()
    find_benchmarks()
    find_kinds()
    for script in (root / "workflow/scripts").glob("*.py"):
        code_digest(script)
    rules = "\n".join(path.read_text() for path in (root / "workflow/rules").rglob("*.smk"))
    for module in ["snakemake.notebook", *sorted(set(IMPORTS.findall(rules)))]:
        import_module(module)
    gc.freeze()


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


def run_snakemake(
    arguments: list[str], folder: str, environment: dict[str, str], output: str
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
    sys.path[0] = folder
    sys.argv = [str(Path(cli.__file__).with_name("__main__.py")), *arguments]
    cli.main()


def answer_calls(root: Path, parsed: str) -> None:
    """Answer each line of the standard input, a call, with its exit status."""
    warm_up(root)
    remember_parsed(parsed)
    for line in sys.stdin:
        child = os.fork()
        if not child:
            return run_snakemake(*json.loads(line))
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)
    return None


if __name__ == "__main__":
    answer_calls(Path(sys.argv[1]), sys.argv[2])
