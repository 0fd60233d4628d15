"""The figures that papers published, kept as data in ``resources/published``."""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class PublishedFigure:
    """A published figure: a fraction, its spread over training runs where given, and its source."""

    value: float
    sd: float | None = None
    source: str = ""


def read_published(
    path: str | Path, queries: str | Path, pairs: Iterable[str], names: Mapping[str, str | None]
) -> dict[tuple[str, str, str], float]:
    """Return {(ranker, slice, measure): value} for rankers that name a published system.

    ``names`` maps a ranker to the paper's name for it, or None. Values are fractions. Nothing is
    returned where ``pairs`` are not the released ``queries`` (see ``is_released_collection``).
    """
    if not is_released_collection(queries, pairs):
        return {}
    with Path(path).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    figures = {(row["system"], row["slice"], row["metric"]): float(row["value"]) for row in rows}
    return {
        (ranker, slice_name, measure): value
        for ranker, name in names.items()
        for (system, slice_name, measure), value in figures.items()
        if system == name
    }


def read_published_cells(
    path: str | Path, keys: Sequence[str], queries: str | Path, pairs: Iterable[str]
) -> dict[tuple[str, ...], float]:
    """Return {(a row's cells in the columns ``keys``): value} of a file of published figures.

    Nothing is returned where ``pairs`` are not the released ``queries``.
    """
    return read_cells(path, keys) if is_released_collection(queries, pairs) else {}


def read_cells(path: str | Path, keys: Sequence[str]) -> dict[tuple[str, ...], float]:
    """Return {(a row's cells in the columns ``keys``): value} of a file of published figures."""
    with Path(path).open(encoding="utf-8", newline="") as file:
        return {
            tuple(row[key] for key in keys): float(row["value"]) for row in csv.DictReader(file)
        }


def read_benchmark_figures(
    path: str | Path, benchmarks: Collection[str], names: Mapping[str, str | None]
) -> dict[tuple[str, str, str, str], float]:
    """Return {(benchmark, ranker, slice, measure): value} of a file that has several benchmarks.

    Of those in ``benchmarks``, whose setup is that of the paper; ``names`` maps a ranker to the
    paper's name for it, or None.
    """
    cells = read_cells(path, ["benchmark", "system", "slice", "metric"])
    return {
        (benchmark, ranker, slice_name, measure): value
        for ranker, name in names.items()
        for (benchmark, system, slice_name, measure), value in cells.items()
        if system == name and benchmark in benchmarks
    }


def published_name(setting: str | Mapping[str, str | None] | None, benchmark: str) -> str | None:
    """Return the name that the paper of ``benchmark`` (csfcube, mdcr) has for a ranker, or None.

    ``setting`` is what the configuration says: nothing, one name, or a name per benchmark.
    """
    return setting.get(benchmark) if isinstance(setting, Mapping) else setting


def is_released_collection(queries: str | Path, names: Iterable[str]) -> bool:
    """Tell whether ``names``, the judged <paper>_<facet> pairs, are those the papers report on.

    ``queries`` is the list of the released pairs, one a line. Figures of another collection have
    nothing to be compared with.
    """
    return set(Path(queries).read_text(encoding="utf-8").split()) == set(names)


def published_systems(path: str | Path) -> list[str]:
    """Return the names of the systems in a file of published figures, in its order."""
    with Path(path).open(encoding="utf-8", newline="") as file:
        return list(dict.fromkeys(row["system"] for row in csv.DictReader(file)))


def read_figures(path: str | Path) -> dict[str, dict[tuple[str, str], PublishedFigure]]:
    """Return {system: {(slice, measure): figure}} of every system, in the file's order."""
    systems: dict[str, dict[tuple[str, str], PublishedFigure]] = {}
    with Path(path).open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            systems.setdefault(row["system"], {})[row["slice"], row["metric"]] = PublishedFigure(
                float(row["value"]), float(row["sd"]) if row["sd"] else None, row["source"]
            )
    return systems
