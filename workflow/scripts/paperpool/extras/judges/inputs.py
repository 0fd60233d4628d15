"""The files and settings that the section is made of."""

from typing import Any

from paperpool.extras.judges.plan import JudgesPlan


def list_files(run: Any) -> dict[str, str]:
    """Return the tables ``counts``, ``board`` and ``rankers``, and the ``scheme`` of the grades."""
    return JudgesPlan(run).tables_by_name | {"scheme": run.scheme_file}


def list_settings(run: Any) -> dict[str, Any]:
    """Return the settings of the section: none."""
    return {}
