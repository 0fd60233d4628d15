"""Call Snakemake many times, but import it and its jobs' modules only once."""

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

_PROGRAM = Path(__file__).with_name("warm_snakemake.py")


class WarmSnakemake:
    """A process that has imported Snakemake, with a fork that has the library of a checkout.

    Processes may share the folder ``notes``: it keeps parsed rules, and names of imported modules.
    """

    def __init__(self, notes: Path, checkout: Path):
        self._process = subprocess.Popen(
            [sys.executable, str(_PROGRAM), str(notes), str(checkout)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def call(
        self,
        program: str,
        arguments: list[str],
        folder: Path,
        environment: dict[str, str],
        is_checkout: bool,
        is_time: Callable[[], bool] | None = None,
    ) -> tuple[int, str]:
        """Call "snakemake" or "paperpool" in a folder; return its exit status and output.

        Calls that are not for the checkout import another library. As soon as ``is_time()`` it is
        killed with all its jobs; the status is then -9.
        """
        with tempfile.NamedTemporaryFile("r", errors="replace") as output:
            question = [program, arguments, str(folder), environment, output.name]
            line = json.dumps([is_checkout, *question, is_time is not None])
            print(line, file=self._process.stdin, flush=True)
            process = self._read()
            try:
                if is_time is not None:
                    kill_group(process, is_time)
            finally:
                status = self._read()
            return status, output.read()

    def _read(self) -> int:
        answer = self._process.stdout.readline()
        assert answer, "The process that has imported Snakemake ended; it said why above."
        return int(answer)

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def kill_group(process: int, is_time: Callable[[], bool]) -> None:
    """Kill a process and its group as soon as ``is_time()``, at an error too, unless it ends."""
    with contextlib.suppress(ProcessLookupError):  # it has ended
        ended = os.pidfd_open(process)
        try:
            while not select.select([ended], [], [], 0.01)[0]:
                if is_time():
                    break
        finally:
            os.close(ended)
            os.killpg(process, signal.SIGKILL)
