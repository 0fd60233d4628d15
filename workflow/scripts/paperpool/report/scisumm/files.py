"""The files of the stage of cited text identification, as rows, but scores and rankings."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperpool.io.csv_rows import read_number, read_rows


@dataclass(frozen=True)
class Variant:
    """A score of a variant of asymmetric matching, and its difference from the method."""

    variant: str
    split: str
    protocol: str
    metric: str
    value: float | None
    difference: float | None
    p: float | None
    published: float | None


@dataclass(frozen=True)
class Power:
    """A power d of the scaling function in one direction: F1 and the mean tokens of a choice."""

    direction: str
    d: float
    split: str
    protocol: str
    f1: float | None
    mean_length: float | None


HumanScores = dict[tuple[str, str, str, str], float]
"""One annotator against another: values by (protocol, split, slice, measure)."""


def read_human(path: str | Path) -> HumanScores:
    """Read human.csv; empty cells are left out."""
    return {
        (row["protocol"], row["split"], row["slice"], row["metric"]): value
        for row in read_rows(path)
        if (value := read_number(row["value"])) is not None
    }


def read_by_split(path: str | Path, key: str, value: str) -> dict[str, dict[str, float | None]]:
    """Read lengths.csv or corpus.csv as {``key``: {split: ``value``}}, in its order."""
    found: dict[str, dict[str, float | None]] = {}
    for row in read_rows(path):
        found.setdefault(row[key], {})[row["split"]] = read_number(row[value])
    return found


def count_malformations(path: str | Path) -> list[dict[str, Any]]:
    """Count the rows of malformed.csv by split, problem and action, the most frequent first.

    A row is the first of its kind, with their number ``n``.
    """
    kinds: dict[tuple[str, str, str], dict[str, Any]] = {}
    for row in read_rows(path):
        key = (row["split"], row["problem"], row["action"])
        kinds.setdefault(key, {**row, "n": 0})["n"] += 1
    order = sorted(kinds.items(), key=lambda item: (-item[1]["n"], item[0]))
    return [row for _, row in order]
