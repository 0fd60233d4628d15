"""The files and settings that the section is made of."""

from typing import Any


def list_files(run: Any) -> dict[str, str]:
    """Return the files of the section."""
    return {**run.pools.tables, **run.pools.recall_tables}


def list_settings(run: Any) -> dict[str, Any]:
    """Return the settings of the section: none."""
    return {}
