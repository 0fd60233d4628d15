"""Processes by their numbers: which there are, whose children they are, and how to end them."""

import contextlib
import os
import re
import signal
import time
from collections.abc import Callable, Iterable
from pathlib import Path

SECONDS = 30
"""How long a daemon may take to stop before it is killed."""


def wait_for(is_so: Callable[[], object], seconds: float) -> None:
    """Wait until ``is_so`` returns something true; TimeoutError after ``seconds``."""
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > end:
            raise TimeoutError(f"waited {seconds} seconds in vain")
        time.sleep(0.1)


def list_processes() -> list[int]:
    """Return the numbers of all processes."""
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]


def read_number(file: Path) -> int:
    """Return the number of a process from a file; 0, which no process has, where there is none."""
    try:
        return int(file.read_text())
    except (OSError, ValueError):
        return 0


def read_command(pid: int) -> str:
    """Return the command line of a process; nothing where it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


def read_parent(pid: int) -> int:
    """Return the number of a process's parent; 0 where it has ended, -1 where it is a zombie."""
    try:
        state, parent = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[:2]
    except OSError:
        return 0
    return -1 if state == "Z" else int(parent)


def find_steps(jobs: Iterable[str]) -> list[int]:
    """Return Slurm's processes that lead the steps of some jobs."""
    led = {pid: re.match(r"slurmstepd: \[(\d+)\.", read_command(pid)) for pid in list_processes()}
    return [pid for pid, of in led.items() if of and of[1] in set(jobs)]


def list_families(roots: Iterable[int]) -> list[int]:
    """Return processes, their children, the children of these and so on."""
    parents = {pid: read_parent(pid) for pid in list_processes()}
    found = list(dict.fromkeys(roots))
    for pid in found:  # which grows
        found += [child for child, parent in parents.items() if parent == pid]
    return found


def kill_all(pids: Iterable[int], number: int = signal.SIGKILL) -> None:
    """Send a signal to processes, some of which may have ended."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


def end_daemon(pid_file: Path, program: str) -> None:
    """End the daemon whose number a file holds, if it is the program and lives."""
    pid = read_number(pid_file)
    if program not in read_command(pid):
        return
    kill_all([pid], signal.SIGTERM)
    try:
        wait_for(lambda: read_parent(pid) < 1, SECONDS)
    except TimeoutError:
        kill_all([pid])
