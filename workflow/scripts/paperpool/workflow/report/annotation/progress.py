"""How the grading went: the practice round, the import, the batches and each annotator."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from paperpool.benchmarks.registry import judged_benchmark
from paperpool.io.csv_rows import read_number, read_rows
from paperpool.io.files import read_json
from paperpool.pages.grid import list_grid, numbers, parsed
from paperpool.pages.section import Fold, Heading, Part, Text
from paperpool.pages.wording import MISSING, count, decimal, estimate, percent, rounded, words


def list_practice(path: str | Path) -> Iterator[Part]:
    """Yield each annotator of the practice round over all facets, if there are any."""
    rows = [row for row in read_rows(path) if row["facet"] == "all"]
    if not rows:
        return
    yield Heading("Practice", "practice")
    caption = (
        "Each annotator (by number in Label Studio) on pairs with settled grades, none of them in "
        "the collection; κ has quadratic weights. Passed: all pairs graded, with a ρ of at least "
        f"{decimal(read_number(rows[0]['threshold']))}."
    )
    keys = {"ρ": "rho", "α": "alpha", "κ": "weighted_kappa"}
    columns = [("annotator", "annotator")]
    columns += [("pairs", "pairs", parsed(count)), ("of", "asked", parsed(count))]
    columns += [(title, key, parsed(decimal)) for title, key in keys.items()]
    yield list_grid("Practice", caption, [*columns, ("passed", "passed")], rows)


def list_import(path: str | Path) -> Iterator[Part]:
    """Yield the outcomes of the rows of the exports, and of the tasks, counted."""
    summary = read_json(path)
    rows, tasks = summary["rows"], summary["tasks"]
    used = [("all", rows["read"]), ("used", rows["used"])]
    settled = [("all", tasks["all"]), *((key, tasks[key]) for key in ("agreed", "adjudicated"))]
    counts = {
        "Annotations in the exports": [*used, *_count_reasons("not used", rows["listed"])],
        "Tasks": [*settled, *_count_reasons("open", tasks["open"])],
    }
    caption = (
        "The exports of annotators and adjudicators. A task is one candidate for one query; the "
        "queries of open tasks are not part of the collection below."
    )
    yield Heading("Import", "import")
    yield list_grid("Import", caption, [("what", 0), ("number", 1, count)], counts)


def _count_reasons(what: str, reasons: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return the counts by reason, or a line that there are no such rows."""
    counts = [(f"{what}: {words(reason)}", n) for reason, n in reasons.items()]
    return counts or [(what, 0)]


def list_batches(path: str | Path) -> Iterator[Part]:
    """Yield how far judging in batches is, all pairs together and each."""
    rows = read_rows(path)
    if not rows:
        return
    rows = [row | {"recall": _recall(row)} for row in rows]
    judged, pool, found = (
        count(int(rows[-1][f"n_{what}"])) for what in ("judged", "pool", "found")
    )
    text = f"Judgments were asked for in batches. {judged} of {pool} candidates are judged, and "
    text += f"{found} found relevant"
    if (recall := rows[-1]["recall"]) != MISSING:
        text += f": an estimated {recall} % of all that are"
    yield Heading("Batches", "batches")
    yield Text(f"{text}.")
    keys = {"candidates": "pool", "asked for": "asked", "judged": "judged", "relevant": "found"}
    columns = [("query", "query_id"), ("facet", "facet"), ("state", "state")]
    columns += [(title, f"n_{key}", parsed(count)) for title, key in keys.items()]
    caption = "Recall: the estimated share (%) of the relevant candidates found, and its interval."
    columns += [("recall", "recall", str)]
    table = list_grid("Batches", caption, columns, rows, "scores narrow")
    yield Fold("Where each query and facet is", [table])


def _recall(row: Mapping[str, str]) -> str:
    ends = (read_number(row[name]) for name in ("recall", "recall_low", "recall_high"))
    return estimate(*ends, form=lambda value: percent(value, 0))


def list_annotators(path: str | Path) -> Iterator[Part]:
    """Yield how each annotator judged, by facet and over all, if known."""
    groups: dict[str, dict[str, list[str]]] = {}
    for row in read_rows(path):
        kappa, drift, p = (
            parsed(decimal)(row[key]) for key in ("weighted_kappa", "drift", "drift_p")
        )
        bias, low, high = (read_number(row[key]) for key in ("bias", "ci_low", "ci_high"))
        name = judged_benchmark().slices[row["facet"]]
        graded, seconds = int(row["graded"]), row["seconds"]
        line = groups.setdefault(row["annotator"], {}).setdefault(
            row["facet"], [name, count(graded), parsed(rounded)(seconds)]
        )
        line += [kappa, estimate(bias, low, high)]
        line += [drift, p] if row["against"] == "other" else []
    if not groups:
        return
    yield Heading("Annotators", "annotators")
    caption = (
        "Seconds: the median of an item. κ has quadratic weights. Bias: how much higher the "
        "annotator's grades are, with an interval over queries. Drift: the rank correlation of "
        "that difference with the order of judging, and its p-value."
    )
    names = ["items", "seconds", "κ", "bias", "drift", "p", "κ", "bias"]
    above = {"beside the other annotator": 4, "beside the settled grade": 2}
    lines = {name: list(facets.values()) for name, facets in groups.items()}
    columns = [("facet", 0), *numbers(names)]
    yield list_grid("Annotators", caption, columns, lines, "scores narrow", above)
