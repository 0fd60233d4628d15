"""The files and settings that the section is made of."""

from typing import Any

from paperpool.collections.csfcube_release import QUERIES


def list_files(run: Any) -> dict[str, str]:
    """Return the files of the section."""
    files = run.facets.csv("metrics")
    files["released_queries"] = run.published_queries
    if run.judged.is_possible:
        files["queries"] = f"{run.judged.collection}/{QUERIES}"
    return files


def list_settings(run: Any) -> dict[str, Any]:
    """Return the settings of the section."""
    return {"has_sheet": run.settings.pools.labels is not None}
