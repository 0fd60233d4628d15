"""The folder of MDCR's release."""

from pathlib import Path

from paperpool.benchmarks.benchmark import DataFolder
from paperpool.collections.mdcr_benchmark import SPLITS


def _holds(folder: Path) -> bool:
    return any((folder / f"mdcr_{split}.json").is_file() for split in SPLITS)


FOLDER = DataFolder("mdcr", _holds)
