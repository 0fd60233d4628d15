"""What ensembles chose and how grades are predicted: ensembles.csv, accuracy.csv, confusion.csv."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from paperpool.collections.facets import MAX_GRADE
from paperpool.io.csv_rows import read_number, read_rows
from paperpool.pages.charts.heat_map import HeatMap, percent_map
from paperpool.pages.score_table import spread
from paperpool.pages.wording import percent
from paperpool.scisearch.names import PROTOCOLS, ranker_name

Cell = tuple[str, int, int]
"""A protocol, a true grade and a predicted one."""


@dataclass(frozen=True)
class Accuracy:
    """How many pairs have their grade predicted, as text (×100), of one protocol.

    ``commonest`` is what always saying the commonest grade would give.
    """

    value: str
    sd: str
    commonest: str
    n_pairs: int


def read_accuracies(path: str | Path) -> dict[str, dict[str, Accuracy]]:
    """Read accuracy.csv, over all facets: {ranker: {protocol: its accuracy}}."""
    found: dict[str, dict[str, Accuracy]] = {}
    for row in read_rows(path):
        if row["slice"] == "all":
            found.setdefault(row["ranker"], {})[row["protocol"]] = Accuracy(
                percent(read_number(row["value"])),
                spread(read_number(row["sd"])),
                percent(read_number(row["commonest"])),
                round(float(row["n_pairs"])),
            )
    return found


def read_confusion(path: str | Path, ranker: str) -> dict[Cell, float]:
    """Read confusion.csv: what share of a true grade is taken for which, over all facets."""
    rows = [r for r in read_rows(path) if (r["ranker"], r["slice"]) == (ranker, "all")]
    return {
        (row["protocol"], int(row["grade"]), int(row["predicted"])): share
        for row in rows
        if (share := read_number(row["share"])) is not None
    }


def confusion_map(shares: Mapping[Cell, float], ranker: str) -> HeatMap:
    """Return a row for each true grade, a column for each predicted one under each protocol.

    Right predictions have a thick edge.
    """
    grades = range(MAX_GRADE + 1)
    places = {
        (protocol, grade, told): (f"true grade {grade}", f"{protocol}: {told}")
        for grade in grades
        for protocol in PROTOCOLS
        for told in grades
    }
    return percent_map(
        "scisearch-confusion",
        f"What {ranker} takes pairs of each true grade for, of 100",
        [f"true grade {grade}" for grade in grades],
        list(dict.fromkeys(column for _, column in places.values())),
        {places[cell]: share for cell, share in shares.items()},
        marked={place for (_, grade, told), place in places.items() if grade == told},
        marked_as="right",
    )


def read_choices(path: str | Path) -> list[tuple[str, str, str, str, list[str]]]:
    """Read ensembles.csv: of each place the member of every training.

    (ensemble, protocol, facet, fold, members), the fold empty as published, members by training.
    """
    found: dict[tuple[str, str, str, str], list[str]] = {}
    for row in read_rows(path):
        member = ranker_name(row["encoder"], row["loss"]) if row["loss"] else row["encoder"]
        key = (row["ranker"], row["protocol"], row["facet"], row["fold"])
        found.setdefault(key, []).append(member)
    return [(*key, members) for key, members in found.items()]
