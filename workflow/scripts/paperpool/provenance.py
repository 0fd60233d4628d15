"""What made a result: digests of the code that it depends on, and the versions of libraries."""

from __future__ import annotations

import ast
import hashlib
import importlib.metadata
import platform
from collections.abc import Iterable
from functools import cache
from pathlib import Path

_PACKAGE = "paperpool"
_ROOT = Path(__file__).parent


def code_digest(script: str | Path, modules: Iterable[str] = ()) -> str:
    """Return a digest of the file of a script and of every module of the package it imports.

    ``modules`` are further ones, which it finds by their names. Snakemake notices a changed script
    but not a changed module, so a rule passes this digest as a parameter.
    """
    path = Path(script)
    hasher = hashlib.sha256(path.read_bytes())
    for module in sorted(_closure([*_imports(path), *modules])):
        hasher.update(module.encode() + b"\0" + _file(module).read_bytes() + b"\0")
    return hasher.hexdigest()[:16]


def _closure(modules: Iterable[str]) -> set[str]:
    """Return ``modules`` and all that they import, directly or not."""
    found: set[str] = set()
    waiting = list(modules)
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += _imports(_file(module))
    return found


def _file(module: str) -> Path:
    path = _ROOT.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


@cache
def _imports(path: Path) -> tuple[str, ...]:
    """Return the modules of the package that a file imports, inside functions too."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    inside = {
        name.removeprefix(f"{_PACKAGE}.") for name in names if name.startswith(f"{_PACKAGE}.")
    }
    return tuple(sorted(name for name in inside if _file(name).is_file()))


def library_versions(packages: Iterable[str]) -> dict[str, str]:
    """Return the installed version of Python and of each package."""
    versions = {"python": platform.python_version()}
    for package in packages:
        versions[package] = importlib.metadata.version(package)
    return versions
