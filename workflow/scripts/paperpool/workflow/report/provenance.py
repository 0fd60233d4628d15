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
    parts = list(_list_origin(run, prints))
    parts.append(Fold("Merged configuration", [Code(config)]))
    return Section("provenance", "Provenance", parts)


def _list_origin(run: RunInfo, prints: Mapping[str, Fingerprint]) -> Iterator[Part]:
    """Yield the seed, the program, the data, the versions of packages, and the times."""
    line = Markup("Seed <strong>{}</strong>; same data, configuration and seed, same results.")
    yield Text(line.format(run.seed))

    text = Markup("This page was put together by paperpool {}").format(__version__)
    commit = find_commit()
    if commit:
        text += Markup(", commit <code>{}</code>").format(commit)
    written = date_of(prints.values())
    if written:
        text += f", from results of {written}"
    yield Text(text + ".")

    if prints:
        line = Markup("Fingerprint of the data: <code>{}</code>, equal for equal data and scores.")
        yield Text(line.format(hash_texts(fingerprint.digest for fingerprint in prints.values())))
        yield _list_prints(prints)

    versions = Markup("")
    for package, version in installed_versions(run.packages).items():
        versions += Markup("<span>{} <b>{}</b></span> ").format(package, version)
    yield Text(versions, "versions")

    yield list_times(run.benchmarks, run.building) or Text("No times were recorded.")


def _list_prints(prints: Mapping[str, Fingerprint]) -> Grid:
    caption = "The files of each section: first digits of the SHA-256 of their sorted SHA-256s."
    rows = []
    for name, fingerprint in prints.items():
        size = f"{count(round(fingerprint.n_bytes / 1000))} kB"
        digest = Markup("<code>{}</code>").format(fingerprint.digest)
        rows.append((name, count(fingerprint.n_files), size, digest))
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
        if rule == leave_out:
            continue
        for row in read_rows(path, delimiter="\t"):
            cost = (_number(row.get("s")) or 0.0, _number(row.get("max_rss")))
            jobs.setdefault(rule, []).append(cost)
    if not jobs:
        return None

    total: list[tuple[float, float | None]] = []
    for costs in jobs.values():
        total += costs
    order = sorted(jobs, key=lambda rule: (-sum(seconds for seconds, _ in jobs[rule]), rule))
    rows = [[GridCell(rule), *_sum_up(jobs[rule])] for rule in order]
    rows.append([GridCell("total", kind="total"), *_sum_up(total)])
    caption = "Time and peak memory of each rule, the slowest first; jobs may have run in parallel."
    columns = [("rule", 0), *numbers(["jobs", "time", "longest job", "peak memory"])]
    return list_grid("Times", caption, columns, rows)


def _sum_up(costs: list[tuple[float, float | None]]) -> list[str]:
    """Return the number of jobs, their time in all, the longest, and the highest memory."""
    seconds = [job_seconds for job_seconds, _ in costs]
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
            versions.update(library_versions([package]))
        except importlib.metadata.PackageNotFoundError:
            continue
    return versions


def date_of(prints: Iterable[Fingerprint]) -> str:
    """Return the date (UTC, to the minute) of the newest file of the sections, or an empty text."""
    newest = max((fingerprint.newest for fingerprint in prints), default=None)
    if newest is None:
        return ""
    return f"{datetime.fromtimestamp(newest, UTC):%Y-%m-%d %H:%M} UTC"
