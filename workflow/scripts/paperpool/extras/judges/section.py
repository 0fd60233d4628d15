"""The report's section on model judges: agreement with people, and how they order rankers."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from paperpool.benchmarks.registry import judged_benchmark
from paperpool.collections.schemes import read_scheme
from paperpool.io.csv_rows import read_number, read_rows
from paperpool.pages.fragments import Fragment, make_fragment
from paperpool.pages.grid import Format, Grid, list_grid, numbers
from paperpool.pages.run_info import RunLabel
from paperpool.pages.section import Fold, Heading, Part, Section, Text
from paperpool.pages.wording import count, decimal, estimate, p_value, percent, signed_percent

_MEASURES = {
    "kappa": "Cohen's κ",
    "weighted_kappa": "κ, quadratic weights",
    "alpha": "Krippendorff's α",
    "agreement": "agreement, %",
    "bias": "bias, in grades",
}

Row = Mapping[str, str]


def build_section(
    label: RunLabel, files: Mapping[str, str | Path], settings: Mapping[str, Any]
) -> Fragment:
    """Return the section, for the page."""
    parts = list(list_judges(files))
    return make_fragment([Section("judges", "Model judges", parts, link="Judges")])


def list_judges(files: Mapping[str, str | Path]) -> Iterator[Part]:
    """Yield the audit's tables of each judge; ``files`` are those of ``list_files``."""
    yield Text(
        "Models that graded the same candidates as people; no grade of theirs is part of the "
        "collection. Intervals are over queries and facets."
    )
    titles = read_scheme(files["scheme"]).slice_titles
    tables = {name: read_rows(path) for name, path in files.items() if name != "scheme"}
    for counts in tables["counts"]:
        judge = counts["judge"]
        of_judge: dict[str, list[Row]] = {}
        for name, rows in tables.items():
            of_judge[name] = [row for row in rows if row["judge"] == judge]

        graded = count(int(counts["n_graded"]))
        blank = count(int(counts["n_blank"]))
        both = count(int(counts["n_both"]))
        yield Heading(judge)
        yield Text(
            f"Pairs graded: {graded}; without a grade: {blank}; graded by people too: {both}."
        )
        if of_judge["agreement"]:
            yield _list_agreement(judge, of_judge["agreement"], titles)
        else:
            yield Text("Nothing to compare.")
        if of_judge["order"]:
            yield from _list_rankers(judge, of_judge["order"], of_judge["rankers"])


def _list_agreement(name: str, rows: Sequence[Row], titles: Mapping[str, str]) -> Grid:
    """Return the agreement of a judge with people: a row for each facet and source."""
    parts: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        part = (row["part"], row["slice"])
        title = row["slice"]
        if row["part"] != "source":
            title = titles[row["slice"]]
        line = parts.setdefault(part, [title, count(int(row["n_pairs"]))])
        form = decimal
        if row["measure"] == "agreement":
            form = partial(percent, digits=1)
        line.append(_with_interval(row, "value", form))

    caption = f"Agreement of {name} with people; above 0, bias means that the judge grades higher."
    columns = [("part", 0), *numbers(["pairs", *_MEASURES.values()])]
    return list_grid(f"Agreement with {name}", caption, columns, parts.values(), "")


def _list_rankers(name: str, order: Sequence[Row], rankers: Sequence[Row]) -> Iterator[Part]:
    """Yield how alike people's grades and the judge's order the rankers, and every ranker."""
    titles = judged_benchmark().measure_titles
    lines: list[tuple[str, ...]] = []
    for row in order:
        tau = _with_interval(row, "tau")
        lines.append((titles[row["metric"]], row["among"], row["n_systems"], tau))

    caption = f"Kendall's τ of the rankers' orders by people (who define the top ones) and {name}."
    columns = [("measure", 0), *numbers(["rankers", "how many", "τ"])]
    yield list_grid(f"Order of the rankers by {name}", caption, columns, lines, "")

    names = ["by people", "rank", "by the judge", "rank", "gain over the others", "p (Holm)"]
    columns = [("ranker", 0), *numbers(names)]
    for measure in dict.fromkeys(row["metric"] for row in rankers):
        title = titles[measure]
        lines = [_ranker(row) for row in rankers if row["metric"] == measure]
        caption = f"{title} (×100) by grader; gain: how much more {name} raises it than the others."
        table = list_grid(f"{title} of every ranker by {name}", caption, columns, lines, "")
        yield Fold(f"{title} of every ranker by people and by {name}", [table])


def _with_interval(row: Row, key: str, form: Format = decimal) -> str:
    value = read_number(row[key])
    return estimate(value, read_number(row["ci_low"]), read_number(row["ci_high"]), form=form)


def _ranker(row: Row) -> tuple[str, ...]:
    """Return a ranker's line: its scores and ranks by people and by the judge, and its gain."""
    name = row["ranker"]
    if row["same_model"] == "True":
        name += " (same model)"
    return (
        name,
        percent(read_number(row["value"])),
        row["rank"],
        percent(read_number(row["value_by_judge"])),
        row["rank_by_judge"],
        _with_interval(row, "gain", signed_percent),
        p_value(read_number(row["p_holm"])),
    )
