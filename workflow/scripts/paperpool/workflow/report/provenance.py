"""The makers of the run: versions, its files, and the time and memory of its rules."""

import importlib.metadata
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

from markupsafe import Markup

from paperpool.io.csv_rows import read_rows
from paperpool.io.files import read_bytes
from paperpool.pages.fingerprints import Fingerprint, hash_texts
from paperpool.pages.grid import Grid, GridCell, list_grid, numbers
from paperpool.pages.run_info import RunInfo
from paperpool.pages.section import Code, Fold, Part, Section, Text
from paperpool.pages.wording import count, duration, megabytes
from paperpool.version import __version__
from paperpool.workflow.running.provenance import find_commit, library_versions


def make_provenance(run: RunInfo, prints: Mapping[str, Fingerprint]) -> Section:
    """Return the section; ``prints`` are the fingerprints of the sections' files by name."""
    config = read_bytes(run.config).decode("utf-8")
    parts = [*_list_origin(run, prints), Fold("Merged configuration", [Code(config)])]
    return Section("provenance", "Provenance", parts)


def _list_origin(run: RunInfo, prints: Mapping[str, Fingerprint]) -> Iterator[Part]:
    line = Markup("Seed <strong>{}</strong>; same data, configuration and seed, same results.")
    yield Text(line.format(run.seed))
    text = Markup("This page was put together by paperpool {}").format(__version__)
    if commit := find_commit():
        text += Markup(", commit <code>{}</code>").format(commit)
    if written := date_of(prints.values()):
        text += f", from results of {written}"
    yield Text(text + ".")
    if prints:
        line = Markup("Fingerprint of the data: <code>{}</code>, equal for equal data and scores.")
        yield Text(line.format(hash_texts(one.digest for one in prints.values())))
        yield _list_prints(prints)
    line = Markup("<span>{} <b>{}</b></span> ")
    versions = installed_versions(run.packages).items()
    yield Text(Markup("").join(line.format(*version) for version in versions), "versions")
    yield list_times(run.benchmarks, run.building) or Text("No times were recorded.")


def _list_prints(prints: Mapping[str, Fingerprint]) -> Grid:
    caption = "The files of each section: first digits of the SHA-256 of their sorted SHA-256s."
    rows = []
    for name, one in prints.items():
        digest = Markup("<code>{}</code>").format(one.digest)
        rows.append((name, count(one.n_files), f"{count(round(one.n_bytes / 1000))} kB", digest))
    columns = [("section", 0), *numbers(["files", "size"]), ("fingerprint", 3)]
    return list_grid("Fingerprints", caption, columns, rows)


def list_times(folder: str | Path, leave_out: str = "") -> Grid | None:
    """Return the time and memory of each rule, the slowest first, and their totals, if recorded.

    Read from ``<rule>.tsv`` and ``<rule>/**/*.tsv`` below ``folder``. ``leave_out`` is a rule that
    is still running: its file is of an earlier run.
    """
    jobs: dict[str, list[tuple[float, float | None]]] = {}
    for path in sorted(Path(folder).glob("**/*.tsv")):
        rule = path.relative_to(folder).with_suffix("").parts[0]
        for row in read_rows(path, delimiter="\t") if rule != leave_out else ():
            cost = (_number(row.get("s")) or 0.0, _number(row.get("max_rss")))
            jobs.setdefault(rule, []).append(cost)
    if not jobs:
        return None
    order = sorted(jobs, key=lambda rule: (-sum(seconds for seconds, _ in jobs[rule]), rule))
    rows = [[GridCell(rule), *_sum_up(jobs[rule])] for rule in order]
    every = [cost for costs in jobs.values() for cost in costs]
    rows.append([GridCell("total", kind="total"), *_sum_up(every)])
    caption = "Time and peak memory of each rule, the slowest first; jobs may have run in parallel."
    columns = [("rule", 0), *numbers(["jobs", "time", "longest job", "peak memory"])]
    return list_grid("Times", caption, columns, rows)


def _sum_up(costs: list[tuple[float, float | None]]) -> list[str]:
    """Return the number of jobs, their time in all, the longest, and the highest memory."""
    seconds = [one for one, _ in costs]
    memory = max((mb for _, mb in costs if mb is not None), default=None)
    return [count(len(costs)), duration(sum(seconds)), duration(max(seconds)), megabytes(memory)]


def _number(text: str | None) -> float | None:
    """Return a number of a benchmark file; a job too short to be measured has '-' or 'NA'."""
    try:
        return float(text or "")
    except ValueError:
        return None


def installed_versions(packages: Iterable[str]) -> dict[str, str]:
    """Return the version of Python and of those packages that are installed here."""
    versions = library_versions([])
    for package in packages:
        try:
            versions |= library_versions([package])
        except importlib.metadata.PackageNotFoundError:
            continue
    return versions


def date_of(prints: Iterable[Fingerprint]) -> str:
    """Return the date (UTC, to the minute) of the newest file of the sections, or an empty text."""
    newest = max((one.newest for one in prints), default=None)
    return "" if newest is None else f"{datetime.fromtimestamp(newest, UTC):%Y-%m-%d %H:%M} UTC"
