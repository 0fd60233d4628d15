"""Pin every package that pyproject.toml asks for: requirements.lock and requirements-torch.txt.

`make lock` runs it. pip chooses the versions, for the Python that this runs in; the index that pip
is set up for tells the SHA-256 of every file of each, so that one lock serves every platform.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from pip._internal.commands import create_command
from pip._vendor.packaging.requirements import Requirement
from pip._vendor.packaging.utils import (
    canonicalize_name,
    parse_sdist_filename,
    parse_wheel_filename,
)

ROOT = Path(__file__).parents[1]
TORCH = "torch"
ONLY_CUDA = ("nvidia-", "cuda-", "triton")
"""How the names begin of what a CUDA build of torch needs besides; pip gets them with it."""

LOCK_HEAD = "# Every package but torch. Made by 'make lock' from pyproject.toml.\n"
TORCH_HEAD = """\
# Made by 'make lock' from pyproject.toml. Without a hash: which build of torch this is, for the
# processor alone or for CUDA, is settled by where pip looks for it (docs/installing.md).
"""


def main() -> None:
    """Write both files."""
    versions = choose_versions(read_wanted(ROOT / "pyproject.toml"))
    torch = versions.pop(TORCH).partition("+")[0]
    locked = {n: v for n, v in sorted(versions.items()) if not n.startswith(ONLY_CUDA)}
    with ThreadPoolExecutor(8) as pool:
        entries = list(pool.map(lock_package, locked, locked.values()))
    (ROOT / "requirements.lock").write_text(LOCK_HEAD + "".join(entries))
    (ROOT / "requirements-torch.txt").write_text(f"{TORCH_HEAD}{TORCH}=={torch}\n")


def read_wanted(path: Path) -> list[str]:
    """Return what a pyproject.toml asks for: to run, in every extra, and to build the package."""
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    project = content["project"]
    wanted = [*project["dependencies"], *content["build-system"]["requires"]]
    for extra in project["optional-dependencies"].values():
        wanted += extra
    return [line for line in wanted if Requirement(line).name != project["name"]]


def choose_versions(wanted: list[str]) -> dict[str, str]:
    """Return the version of each package that pip would install for ``wanted``, by its name."""
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed"]
    command += ["--quiet", "--disable-pip-version-check", "--report", "-", *wanted]
    report = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    found = [package["metadata"] for package in report["install"]]
    return {canonicalize_name(package["name"]): package["version"] for package in found}


def lock_package(name: str, version: str) -> str:
    """Return the lines of a package: its version, and the SHA-256 of every file of that."""
    hashes = find_hashes(name, version)
    if not hashes:
        raise SystemExit(f"The index of pip has no file of {name} {version}.")
    return " \\\n    ".join([f"{name}=={version}", *hashes]) + "\n"


def find_hashes(name: str, version: str) -> list[str]:
    """Return ``--hash=sha256:…`` of each file that pip's index has of a version, sorted."""
    index = create_command("install").parser.get_default_values().index_url
    kind = {"Accept": "application/vnd.pypi.simple.v1+json"}
    request = urllib.request.Request(f"{index.rstrip('/')}/{name}/", headers=kind)
    with urllib.request.urlopen(request, timeout=60) as answer:
        files = json.load(answer)["files"]
    return sorted(
        f"--hash=sha256:{file['hashes']['sha256']}"
        for file in files
        if find_version(file["filename"]) == version
    )


def find_version(filename: str) -> str | None:
    """Return the version in the name of a wheel or a source archive; None for other files."""
    try:
        if filename.endswith(".whl"):
            return str(parse_wheel_filename(filename)[1])
        return str(parse_sdist_filename(filename)[1])
    except ValueError:
        return None


if __name__ == "__main__":
    main()
