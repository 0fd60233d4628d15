"""How the grading went: the practice round, the import and each annotator."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from paperpool.io.csv_rows import read_number, read_rows
from paperpool.io.files import read_json
from paperpool.pages.grid import list_grid, numbers, parsed
from paperpool.pages.section import Heading, Part
from paperpool.pages.wording import count, decimal, estimate, rounded, words


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
    columns.append(("passed", "passed"))
    yield list_grid("Practice", caption, columns, rows)


def list_import(path: str | Path) -> Iterator[Part]:
    """Yield the outcomes of the rows of the exports, and of the tasks, counted."""
    summary = read_json(path)
    rows = summary["rows"]
    annotations = [("all", rows["read"]), ("used", rows["used"])]
    annotations += _count_reasons("not used", rows["listed"])

    tasks = summary["tasks"]
    settled = [("all", tasks["all"])]
    settled += [("agreed", tasks["agreed"]), ("adjudicated", tasks["adjudicated"])]
    settled += _count_reasons("open", tasks["open"])

    counts = {"Annotations in the exports": annotations, "Tasks": settled}
    caption = (
        "The exports of annotators and adjudicators. A task is one candidate for one query; the "
        "queries of open tasks are not part of the collection below."
    )
    yield Heading("Import", "import")
    yield list_grid("Import", caption, [("what", 0), ("number", 1, count)], counts)


def _count_reasons(outcome: str, reasons: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return the counts of an outcome by reason, or a line that there are no such rows."""
    if not reasons:
        return [(outcome, 0)]
    return [(f"{outcome}: {words(reason)}", n) for reason, n in reasons.items()]


def list_annotators(path: str | Path, titles: Mapping[str, str]) -> Iterator[Part]:
    """Yield how each annotator judged, by facet and over all, if known; ``titles`` are of both."""
    groups: dict[str, dict[str, list[str]]] = {}
    for row in read_rows(path):
        facets = groups.setdefault(row["annotator"], {})
        if row["facet"] not in facets:
            title = titles[row["facet"]]
            graded = count(int(row["graded"]))
            facets[row["facet"]] = [title, graded, parsed(rounded)(row["seconds"])]

        bias = read_number(row["bias"])
        low = read_number(row["ci_low"])
        high = read_number(row["ci_high"])
        line = facets[row["facet"]]
        line += [parsed(decimal)(row["weighted_kappa"]), estimate(bias, low, high)]
        if row["against"] == "other":
            line += [parsed(decimal)(row["drift"]), parsed(decimal)(row["drift_p"])]
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
    lines = {annotator: list(facets.values()) for annotator, facets in groups.items()}
    columns = [("facet", 0), *numbers(names)]
    yield list_grid("Annotators", caption, columns, lines, "scores narrow", above)
