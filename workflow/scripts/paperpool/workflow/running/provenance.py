"""The makers of a result: digests of the code that it depends on, and the versions of libraries."""

import hashlib
import importlib.metadata
import platform
import re
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path

_PACKAGE = "paperpool"
_ROOT = Path(__file__).parents[2]
"""The folder of the package."""

TEXTS = (".yaml", ".txt")
"""How the files end that hold the texts of a module."""


_FINDERS = {"benchmarks.registry": "benchmarks", "rankers.scoring.formats": "benchmarks.forms"}
"""The modules that find all others of a package by name: what imports them depends on all."""


def code_digest(script: str | Path, modules: Iterable[str] = ()) -> str:
    """Return a digest of a script and of every module of the package it imports, with their texts.

    ``modules`` are further ones by name. Snakemake notices a changed script but not a changed
    module, so a rule passes this digest as a parameter.
    """
    path = Path(script)
    return _digest_all(path.read_bytes(), [*_imports(path), *modules])


def digest_modules(modules: Iterable[str]) -> str:
    """Return a digest of some modules of the package, by name, and of all that they import."""
    return _digest_all(b"", modules)


def _digest_all(begin: bytes, modules: Iterable[str]) -> str:
    """Return a digest of ``begin``, and of modules, all that they import, and their texts."""
    hasher = hashlib.sha256(begin)
    for module in sorted(_closure(modules)):
        file = _file(module)
        for part in (file, *_texts(file)):
            hasher.update(module.encode() + b"\0" + _digest(part))
    return hasher.hexdigest()[:16]


@cache
def _digest(file: Path) -> bytes:
    return hashlib.sha256(file.read_bytes()).digest()


@cache
def _texts(module: Path) -> list[Path]:
    files = [module.with_suffix(ending) for ending in TEXTS]
    return [file for file in files if file.is_file()]


def _closure(modules: Iterable[str]) -> set[str]:
    """Return ``modules`` and all that they import, directly or not."""
    found: set[str] = set()
    waiting = list(modules)
    while waiting:
        module = waiting.pop()
        if module in found:
            continue
        found.add(module)
        waiting += _imports(_file(module))
        if module in _FINDERS:
            waiting += _list_modules(_FINDERS[module])
    return found


@cache
def _list_modules(package: str) -> list[str]:
    """Return the modules of a package, and the packages directly below it."""
    folder = _file(package).parent
    modules = []
    for file in [*folder.glob("*.py"), *folder.glob("*/__init__.py")]:
        path = file.parent if file.name == "__init__.py" else file.with_suffix("")
        modules.append(".".join(path.relative_to(_ROOT).parts))
    return sorted(modules)


def _file(module: str) -> Path:
    return _find(_ROOT, module)


@cache
def _find(root: Path, module: str) -> Path:
    path = root.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


_IMPORT = re.compile(
    rf"^[ \t]*(?:from +({_PACKAGE}[\w.]*) +import +(\([^)]*\)|[^\n#]*)|import +([^\n#]*))",
    re.MULTILINE,
)
"""An import: the module and its names, or the modules; parsing would take a second."""


@cache
def _imports(path: Path) -> tuple[str, ...]:
    """Return the modules of the package that a file imports, inside functions too."""
    names: set[str] = set()
    for module, taken, modules in _IMPORT.findall(path.read_text(encoding="utf-8")):
        names.update(re.findall(r"[\w.]+", modules))
        if module:
            names.add(module)
            names.update(f"{module}.{name}" for name in re.findall(r"\w+", taken))

    # of what is imported from a module, only modules are files
    modules = set()
    for name in names:
        if name.startswith(f"{_PACKAGE}."):
            module = name.removeprefix(f"{_PACKAGE}.")
            if _file(module).is_file():
                modules.add(module)
    return tuple(sorted(modules))


def find_commit(file: str | Path = __file__) -> str:
    """Return the commit of the repository that tracks ``file``, with its local changes, or "".

    A package that is installed inside a user's repository is not part of it.
    """
    folder = Path(file).parent
    if not _ask_git(folder, "ls-files", "--error-unmatch", Path(file).name):
        return ""
    commit = _ask_git(folder, "rev-parse", "--short=12", "HEAD")
    if commit and _ask_git(folder, "status", "--porcelain", "--", "."):
        return f"{commit} with local changes"
    return commit


def _ask_git(folder: Path, *question: str) -> str:
    """Return git's answer; empty if it does not or is not there."""
    command = ["git", "-C", str(folder), "--no-optional-locks", *question]
    try:
        done = subprocess.run(command, capture_output=True, timeout=60, check=True)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.decode("utf-8", errors="replace").strip()


def library_versions(packages: Iterable[str]) -> dict[str, str]:
    """Return the installed version of Python and of each package."""
    versions = {"python": platform.python_version()}
    for package in packages:
        versions[package] = importlib.metadata.version(package)
    return versions
