"""The files and settings that the section is made of."""

from typing import Any

from paperpool.extras.votes.plan import VotesPlan


def list_files(run: Any) -> dict[str, str]:
    """Return the tables of each collection with votes, in a group of its name."""
    plan = VotesPlan(run)
    files = {}
    for name in plan.collections:
        for table, path in plan.list_tables(name).items():
            files[f"{name}/{table}"] = path
    return files


def list_settings(run: Any) -> dict[str, Any]:
    """Return the settings of the section: none."""
    return {}
