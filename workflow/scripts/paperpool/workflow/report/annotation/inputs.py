"""The files and settings that the section is made of."""

from typing import Any


def list_files(run: Any) -> dict[str, str]:
    """Return the files of the section, those of them that the run has.

    ``scheme`` is that of the grades, ``imported`` are the counts of an import, ``further`` its
    further passes.
    """
    annotation = run.annotation
    chosen = {
        "practice": run.practice.exports,
        "annotators": annotation.exports,
        "further": annotation.exports and annotation.further_passes,
    }
    made = [name for name, is_made in chosen.items() if is_made]
    files = annotation.tables | annotation.csv(*made)
    files["scheme"] = run.scheme_file
    if annotation.exports:
        files["imported"] = f"{annotation.below}/import.json"
    return files


def list_settings(run: Any) -> dict[str, Any]:
    """Return the settings of the section: none."""
    return {}
