"""The report's section on the judges of collections with votes."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from paperpool.extras.votes.agreement import ALL
from paperpool.io.csv_rows import read_number, read_rows
from paperpool.pages.fragments import Fragment, make_fragment
from paperpool.pages.grid import Column, list_grid, numbers
from paperpool.pages.run_info import RunLabel
from paperpool.pages.section import Heading, Part, Section, Text
from paperpool.pages.wording import count, decimal, estimate, p_value, percent, plural

_ABOUT = (
    "Several judges graded the same documents. Only those are known that one of them voted for: "
    "that all judges call the others irrelevant does not raise these measures."
)


def build_section(
    label: RunLabel, files: Mapping[str, Any], settings: Mapping[str, Any]
) -> Fragment:
    """Return the section of the tables of each collection."""
    parts: list[Part] = [Text(_ABOUT)]
    for name, of_collection in files.items():
        parts.append(Heading(name))
        parts += list_judges(name, of_collection)
    return make_fragment([Section("votes", "Judges of collections", parts)])


def list_judges(name: str, files: Mapping[str, str | Path]) -> Iterator[Part]:
    """Yield the agreement of a collection's judges, its outlier, and the orders of rankers."""
    judges = read_rows(files["judges"])
    lines = []
    for row in judges:
        ends = (read_number(row["ci_low"]), read_number(row["ci_high"]))
        bias = estimate(read_number(row["bias"]), *ends)
        cells = [row["judge"], count(int(row["n"])), decimal(read_number(row["mean"]))]
        cells += [decimal(read_number(row["weighted_kappa"]))]
        cells += [decimal(read_number(row["alpha_without"])), bias]
        lines.append([*cells, p_value(read_number(row["p"]))])
    heads = ["votes above 0", "mean", "κ, quadratic", "α without", "bias", "p"]
    columns: list[Column] = [("judge", 0), *numbers(heads)]
    caption = f"The judges of {name}: each beside the others; intervals and p over topics."
    yield list_grid(f"{name}: judges", caption, columns, lines)

    outliers = [row["judge"] for row in judges if row["is_outlier"] == "True"]
    pairs = read_rows(files["pairs"])
    alphas = [row["alpha"] for row in pairs if row["judge_a"] == ALL]
    text = f"Krippendorff's α of all judges: {decimal(read_number(alphas[0]))}."
    if outliers:
        text += f" {outliers[0]} agrees least with the others, and these agree better without."
    yield Text(text)

    lines = []
    for row in pairs:
        if row["judge_a"] == ALL:
            continue
        values = [decimal(read_number(row[key])) for key in ("alpha", "kappa", "weighted_kappa")]
        agreement = percent(read_number(row["agreement"]), 1)
        lines.append([f"{row['judge_a']}, {row['judge_b']}", *values, agreement])
    columns = [("judges", 0), *numbers(["α", "κ", "κ, quadratic", "equal, %"])]
    yield list_grid(f"{name}: judges two and two", "Two judges each.", columns, lines)
    yield from _list_orders(name, files["orders"])


def _list_orders(name: str, path: str | Path) -> Iterator[Part]:
    rows = read_rows(path)
    if not rows:
        return
    lines = []
    for row in rows:
        ends = (read_number(row["ci_low"]), read_number(row["ci_high"]))
        tau = estimate(read_number(row["tau"]), *ends)
        lines.append([row["judge"], row["metric"], tau, row["best"]])
    columns: list[Column] = [("judge", 0), ("measure", 1), ("τ", 2, str), ("first ranker", 3)]
    n_rankers = plural(int(rows[0]["n_rankers"]), "ranker")
    caption = f"Kendall's τ of the order of {n_rankers} by one judge's votes and by the grades."
    yield list_grid(f"{name}: orders of rankers by judge", caption, columns, lines)
