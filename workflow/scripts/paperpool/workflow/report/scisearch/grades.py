"""Predictions of grades, and the choices of ensembles."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from paperpool.io.csv_rows import read_groups, read_number, read_rows
from paperpool.io.parquet_files import read_table
from paperpool.pages.charts.heat_map import HeatMap, percent_map
from paperpool.pages.charts.lines import LineChart
from paperpool.pages.grid import GridCell, list_grid, numbers
from paperpool.pages.score_table import spread
from paperpool.pages.section import Drawing, Fold, Heading, Part, Text
from paperpool.pages.wording import count, percent, plural
from paperpool.workflow.report.scisearch.charts import grade_panel
from paperpool.workflow.scisearch.names import HONEST, N_GRADES, PROTOCOLS, ranker_name
from paperpool.workflow.scisearch.tables import PROBABILITIES
from paperpool.workflow.scisearch.targets import fit_gaussian, spread_grades


def list_choices(path: str | Path, words: str) -> Iterator[Part]:
    """Yield the member of every training that each ensemble chose, if there are ensembles."""
    found = read_groups(path, "ranker", "protocol", "facet", "fold")
    if not found:
        return
    yield Heading("What the ensembles chose", "scisearch-choices")

    rows = []
    for (ensemble, protocol, facet, fold), members in found.items():
        chosen = [ranker_name(row["encoder"], row["loss"]) for row in members]
        rows.append((ensemble, protocol, facet, fold or "all", ", ".join(chosen)))
    caption = f"{words}: the ranker of each facet by training; ensembles.csv has their scores."
    names = ("ensemble", "protocol", "facet", "scored fold", "chosen")
    columns = [(name, i) for i, name in enumerate(names)]
    table = list_grid("What the ensembles chose", caption, columns, rows, "")
    yield Fold("Encoder and loss of each facet", [table])


def list_accuracy(
    accuracy: str | Path, confusion: str | Path, network: str, words: str, oversampling: str
) -> Iterator[Part]:
    """Yield the accuracy of every model over all facets, and the confusions of ``network``."""
    yield Heading("Accuracy and confusion of grades", "scisearch-accuracy")
    without = ""
    if oversampling == "none":
        without = " (in this run without synthetic ones)"
    yield Text(
        "The most probable grade is predicted. As-published accuracy is that of the authors' "
        f"notebooks, over real and synthetic pairs{without} that neither trained nor validated. "
        "Honest accuracy is over the real pairs of the scored fold, most of them of grade 0."
    )

    cells: dict[str, dict[str, list[str | GridCell]]] = {}
    for row in read_rows(accuracy):
        if row["slice"] == "all":
            cells.setdefault(row["ranker"], {})[row["protocol"]] = _list_cells(row)
    protocols = list(reversed(PROTOCOLS))
    rows = []
    for ranker, by_protocol in cells.items():
        line: list[str | GridCell] = [ranker]
        for protocol in protocols:
            line += by_protocol[protocol]
        rows.append(line)
    caption = f"{words}: pairs with the right grade (×100), and with the commonest grade for all."
    columns = [("model", 0), *numbers(["accuracy", "commonest grade", "pairs"] * len(protocols))]
    above = dict.fromkeys(protocols, 3)
    yield list_grid("Accuracy of grades", caption, columns, rows, "scores", above)

    if network:
        text = f"Predictions of {network}, the best honest model, for 100 pairs of each true grade"
        yield Text(f"{text}; confusion.csv has every model and facet.")
        chart = confusion_map(read_confusion(confusion, network), network)
        yield Drawing("Confusion of grades", chart, is_wide=True)


def _list_cells(row: Mapping[str, str]) -> list[str | GridCell]:
    """Return the accuracy with its spread, that of the commonest grade, and the pairs."""
    below = {}
    sd = read_number(row["sd"])
    if sd is not None:
        below["sd"] = spread(sd)
    accuracy = GridCell(percent(read_number(row["value"])), below=below)
    commonest = percent(read_number(row["commonest"]))
    return [accuracy, commonest, count(read_number(row["n_pairs"]))]


def read_confusion(path: str | Path, ranker: str) -> dict[tuple[str, str], float]:
    """Read confusion.csv: the share of each prediction for a true grade, over all facets."""
    shares = {}
    for row in read_rows(path):
        share = read_number(row["share"])
        if row["ranker"] == ranker and row["slice"] == "all" and share is not None:
            key = (f"true grade {row['grade']}", f"{row['protocol']}: {row['predicted']}")
            shares[key] = share
    return shares


def confusion_map(shares: Mapping[tuple[str, str], float], ranker: str) -> HeatMap:
    """Return a row for each true grade, a column for each predicted one under each protocol."""
    grades = range(N_GRADES)
    rows = [f"true grade {grade}" for grade in grades]
    columns = []
    right = set()
    for protocol in PROTOCOLS:
        for grade in grades:
            column = f"{protocol}: {grade}"
            columns.append(column)
            right.add((f"true grade {grade}", column))

    about = f"What {ranker} takes pairs of each true grade for, of 100"
    return percent_map(
        "scisearch-confusion", about, rows, columns, shares, marked=right, marked_as="right"
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
    columns = ["grade", *PROBABILITIES]
    filters = [("protocol", "=", protocol)]
    tables = [read_table(path, columns=columns, filters=filters) for path in paths]
    if not tables:
        return []

    table = pa.concat_tables(tables)
    grades = table["grade"].to_numpy()
    probabilities = np.column_stack([table[name].to_numpy() for name in PROBABILITIES])
    predictions = []
    for grade in np.unique(grades).tolist():
        of_grade = probabilities[grades == grade]
        predictions.append(Prediction(grade, len(of_grade), of_grade.mean(axis=0)))
    return predictions


def list_distributions(
    target_sd: float, predictions: Mapping[str, Mapping[str, str | Path]], network: str
) -> Iterator[Part]:
    """Yield the targets of training around each true grade, and the predictions of ``network``."""
    yield Heading("Grades as distributions", "scisearch-grades")
    yield Text(
        "With KL divergence as the loss, a true grade is spread by a Gaussian with a standard "
        f"deviation of {target_sd:.3f} grades, reflected at 0 and 3 (Figure 1 of the paper)."
    )
    label = "target probability"
    panels = []
    for grade, target in enumerate(spread_grades(target_sd)):
        title = f"True grade {grade}"
        panels.append(grade_panel(label, title, grade, target.tolist(), grade, target_sd))
    chart = LineChart("scisearch-targets", f"{label} of each grade", [panels], 2.7)
    yield Drawing("The target distribution of each true grade", chart, is_wide=True)
    if not network:
        return

    yield Text(
        f"The mean probabilities that the first training of {network}, the best honest model, "
        "gives to unseen pairs of each true grade (dashed), and the Gaussian of the same mean "
        "and variance (Figure 2 of the paper)."
    )
    label = "mean probability"
    panels = []
    for prediction in read_predictions(predictions[network].values(), HONEST):
        title = f"True grade {prediction.grade}: {plural(prediction.n_pairs, 'pair')}"
        probabilities = prediction.probabilities
        mean, sd = fit_gaussian(probabilities)
        panels.append(grade_panel(label, title, prediction.grade, probabilities.tolist(), mean, sd))
    chart = LineChart("scisearch-predicted", f"{label} of each grade", [panels], 2.7)
    yield Drawing("Mean predicted probabilities by true grade, honest", chart, is_wide=True)
