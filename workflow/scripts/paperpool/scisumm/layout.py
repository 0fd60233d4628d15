"""Where the files of CL-SciSumm lie below its folder."""

from __future__ import annotations

from pathlib import Path

TRAINING = "Training-Set-2019/Task1/From-Training-Set-2018"
TEST = "Test-Set-2018"
GOLD = "Test-Set-2018-Gold/Task1"
ARCHIVE = "scisummnet-2019.tar.gz"

FOLDERS = {"train": TRAINING, "test": TEST}
"""The folder of each split; it has a folder for each reference paper."""


def list_reference_papers(folder: str | Path) -> dict[str, list[str]]:
    """Return the reference papers of each split, sorted; none where its folder is missing."""
    return {split: _folders(Path(folder, below)) for split, below in FOLDERS.items()}


def list_gold_files(folder: str | Path) -> list[str]:
    """Return the gold files of the test split, as paths inside ``folder``, sorted."""
    return sorted(f"{GOLD}/{file.name}" for file in Path(folder, GOLD).glob("*.csv"))


def list_files(folder: str | Path) -> list[str]:
    """Return every file of the release that is read, as paths with ``folder``, sorted.

    Of a reference paper its own text, the papers that cite it, and its annotation.
    """
    folder = Path(folder)
    found = [
        file
        for split, below in FOLDERS.items()
        for paper_id in list_reference_papers(folder)[split]
        for file in (folder / below / paper_id).glob("*/*")
    ]
    found += [folder / file for file in list_gold_files(folder)]
    found += [folder / ARCHIVE] if (folder / ARCHIVE).is_file() else []
    return sorted(str(file) for file in found if file.is_file())


def _folders(folder: Path) -> list[str]:
    if not folder.is_dir():
        return []
    return sorted(entry.name for entry in folder.iterdir() if (entry / "Reference_XML").is_dir())
