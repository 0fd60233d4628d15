"""The library that makes a process's own file operations fail: compiled, loaded, told what to do.

``shim.c`` says which operations it sees.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from pathlib import Path

FULL, LOCKED, BROKEN, KILL = "F", "L", "B", "K"
"""From then on no room, or a disk that is read-only; one operation that fails; the end."""

WORDS = {
    FULL: "a full disk",
    LOCKED: "a read-only disk",
    BROKEN: "an input/output error",
    KILL: "a kill",
}

READS = "or"
"""The operations that a full disk lets through: opening what exists, and reading."""


def find_compiler() -> str | None:
    """Return the C compiler of this machine, if it has one."""
    return shutil.which("cc") or shutil.which("gcc")


def start_again_with_shim(folder: Path) -> None:
    """Have this process start anew with the library before all others, unless it has it already."""
    library = str(folder / "shim.so")
    if os.environ.get("LD_PRELOAD") == library:
        return
    compiler = find_compiler()
    if compiler is None:
        sys.exit("No C compiler (cc, gcc) is here: faults cannot be planted.")
    source = str(Path(__file__).with_name("shim.c"))
    subprocess.run([compiler, "-O1", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    os.environ["LD_PRELOAD"] = library
    # a fork has one thread: libraries must not count on more
    os.environ.update(dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1"))
    os.execv(sys.executable, [sys.executable, *sys.argv])


def plant_fault(folder: Path, n: int, fault: str, trace: int = -1) -> None:
    """Make the ``n``-th operation below ``folder`` fail; ``trace`` is told of every one."""
    code = fault.encode() or b"\0"
    ctypes.CDLL(None).plant_fault(
        str(folder).encode(), ctypes.c_long(n), ctypes.c_char(code), ctypes.c_int(trace)
    )


def lift_fault() -> None:
    """Let every operation do as it says from now on."""
    ctypes.CDLL(None).lift_fault()
