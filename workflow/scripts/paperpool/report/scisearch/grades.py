"""Predictions of grades, and the choices of ensembles."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from pathlib import Path

from paperpool.collections.facets import MAX_GRADE
from paperpool.io.csv_rows import read_number, read_rows
from paperpool.pages.charts.heat_map import HeatMap, percent_map
from paperpool.pages.charts.lines import LineChart
from paperpool.pages.grid import GridCell, list_grid, numbers
from paperpool.pages.score_table import spread
from paperpool.pages.section import Drawing, Fold, Heading, Part, Text
from paperpool.pages.wording import count, percent, plural
from paperpool.report.scisearch.charts import grade_panel
from paperpool.report.scisearch.files import read_predictions
from paperpool.scisearch.names import HONEST, PROTOCOLS, ranker_name
from paperpool.scisearch.targets import fit_gaussian, spread_grades

Cell = tuple[str, int, int]
"""A protocol, a true grade and a predicted one."""


def list_choices(path: str | Path, words: str) -> Iterator[Part]:
    """Yield the member of every training that each ensemble chose, if there are ensembles."""
    found: dict[tuple[str, ...], list[str]] = {}
    for row in read_rows(path):
        member = ranker_name(row["encoder"], row["loss"]) if row["loss"] else row["encoder"]
        key = (row["ranker"], row["protocol"], row["facet"], row["fold"] or "all")
        found.setdefault(key, []).append(member)
    if not found:
        return
    yield Heading("What the ensembles chose", "scisearch-choices")
    caption = f"{words}: the ranker of each facet by training; ensembles.csv has their scores."
    names = ("ensemble", "protocol", "facet", "scored fold", "chosen")
    columns = [(name, i) for i, name in enumerate(names)]
    rows = [(*key, ", ".join(members)) for key, members in found.items()]
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
    found: dict[str, dict[str, list[GridCell]]] = {}
    for row in read_rows(accuracy):
        if row["slice"] == "all":
            value, sd, commonest, n = (
                read_number(row[key]) for key in ("value", "sd", "commonest", "n_pairs")
            )
            below = {} if sd is None else {"sd": spread(sd)}
            cells = [GridCell(percent(value), below=below), GridCell(percent(commonest))]
            found.setdefault(row["ranker"], {})[row["protocol"]] = [*cells, GridCell(count(n))]
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


def read_confusion(path: str | Path, ranker: str) -> dict[Cell, float]:
    """Read confusion.csv: the share of each prediction for a true grade, over all facets."""
    rows = [r for r in read_rows(path) if (r["ranker"], r["slice"]) == (ranker, "all")]
    return {
        (row["protocol"], int(row["grade"]), int(row["predicted"])): share
        for row in rows
        if (share := read_number(row["share"])) is not None
    }


def confusion_map(shares: Mapping[Cell, float], ranker: str) -> HeatMap:
    """Return a row for each true grade, a column for each predicted one under each protocol."""
    grades = range(MAX_GRADE + 1)
    places = {
        (protocol, grade, predicted): (f"true grade {grade}", f"{protocol}: {predicted}")
        for grade, protocol, predicted in product(grades, PROTOCOLS, grades)
    }
    return percent_map(
        "scisearch-confusion",
        f"What {ranker} takes pairs of each true grade for, of 100",
        [f"true grade {grade}" for grade in grades],
        list(dict.fromkeys(column for _, column in places.values())),
        {places[cell]: share for cell, share in shares.items()},
        marked={place for (_, true, predicted), place in places.items() if true == predicted},
        marked_as="right",
    )


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
        label = "Mean predicted probabilities by true grade, honest"
        chart = _predicted_chart(predictions[network].values())
        yield Drawing(label, chart, is_wide=True)


def _predicted_chart(paths: Iterable[str | Path]) -> LineChart:
    """Return Figure 2: the predictions of a model, honest; ``paths`` are those of its facets."""
    label = "mean probability"
    panels = []
    for p in read_predictions(paths, HONEST):
        title = f"True grade {p.grade}: {plural(p.n_pairs, 'pair')}"
        fitted = fit_gaussian(p.probabilities)
        panels.append(grade_panel(label, title, p.grade, p.probabilities.tolist(), *fitted))
    return LineChart("scisearch-predicted", f"{label} of each grade", [panels], 2.7)
