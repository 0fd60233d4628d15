"""Pin every package that pyproject.toml asks for.

`make lock` runs it. All packages are resolved together. Those that the workflow needs go into
requirements.lock, the others into requirements-dev.lock, so that no version can differ between the
two, and torch into requirements-torch.txt. What `make audit`, `make mutants` and the part engines
of `make bench` need is pinned beside this file, in locks of these names. pip chooses the versions,
for the Python that this runs in; the index that pip is set up for tells the SHA-256 of every file
of each, so that one lock serves every platform.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
import urllib.request
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from typing import Any

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

DEV = "dev"
"""The extra of tests and checks."""

SETUP = "setup"
"""The dependency group of what installs the others."""

GROUPS = {
    "audit": "make audit",
    "mutants": "make mutants",
    "engines": "make bench PARTS=engines",
}
"""The dependency groups of what commands install for themselves, and the command of each."""

UNUSED = {"yattag"}
"""What no command calls, though a package of a group asks for it; the index has no wheel of it."""

GROUP_HEAD = "# What '{}' installs for itself. Made by 'make lock' from pyproject.toml.\n"
LOCK_HEAD = "# What the workflow needs, but torch. Made by 'make lock' from pyproject.toml.\n"
DEV_HEAD = "# What tests and checks need besides. Made by 'make lock' from pyproject.toml.\n"
TORCH_HEAD = """\
# Made by 'make lock' from pyproject.toml. Without a hash: which build of torch this is, for the
# processor alone or for CUDA, is settled by where pip looks for it (docs/installing.md).
"""


def main() -> None:
    """Write all files."""
    project = ROOT / "pyproject.toml"
    setup = read_group(project, SETUP)
    packages = choose_packages([*read_wanted(project), *setup])
    to_run = [*read_wanted(project, DEV), *setup]
    needed = collect_needed(to_run, lambda name: packages[name].get("requires_dist", ()))
    versions = {name: package["version"] for name, package in packages.items()}
    torch = versions.pop(TORCH).partition("+")[0]
    (ROOT / "requirements-torch.txt").write_text(f"{TORCH_HEAD}{TORCH}=={torch}\n")
    built = read_built(ROOT / "Makefile")
    locked = {n: v for n, v in versions.items() if not n.startswith(ONLY_CUDA)}
    run = {n: v for n, v in locked.items() if n in needed}
    dev = {n: v for n, v in locked.items() if n not in needed}
    (ROOT / "requirements.lock").write_text(LOCK_HEAD + lock_packages(run, built))
    (ROOT / "requirements-dev.lock").write_text(DEV_HEAD + lock_packages(dev, built))
    for group in GROUPS:
        lock_group(group)


def lock_group(group: str) -> None:
    """Pin what a dependency group asks for in a file of its name, beside this one."""
    chosen = choose_packages(read_group(ROOT / "pyproject.toml", group))
    used = {name: package["version"] for name, package in chosen.items() if name not in UNUSED}
    lines = GROUP_HEAD.format(GROUPS[group]) + lock_packages(used, ())
    (ROOT / f"envs/{group}.lock").write_text(lines)


def read_built(path: Path) -> list[str]:
    """Return the packages that a Makefile's ``BUILT`` names: they are built from their source."""
    found = re.search(r"^BUILT := ([\w -]*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return found[1].split() if found else []


def read_group(path: Path, group: str) -> list[str]:
    """Return what a dependency group of a pyproject.toml asks for."""
    return tomllib.loads(path.read_text(encoding="utf-8"))["dependency-groups"][group]


def lock_packages(versions: dict[str, str], built: Collection[str]) -> str:
    """Return the lines of all packages, sorted; see ``lock_package``."""
    with ThreadPoolExecutor(8) as pool:
        entries = pool.map(lambda name: lock_package(name, versions[name], built), sorted(versions))
        return "".join(entries)


def read_wanted(path: Path, *without: str) -> list[str]:
    """Return what a pyproject.toml asks for: to run, in every extra, and to build the package.

    Extras called ``without`` are left out.
    """
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    project = content["project"]
    wanted = [*project["dependencies"], *content["build-system"]["requires"]]
    for extra, lines in project["optional-dependencies"].items():
        wanted += lines if extra not in without else ()
    return [line for line in wanted if Requirement(line).name != project["name"]]


def choose_packages(wanted: list[str]) -> dict[str, dict[str, Any]]:
    """Return the metadata of each package that pip would install for ``wanted``, by its name."""
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed"]
    command += ["--quiet", "--disable-pip-version-check", "--report", "-", *wanted]
    report = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    found = [package["metadata"] for package in report["install"]]
    return {canonicalize_name(package["name"]): package for package in found}


def collect_needed(
    wanted: Iterable[str], requires: Callable[[str], Iterable[str]], **environment: str
) -> dict[str, list[Requirement]]:
    """Return the requirements of ``wanted`` and of all that these need, by the package's name.

    ``requires`` returns the lines that a package's metadata has of what it needs itself. Markers
    are evaluated for ``environment``, where that is silent for the Python that this runs in. What
    only a CUDA build of torch needs is left out.
    """
    found: dict[str, list[Requirement]] = {}
    waiting = [(line, "") for line in wanted]
    while waiting:
        line, extra = waiting.pop()
        requirement = Requirement(line)
        name = canonicalize_name(requirement.name)
        marker = requirement.marker
        applies = marker is None or marker.evaluate({**environment, "extra": extra})
        if not applies or name.startswith(ONLY_CUDA) or requirement in found.get(name, ()):
            continue
        found.setdefault(name, []).append(requirement)
        waiting += product(requires(name), ("", *requirement.extras))
    return found


def lock_package(name: str, version: str, built: Collection[str] = ()) -> str:
    """Return the lines of a package: its version, and the SHA-256 of every file of that.

    Ends where the index has no file of it, or no wheel though it is none of ``built``: setting up
    runs no code of packages that are not named.
    """
    files = find_files(name, version)
    if not files:
        raise SystemExit(f"The index of pip has no file of {name} {version}.")
    if name not in built and not any(file.endswith(".whl") for file in files):
        raise SystemExit(f"{name} {version} has no wheel: BUILT of the Makefile has to name it.")
    hashes = sorted(f"--hash=sha256:{sha256}" for sha256 in files.values())
    return " \\\n    ".join([f"{name}=={version}", *hashes]) + "\n"


def find_files(name: str, version: str) -> dict[str, str]:
    """Return the SHA-256 of each file that pip's index has of a version, by the file's name."""
    index = create_command("install").parser.get_default_values().index_url
    kind = {"Accept": "application/vnd.pypi.simple.v1+json"}
    request = urllib.request.Request(f"{index.rstrip('/')}/{name}/", headers=kind)
    with urllib.request.urlopen(request, timeout=60) as answer:
        files = json.load(answer)["files"]
    return {
        file["filename"]: file["hashes"]["sha256"]
        for file in files
        if find_version(file["filename"]) == version
    }


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
