"""The files and settings that the section is made of."""

from typing import Any


def list_files(run: Any) -> dict[str, str | list[str]]:
    """Return the files of the section; the papers are for its fingerprint."""
    below = run.corpus.below
    return {
        "summary": f"{below}/summary.json",
        "quarantine": f"{below}/quarantine.parquet",
        "graph": f"{below}/graph.json",
        "papers": [f"{below}/papers/{shard}.parquet" for shard in run.corpus.shards],
    }


def list_settings(run: Any) -> dict[str, Any]:
    """Return the settings of the section: none."""
    return {}
