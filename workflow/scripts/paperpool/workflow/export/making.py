"""How a collection of one's own was made, from the tables of the run that made it.

A release that annotation wrote lies in that run: its pools and its import are beside it.
"""

from collections.abc import Mapping
from pathlib import Path
from statistics import fmean
from typing import Any

from paperpool.io.csv_rows import read_number, read_rows
from paperpool.io.files import read_json
from paperpool.workflow.export.templates import render

FILES = {
    "sources": "pools/sources.csv",
    "turns": "pools/turns.csv",
    "import": "annotation/import.json",
    "agreement": "annotation/agreement.csv",
    "overruled": "annotation/overruled.csv",
}
"""The files of a run that say how its collection was made, by name."""

_RELEASE = ("annotation", "release")
"""Where a run has the collection that it made."""


def find_making(folder: str | Path) -> dict[str, str]:
    """Return the files that say how the collection in a folder was made, those that are there."""
    parts = Path(folder).parts
    found: dict[str, str] = {}
    if parts[-len(_RELEASE) :] == _RELEASE:
        run = Path(*parts[: -len(_RELEASE)])
        for name, file in FILES.items():
            if (run / file).is_file():
                found[name] = str(run / file)
    return found


def describe_making(files: Mapping[str, str | Path]) -> str:
    """Return a text on pools, grades and agreement, empty if nothing is known; files by name."""
    facts: dict[str, Any] = {"pools": None, "tasks": None, "agreement": {}, "overruled": None}
    if "sources" in files and "turns" in files:
        facts["pools"] = _count_pools(files["sources"], files["turns"])
    if "import" in files:
        summary = read_json(files["import"])
        facts["tasks"] = summary["tasks"]
        facts["n_annotators"] = len(summary["annotators"])
        facts["n_open"] = sum(summary["tasks"]["open"].values())
    if "agreement" in files:
        facts["agreement"] = _read_agreement(files["agreement"])
    if "overruled" in files:
        facts["overruled"] = _read_overruled(files["overruled"])

    return render("making.md.jinja", **facts).rstrip("\n")


def _count_pools(sources: str | Path, turns: str | Path) -> dict[str, Any] | None:
    """Return the sizes of the pools, and of each source its quota and the papers it added."""
    sizes: dict[str, int] = {}
    quotas: dict[str, str] = {}
    for turn in read_rows(turns):
        sizes[turn["query_id"]] = sizes.get(turn["query_id"], 0) + int(turn["n_new"])
        quotas[turn["source"]] = turn["quota"] or "all"
    if not sizes:
        return None

    rows = []
    for row in read_rows(sources):
        rows.append((row["source"], quotas.get(row["source"], ""), row["n_drawn"]))
    return {"sizes": list(sizes.values()), "mean": fmean(sizes.values()), "sources": rows}


def _read_agreement(path: str | Path) -> dict[str, dict[str, float | None]]:
    """Return the agreement of annotators before adjudication by facet and measure."""
    found: dict[str, dict[str, float | None]] = {}
    for row in read_rows(path):
        if row["stage"] == "pre":
            found.setdefault(row["facet"], {})[row["measure"]] = read_number(row["value"])
    return found


def _read_overruled(path: str | Path) -> float | None:
    """Return the share of candidates whose settled grade no annotator gave, over all facets."""
    for row in read_rows(path):
        if row["facet"] == "all":
            return read_number(row["value"])
    return None
