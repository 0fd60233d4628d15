"""The files and settings that the section is made of."""

from typing import Any


def list_files(run: Any) -> dict[str, str]:
    """Return the files of the section, those of them that the run has.

    ``imported`` are the counts of an import, ``stops`` the state of its batches, ``further`` its
    further passes.
    """
    annotation = run.annotation
    chosen = {
        "practice": run.practice.exports,
        "annotators": annotation.exports,
        "stops": annotation.exports and annotation.is_batched,
        "further": annotation.exports and annotation.further_passes,
    }
    made = [name for name, is_made in chosen.items() if is_made]
    files = annotation.tables | annotation.csv(*made)
    if annotation.exports:
        files["imported"] = f"{annotation.below}/import.json"
    return files


def list_settings(run: Any) -> dict[str, Any]:
    """Return the settings of the section: none."""
    return {}
