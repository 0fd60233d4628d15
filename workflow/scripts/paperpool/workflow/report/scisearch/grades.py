"""Predictions of grades, and the choices of ensembles."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from paperpool.collections.facets import MAX_GRADE
from paperpool.io.csv_rows import read_groups, read_number, read_rows
from paperpool.io.parquet_files import read_table
from paperpool.pages.charts.heat_map import HeatMap, percent_map
from paperpool.pages.charts.lines import LineChart
from paperpool.pages.grid import GridCell, list_grid, numbers
from paperpool.pages.score_table import spread
from paperpool.pages.section import Drawing, Fold, Heading, Part, Text
from paperpool.pages.wording import count, percent, plural
from paperpool.workflow.report.scisearch.charts import grade_panel
from paperpool.workflow.scisearch.names import HONEST, PROTOCOLS, ranker_name
from paperpool.workflow.scisearch.tables import PROBABILITIES
from paperpool.workflow.scisearch.targets import fit_gaussian, spread_grades


def list_choices(path: str | Path, words: str) -> Iterator[Part]:
    """Yield the member of every training that each ensemble chose, if there are ensembles."""
    found = read_groups(path, "ranker", "protocol", "facet", "fold")
    if not found:
        return
    yield Heading("What the ensembles chose", "scisearch-choices")
    caption = f"{words}: the ranker of each facet by training; ensembles.csv has their scores."
    names = ("ensemble", "protocol", "facet", "scored fold", "chosen")
    columns = [(name, i) for i, name in enumerate(names)]
    rows = []
    for (*key, fold), members in found.items():
        chosen = [ranker_name(row["encoder"], row["loss"]) for row in members]
        rows.append((*key, fold or "all", ", ".join(chosen)))
    table = list_grid("What the ensembles chose", caption, columns, rows, "")
    yield Fold("Encoder and loss of each facet", [table])


def list_accuracy(
    accuracy: str | Path, confusion: str | Path, network: str, words: str, oversampling: str
) -> Iterator[Part]:
    """Yield the accuracy of every model over all facets, and the confusions of ``network``."""
    yield Heading("Accuracy and confusion of grades", "scisearch-accuracy")
    without = " (in this run without synthetic ones)" * (oversampling == "none")
    yield Text(
        "The most probable grade is predicted. As-published accuracy is that of the authors' "
        f"notebooks, over real and synthetic pairs{without} that neither trained nor validated. "
        "Honest accuracy is over the real pairs of the scored fold, most of them of grade 0."
    )
    found: dict[str, dict[str, list[str | GridCell]]] = {}
    for row in read_rows(accuracy):
        if row["slice"] == "all":
            value, sd, commonest, n = (
                read_number(row[key]) for key in ("value", "sd", "commonest", "n_pairs")
            )
            below = {} if sd is None else {"sd": spread(sd)}
            cells = [GridCell(percent(value), below=below), percent(commonest), count(n)]
            found.setdefault(row["ranker"], {})[row["protocol"]] = cells
    order = list(reversed(PROTOCOLS))
    rows = [[name, *(c for p in order for c in of[p])] for name, of in found.items()]
    caption = f"{words}: pairs with the right grade (×100), and with the commonest grade for all."
    columns = [("model", 0), *numbers(["accuracy", "commonest grade", "pairs"] * len(order))]
    above = dict.fromkeys(order, 3)
    yield list_grid("Accuracy of grades", caption, columns, rows, "scores", above)
    if network:
        text = f"Predictions of {network}, the best honest model, for 100 pairs of each true grade"
        yield Text(f"{text}; confusion.csv has every model and facet.")
        chart = confusion_map(read_confusion(confusion, network), network)
        yield Drawing("Confusion of grades", chart, is_wide=True)


def read_confusion(path: str | Path, ranker: str) -> dict[tuple[str, str], float]:
    """Read confusion.csv: the share of each prediction for a true grade, over all facets."""
    return {
        (f"true grade {row['grade']}", f"{row['protocol']}: {row['predicted']}"): share
        for row in read_rows(path)
        if (row["ranker"], row["slice"]) == (ranker, "all")
        and (share := read_number(row["share"])) is not None
    }


def confusion_map(shares: Mapping[tuple[str, str], float], ranker: str) -> HeatMap:
    """Return a row for each true grade, a column for each predicted one under each protocol."""
    grades = range(MAX_GRADE + 1)
    return percent_map(
        "scisearch-confusion",
        f"What {ranker} takes pairs of each true grade for, of 100",
        [f"true grade {grade}" for grade in grades],
        [f"{protocol}: {predicted}" for protocol in PROTOCOLS for predicted in grades],
        shares,
        marked={(f"true grade {g}", f"{protocol}: {g}") for g in grades for protocol in PROTOCOLS},
        marked_as="right",
    )


@dataclass(frozen=True)
class Prediction:
    """The predictions of pairs of one true grade: their number, the mean of their probabilities."""

    grade: int
    n_pairs: int
    probabilities: NDArray[np.float64]


def read_predictions(paths: Iterable[str | Path], protocol: str) -> list[Prediction]:
    """Return the predictions of the pairs of each true grade under ``protocol``.

    ``paths`` are the tables of a model's facets, taken together; a grade without pairs is left out.
    """
    columns, of_protocol = ["grade", *PROBABILITIES], [("protocol", "=", protocol)]
    tables = [read_table(path, columns=columns, filters=of_protocol) for path in paths]
    if not tables:
        return []
    grades, *rows = (pa.concat_tables(tables)[name].to_numpy() for name in columns)
    found = {grade: np.column_stack(rows)[grades == grade] for grade in np.unique(grades).tolist()}
    return [Prediction(grade, len(of), of.mean(axis=0)) for grade, of in found.items()]


def list_distributions(
    target_sd: float, predictions: Mapping[str, Mapping[str, str | Path]], network: str
) -> Iterator[Part]:
    """Yield the targets of training around each true grade, and the predictions of ``network``."""
    yield Heading("Grades as distributions", "scisearch-grades")
    yield Text(
        "With KL divergence as the loss, a true grade is spread by a Gaussian with a standard "
        f"deviation of {target_sd:.3f} grades, reflected at 0 and 3 (Figure 1 of the paper)."
    )
    panels = [
        grade_panel("target probability", f"True grade {g}", g, row.tolist(), g, target_sd)
        for g, row in enumerate(spread_grades(target_sd))
    ]
    chart = LineChart("scisearch-targets", "target probability of each grade", [panels], 2.7)
    yield Drawing("The target distribution of each true grade", chart, is_wide=True)
    if network:
        yield Text(
            f"The mean probabilities that the first training of {network}, the best honest model, "
            "gives to unseen pairs of each true grade (dashed), and the Gaussian of the same mean "
            "and variance (Figure 2 of the paper)."
        )
        label = "mean probability"
        panels = [
            grade_panel(
                label,
                f"True grade {p.grade}: {plural(p.n_pairs, 'pair')}",
                p.grade,
                p.probabilities.tolist(),
                *fit_gaussian(p.probabilities),
            )
            for p in read_predictions(predictions[network].values(), HONEST)
        ]
        chart = LineChart("scisearch-predicted", f"{label} of each grade", [panels], 2.7)
        yield Drawing("Mean predicted probabilities by true grade, honest", chart, is_wide=True)
