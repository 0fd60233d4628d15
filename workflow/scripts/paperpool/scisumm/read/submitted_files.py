"""The files of submissions: which there are, and whether the release has them."""

from pathlib import Path

from paperpool.scisumm.names import SUBMISSIONS_FOLDER

FOLDER = "Task1"


def list_submitted(folder: str | Path) -> list[str]:
    """Return the CSV files of a submission, in its folder or its ``Task1``, sorted."""
    inner = Path(folder, FOLDER)
    files = (inner if inner.is_dir() else Path(folder)).glob("*.csv")
    return sorted(str(file) for file in files if file.is_file())


def is_left_out(path: str, release: str | None) -> bool:
    """Return whether a run is one of the release's submissions, but the release lacks them all."""
    folder = Path(str(release), SUBMISSIONS_FOLDER)
    return folder in Path(path).parents and not folder.exists()
