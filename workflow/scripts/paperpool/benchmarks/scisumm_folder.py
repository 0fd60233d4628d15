"""The folder of CL-SciSumm's release: of its repository, or of what was taken from it."""

from pathlib import Path

from paperpool.benchmarks.benchmark import DataFolder


def _holds(folder: Path) -> bool:
    for above in ("", "*/"):
        for pattern in ("Training-Set-*", "Test-Set-*"):
            if any(found.is_dir() for found in folder.glob(f"{above}{pattern}")):
                return True
    return False


FOLDER = DataFolder("cl-scisumm", _holds)
