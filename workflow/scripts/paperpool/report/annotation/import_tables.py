"""The tables of an import of annotations: its counts, its annotators, and the further passes."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from paperpool.benchmarks.csfcube import BENCHMARK
from paperpool.io.csv_rows import read_number, read_rows
from paperpool.io.files import read_json
from paperpool.pages.wording import MISSING, decimal, figure, words
from paperpool.report.annotation.tables import MEASURE_NAMES, format_agreement


@dataclass(frozen=True)
class FurtherRow:
    """A pass against the gold in one facet or over all, in the order of ``MEASURE_NAMES``."""

    slice: str
    n_pairs: int
    values: list[str]


@dataclass(frozen=True)
class AnnotatorRow:
    """How an annotator judged in one facet or over all; ``against`` by whom they are compared with.

    ``against`` has the weighted kappa, the bias with its interval, and the drift with its p-value,
    as texts; the page shows the drift beside the other annotator.
    """

    slice: str
    n_graded: int
    seconds: str
    against: dict[str, list[str]]


def read_annotators(path: str | Path) -> dict[str, list[AnnotatorRow]]:
    """Read annotators.csv: {annotator: a row per facet and one over all}."""
    found: dict[str, dict[str, AnnotatorRow]] = {}
    for row in read_rows(path):
        of_slice = found.setdefault(row["annotator"], {}).setdefault(
            row["facet"],
            AnnotatorRow(
                BENCHMARK.slices[row["facet"]],
                int(row["graded"]),
                figure(float(row["seconds"])) if row["seconds"] else MISSING,
                {},
            ),
        )
        low, bias, high, kappa, drift, p = (
            decimal(read_number(row[name]))
            for name in ("ci_low", "bias", "ci_high", "weighted_kappa", "drift", "drift_p")
        )
        of_slice.against[row["against"]] = [
            kappa,
            bias if MISSING in (low, high) else f"{bias} [{low}, {high}]",
            drift if p == MISSING else f"{drift} (p {p})",
        ]
    return {name: list(of_name.values()) for name, of_name in found.items()}


def read_further_passes(path: str | Path) -> dict[str, list[FurtherRow]]:
    """Read further.csv: {name of the pass: a row per facet and one over all}."""
    cells: dict[tuple[str, str], dict[str, dict[str, str]]] = {}
    for row in read_rows(path):
        cells.setdefault((row["name"], row["facet"]), {})[row["measure"]] = row
    passes: dict[str, list[FurtherRow]] = {}
    for (name, facet), measured in cells.items():
        values = [format_agreement(measured[m]["value"], m) or MISSING for m in MEASURE_NAMES]
        n_pairs = max(int(row["n_pairs"]) for row in measured.values())
        passes.setdefault(name, []).append(FurtherRow(BENCHMARK.slices[facet], n_pairs, values))
    return passes


def read_import_counts(path: str | Path) -> dict[str, list[tuple[str, int]]]:
    """Read import.json: what became of the rows of the exports, and of the tasks, and how many."""
    summary = read_json(path)
    rows, tasks = summary["rows"], summary["tasks"]
    return {
        "Annotations in the exports": [
            ("all", rows["read"]),
            ("used", rows["used"]),
            *_count_reasons("not used", rows["listed"]),
        ],
        "Tasks": [
            ("all", tasks["all"]),
            ("agreed", tasks["agreed"]),
            ("adjudicated", tasks["adjudicated"]),
            *_count_reasons("open", tasks["open"]),
        ],
    }


def _count_reasons(what: str, reasons: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return the counts by reason, or that there are none."""
    counts = [(f"{what}: {words(reason)}", n) for reason, n in reasons.items()]
    return counts or [(what, 0)]
