"""What every test may use: the real data, and where it is absent a reason to skip."""

import os
from pathlib import Path

import pytest

from paperpool.config import load_yaml, merge
from paperpool.config_checks import check_config
from paperpool.errors import UserError

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


@pytest.fixture
def base(root):
    """The configuration as it stands."""
    return load_yaml(root / "config/config.yaml")


@pytest.fixture
def problems(root, base):
    """Return a function: the problems of the configuration with an overlay."""

    def find(overlay):
        try:
            check_config(
                merge(base, overlay),
                root / "workflow/schemas/config.schema.yaml",
                root / "resources/published/csfcube.csv",
            )
        except UserError as error:
            return error.problems
        return []

    return find
