"""The folder of CSFCube's release, and the rankings that were released for it."""

from pathlib import Path

from paperpool.benchmarks.benchmark import DataFolder
from paperpool.collections.csfcube_release import POOL, SPLITS
from paperpool.collections.schemes import find_collection_scheme, read_scheme

_RELEASED = "test-pid2pool-csfcube-{system}-{facet}-ranked.json"
_RELEASED_FOLDER = "ranked_pools"
_FETCHED_FOLDER = "csfcube_runs"
"""Beside the release's folder: what `paperpool fetch csfcube_runs` brings, a folder a system."""


def _holds(folder: Path) -> bool:
    return (folder / POOL).is_file() or (folder / SPLITS).is_file()


def _find_runs(folder: Path) -> dict[str, str]:
    """Return the rankings that are released, in the folder and beside it."""
    prefix, _, suffix = _RELEASED.partition("{system}-{facet}")
    facet = read_scheme(find_collection_scheme(folder)).facet_names[0]
    pattern = f"{prefix}*-{facet}{suffix}"
    fetched = folder.absolute().parent / _FETCHED_FOLDER
    files = list(fetched.glob(f"*/{pattern}"))
    files += (folder / _RELEASED_FOLDER).glob(pattern)

    found = {}
    for file in sorted(files, key=lambda file: file.name):
        name = file.name[len(prefix) :].removesuffix(f"-{facet}{suffix}")
        found[name] = str(file.parent / _RELEASED.replace("{system}", name))
    return found


FOLDER = DataFolder("csfcube", _holds, _find_runs, r"^test-pid2pool-csfcube-(.+)-ranked$")
