"""Compare scores with our own on real data, in ``paperpool/resources/expected``."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from paperpool.errors import Problem, UserError, name_some

CELL = ("benchmark", "protocol", "split", "ranker", "slice", "metric")

COLUMNS = ("config", "table", *CELL, "value", "sd", "ci_low", "ci_high", "tolerance")
"""``config`` is the run's name in its configuration, ``table`` the file below its results.

Only ``value`` is checked; ``sd`` and interval are for the documentation. ``tolerance`` is empty for
TOLERANCE; it is half a digit for a score of four decimals, and the spread over trainings if
training differs between machines.
"""

CHECKED_COLUMNS = ["table", *CELL, "value", "found", "difference", "outcome"]

TOLERANCE = 1e-6
"""The largest difference, in fractions, of a score that is ok."""

CLOSE = 1e-3
"""The largest difference of a close score: another machine may order near-ties otherwise."""

OUTCOMES = ("ok", "close", "failed", "missing")


@dataclass(frozen=True)
class Expected:
    """An expected score of ``config``; value and tolerance are fractions."""

    config: str
    table: str
    cell: tuple[str, ...]
    value: float
    tolerance: float


def read_expected(path: str | Path) -> list[Expected]:
    """Read a file of expected scores; raise UserError for other columns."""
    rows = pd.read_csv(path, dtype=str, keep_default_na=False)
    if tuple(rows) != COLUMNS:
        hint = f"The columns are {', '.join(COLUMNS)}."
        raise UserError(Problem("Not a table of expected figures.", str(path), hint))
    expected = []
    for row in rows.itertuples():
        cell = tuple(getattr(row, key) for key in CELL)
        tolerance = float(row.tolerance or TOLERANCE)
        expected.append(Expected(row.config, row.table, cell, float(row.value), tolerance))
    return expected


def check_figures(expected: Iterable[Expected], tables: Mapping[str, str | Path]) -> pd.DataFrame:
    """Return a row of CHECKED_COLUMNS for each expected score.

    ``tables`` are files of scores (metrics.csv) by name. A score without a value there is missing.
    """
    found = {name: _read_values(path) for name, path in tables.items()}
    rows = []
    for one in expected:
        value = found.get(one.table, {}).get(one.cell)
        difference = None if value is None else value - one.value
        rows.append((one.table, *one.cell, one.value, value, difference, _judge(one, difference)))
    return pd.DataFrame(rows, columns=CHECKED_COLUMNS)


def _read_values(path: str | Path) -> dict[tuple[str, ...], float]:
    rows = pd.read_csv(path, dtype=str, keep_default_na=False)[[*CELL, "value"]]
    return {tuple(cell): float(value) for *cell, value in rows.itertuples(index=False) if value}


def _judge(one: Expected, difference: float | None) -> str:
    if difference is None:
        return "missing"
    if abs(difference) <= one.tolerance:
        return "ok"
    return "close" if abs(difference) <= max(CLOSE, one.tolerance) else "failed"


def count_outcomes(checked: pd.DataFrame) -> str:
    counts = Counter(checked.outcome)
    parts = [f"{counts[outcome]} {outcome}" for outcome in OUTCOMES if counts[outcome]]
    return f"{len(checked)} figures: {', '.join(parts)}"


def describe(checked: pd.DataFrame, outcomes: Sequence[str]) -> list[str]:
    lines = []
    for row in checked[checked.outcome.isin(outcomes)].itertuples():
        cell = " ".join(getattr(row, key) for key in CELL)
        found = "missing" if row.outcome == "missing" else f"{row.found:.6f}"
        lines.append(f"{cell}: {found}, expected {row.value:.6f} ({row.outcome})")
    return lines


def require_figures(checked: pd.DataFrame, where: str) -> None:
    if wrong := describe(checked, ("failed", "missing")):
        hint = (
            "The log names each. Look at what changed since the figures were taken: the data, the "
            "configuration, the code or the machine (docs/machines.md); resources/expected is "
            "changed only together with these."
        )
        what = f"{len(wrong)} of {count_outcomes(checked)}. {name_some(wrong)}."
        raise UserError(Problem(what, where, hint))
