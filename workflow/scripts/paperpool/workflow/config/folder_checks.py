"""Checks that results and cache are folders of their own.

A run overwrites files of its folder. There and in the cache it clears what killed runs left.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from paperpool.errors import Problem
from paperpool.workflow.config.checked import Checked

_SHIPPED = (
    ".git",
    "bench",
    "config",
    "docs",
    "envs",
    "profiles",
    "resources",
    "studies",
    "tests",
    "workflow",
)
"""Folders of a checkout that no run may write into; in ``resources`` are downloads."""

_ROOT = "the root of the file system"
_WORKING = "the working directory"


def find_folder_problems(config: Checked) -> Iterable[Problem]:
    """Yield a problem if results, the run's folder or the cache would lie over users' files."""
    users = _list_users_folders()
    if config.is_sound("results") and config.is_sound("run"):
        yield from _find_results_problems(Path(config["results"]), config["run"], users)

    for key in ("results", "cache"):
        if config.is_sound(key) and config[key] is not None and Path(config[key]).is_file():
            message = f"A folder is expected, and {config[key]} is a file."
            yield Problem(message, key, "Name another folder; it is made if it is not there.")

    if config.is_sound("cache") and config["cache"] is not None:
        relation = _relate(Path(config["cache"]).resolve(), users)
        if relation:
            message = f"The cache {relation}: old files of the form .*.part are removed in it."
            hint = "Name a folder for it alone, such as ~/paperpool-cache, or leave the key null."
            yield Problem(message, "cache", hint)


def _list_users_folders() -> Mapping[str, Path]:
    """Return the folders that are users' own, by what they are called."""
    folders = {_ROOT: Path("/"), "your home folder": Path(os.path.expanduser("~"))}  # noqa: PTH111
    checkout = Path(__file__).parents[5]
    if (checkout / "workflow/Snakefile").is_file():  # not so if the package is installed
        folders["the folder of paperpool itself"] = checkout
    folders[_WORKING] = Path.cwd()
    return {name: folder.resolve() for name, folder in folders.items()}


def _find_results_problems(results: Path, run: str, users: Mapping[str, Path]) -> Iterator[Problem]:
    """Yield a problem if results are a folder of the users, or the run's folder lies over one."""
    for name, folder in users.items():
        if name != _WORKING and results.resolve() == folder:
            message = f"The folder of the results is {name}: a run would lie among other files."
            yield Problem(message, "results", "Name a folder for runs alone, such as results.")
            return

    folder_of_run = Path(results, run).resolve()
    relation = _relate(folder_of_run, users)
    checkout = users.get("the folder of paperpool itself")
    for name in _SHIPPED:
        if checkout is not None and folder_of_run.is_relative_to(checkout / name):
            relation = f"lies in {name} of paperpool itself"

    if relation:
        message = f"The run's folder, {results / run}, {relation}: its files would be overwritten."
        yield Problem(message, "run", "Give the run another name, or results another folder.")


def _relate(folder: Path, users: Mapping[str, Path]) -> str:
    """Return that a folder is, or contains, a folder of the users; else nothing."""
    for name, other in users.items():
        if folder == other:
            return f"is {name}"

    for name, other in users.items():
        if other.is_relative_to(folder):
            return f"contains {name}"
    return ""
