"""How a collection of one's own was made, from the tables of the run that made it.

A release that annotation wrote lies in that run: its pools and its import are beside it.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from paperpool.export.datasheet import make_table
from paperpool.io.csv_rows import read_number, read_rows
from paperpool.io.files import read_json
from paperpool.pages.wording import count, decimal, percent, plural

FILES = {
    "sources": "pools/sources.csv",
    "turns": "pools/turns.csv",
    "import": "annotation/import.json",
    "agreement": "annotation/agreement.csv",
    "overruled": "annotation/overruled.csv",
}
"""The files of a run that say how its collection was made, by name."""

TOP_UP = "top_up"

_RELEASES = {
    ("annotation", "release"): FILES,
    ("annotation", "topped_up", "release"): {TOP_UP: "annotation/top_up.csv", **FILES},
}
"""Where a run has its collections, and the files that say how each was made."""

_MEASURES = {
    "rho": "Spearman's ρ",
    "alpha": "Krippendorff's α",
    "kappa": "Cohen's κ",
    "agreement": "agreement, %",
}


def find_making(folder: str | Path) -> dict[str, str]:
    """Return the files that say how the collection in a folder was made, those that are there."""
    parts = Path(folder).parts
    for below, of_release in _RELEASES.items():
        if parts[-len(below) :] == below:
            run = Path(*parts[: -len(below)])
            files = {name: str(run / file) for name, file in of_release.items()}
            return {name: file for name, file in files.items() if Path(file).is_file()}
    return {}


def describe_making(files: Mapping[str, str | Path]) -> list[str]:
    """Return paragraphs and tables on pools, grades and agreement; ``files`` are by name."""
    parts: list[str] = []
    if TOP_UP in files:
        parts.append(
            "What follows is of the collection before its top-up, which added judgments of papers "
            "that later rankers found."
        )
    if "sources" in files and "turns" in files:
        parts += _describe_pools(read_rows(files["sources"]), read_rows(files["turns"]))
    if "import" in files:
        parts.append(_describe_grades(read_json(files["import"])))
    if "agreement" in files:
        parts += _describe_agreement(read_rows(files["agreement"]))
    if "overruled" in files:
        parts += _describe_overruled(read_rows(files["overruled"]))
    return parts


Rows = Sequence[Mapping[str, str]]


def _describe_pools(sources: Rows, turns: Rows) -> Iterator[str]:
    sizes: dict[str, int] = {}
    quotas: dict[str, str] = {}
    for turn in turns:
        sizes[turn["query_id"]] = sizes.get(turn["query_id"], 0) + int(turn["n_new"])
        quotas[turn["source"]] = turn["quota"] or "all"
    if not sizes:
        return
    least, most, mean = min(sizes.values()), max(sizes.values()), fmean(sizes.values())
    yield (
        f"A query paper's pool is the union of what {plural(len(sources), 'source')} found for it. "
        "Each source added its first papers that were not in the pool yet, up to its quota, in an "
        f"order drawn for each query. {plural(len(sizes), 'pool')} of {least:,} to {most:,} papers "
        f"(mean {decimal(mean, 1)}) were drawn."
    )
    rows = [(row["source"], quotas.get(row["source"], ""), row["n_drawn"]) for row in sources]
    yield make_table(["source", "quota", "papers added"], rows)


def _describe_grades(summary: Mapping[str, Any]) -> str:
    tasks, n_annotators = summary["tasks"], len(summary["annotators"])
    n_open = sum(tasks["open"].values())
    n_same, n_settled = count(tasks["agreed"]), count(tasks["adjudicated"])
    grades = f"{n_same} were graded the same and {n_settled} settled by an adjudicator"
    if n_open:
        grades += f"; {count(n_open)} are open, and their queries no part of the collection"
    return (
        f"{plural(n_annotators, 'annotator')} graded candidates from titles and abstracts, one "
        f"facet at a time. Of {plural(tasks['all'], 'candidate')} of queries, "
        f"{grades}."
    )


def _describe_agreement(rows: Rows) -> Iterator[str]:
    """Yield the agreement of annotators before adjudication, by facet."""
    found: dict[str, dict[str, str]] = {}
    for row in rows:
        if row["stage"] == "pre":
            found.setdefault(row["facet"], {})[row["measure"]] = row["value"]
    if not found:
        return
    lines = []
    for facet, values in found.items():
        line = [facet]
        for measure in _MEASURES:
            form = percent if measure == "agreement" else decimal
            line.append(form(read_number(values.get(measure, ""))))
        lines.append(line)
    yield "Agreement of the annotators before adjudication, medians over the queries of a facet:"
    yield make_table(["facet", *_MEASURES.values()], lines)


def _describe_overruled(rows: Rows) -> Iterator[str]:
    for row in rows:
        share = read_number(row["value"])
        if row["facet"] == "all" and share is not None:
            yield (
                f"{percent(share)}% of the candidates have a settled grade that no annotator gave, "
                "mean over queries."
            )
