"""Read published scores, kept as data in ``paperpool/resources/published``.

A row is a score: the cell of our own scores that it stands beside (benchmark, protocol, split,
slice, metric) and the paper's name for the system.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from paperpool.io.csv_rows import read_records, read_rows, restore
from paperpool.io.files import read_bytes

COLUMNS = tuple("benchmark protocol split system slice metric value sd source".split())
"""``sd`` may be empty, and ``protocol`` of counts."""


@dataclass(frozen=True)
class PublishedScore:
    """A published score and its cell; ``sd`` is its spread over training runs, if given.

    ``value`` is a fraction if the measure is one.
    """

    value: float
    sd: float | None = None
    source: str = ""
    benchmark: str = ""
    protocol: str = ""
    split: str = ""
    system: str = ""
    slice: str = ""
    measure: str = field(default="", metadata={"column": "metric"})


def read_published_scores(
    path: str | Path, among: Collection[str] | None = None
) -> list[PublishedScore]:
    """Read the scores of a file, optionally those ``among`` some benchmarks."""
    scores = read_records(path, PublishedScore)
    if among is None:
        return scores
    return [score for score in scores if score.benchmark in among]


def scores_beside(
    scores: Iterable[PublishedScore],
    names: Mapping[str, str | None],
    keys: Sequence[str] = ("ranker", "slice", "measure"),
) -> dict[Any, float]:
    """Return {(cells of ``keys``): value} of the rankers with a published system.

    ``names`` maps rankers to the paper's names, or to None; keys are ``ranker`` and score fields.
    """
    by_system: dict[str, list[PublishedScore]] = {}
    for score in scores:
        by_system.setdefault(score.system, []).append(score)

    values: dict[Any, float] = {}
    for ranker, name in names.items():
        for score in by_system.get(name or "", []):
            cells = []
            for key in keys:
                cells.append(ranker if key == "ranker" else getattr(score, key))
            values[tuple(cells)] = score.value
    return values


def read_cells(path: str | Path, keys: Sequence[str]) -> dict[Any, float]:
    """Read {(a row's cells in the columns ``keys``): value} from a table with values."""
    values = {}
    for row in read_rows(path):
        cells = tuple(row[key] for key in keys)
        values[cells] = float(row["value"])
    return values


def published_name(setting: str | Mapping[str, str | None] | None, benchmark: str) -> str | None:
    """Return the optional name of a ranker in the paper of ``benchmark`` (csfcube, mdcr).

    ``setting`` is the configuration's: null, one name, or a name per benchmark.
    """
    if isinstance(setting, Mapping):
        return setting.get(benchmark)
    return setting


def is_released_collection(queries: str | Path, names: Iterable[str]) -> bool:
    """Return whether ``names``, the judged <paper>_<facet> pairs, are the released ones.

    ``queries`` lists these, one a line. Scores of another collection are not compared.
    """
    return set(read_bytes(queries).decode("utf-8").split()) == set(names)


def published_systems(path: str | Path) -> list[str]:
    """Return the names of the systems in a file of published figures, in its order."""
    return list(dict.fromkeys(restore(row["system"]) for row in read_rows(path)))


def read_comparable_scores(
    path: str | Path, queries: str | Path, names: Iterable[str]
) -> list[PublishedScore]:
    """Read the scores of a file; empty unless ``names`` are the released pairs (``queries``)."""
    if not is_released_collection(queries, names):
        return []
    return read_published_scores(path)
