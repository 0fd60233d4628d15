"""What every test may use: the real data, and where it is absent a reason to skip."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository."""
    return ROOT


@pytest.fixture(scope="session")
def real_data():
    """Return a function: the folder of a real dataset, or a skip that says why."""
    base = Path(os.environ.get("PAPERPOOL_DATA", ROOT.parent / "shared" / "data"))

    def find(name: str) -> Path:
        folder = base / name
        if not folder.is_dir():
            pytest.skip(f"real data not found: {folder} (set PAPERPOOL_DATA)")
        return folder

    return find
