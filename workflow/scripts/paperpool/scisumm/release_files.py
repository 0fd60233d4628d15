"""The files of a CL-SciSumm release, and of a submission, that are read."""

from __future__ import annotations

from pathlib import Path

from paperpool.scisumm.layout import ANNOTATION, CITING, REFERENCE, Layout
from paperpool.scisumm.submissions import FOLDER


def list_files(layout: Layout) -> list[str]:
    """Return the files of a release that are read, with its folder, sorted.

    Files that are left out when they are read, by their name, may be among them.
    """
    folders = [
        paper / kind
        for papers in (layout.train, layout.test, layout.automatic)
        for paper in papers.values()
        for kind in (ANNOTATION, REFERENCE, CITING)
    ]
    files = [file for folder in folders for file in folder.glob("*") if file.is_file()]
    return sorted(map(str, {*files, *layout.gold, *layout.scisummnet}))


def list_submitted(folder: str | Path) -> list[str]:
    """Return the CSV files of a submission, of its folder or of ``Task1`` in it, sorted."""
    inner = Path(folder, FOLDER)
    return sorted(map(str, (inner if inner.is_dir() else Path(folder)).glob("*.csv")))
