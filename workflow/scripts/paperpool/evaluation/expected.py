"""Our own figures on real data, in ``paperpool/resources/expected``, and how a run's compare."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from paperpool.errors import Problem, UserError, name_some

CELL = ("benchmark", "protocol", "split", "ranker", "slice", "metric")

COLUMNS = ("config", "table", *CELL, "value", "sd", "ci_low", "ci_high", "tolerance")
"""``config`` is the run's name in its configuration, ``table`` the file below its results.

Only ``value`` is checked; spread and interval are there for the documentation, as far as they are
known. ``tolerance`` is empty if it is TOLERANCE. It is half a digit for a score with four decimals,
and the spread over trainings if training differs between machines.
"""

CHECKED_COLUMNS = ["table", *CELL, "value", "found", "difference", "outcome"]

TOLERANCE = 1e-6
"""How far a figure may lie from the expected one, in fractions, and be ok."""

CLOSE = 1e-3
"""How far it may lie and be close: another machine orders near-ties otherwise."""

OUTCOMES = ("ok", "close", "failed", "missing")


@dataclass(frozen=True)
class Expected:
    """A figure that a run of ``config`` has; value and tolerance are fractions."""

    config: str
    table: str
    cell: tuple[str, ...]
    value: float
    tolerance: float


def read_expected(path: str | Path) -> list[Expected]:
    """Read a file of expected figures in its order; UserError for other columns."""
    rows = pd.read_csv(path, dtype=str, keep_default_na=False)
    if tuple(rows) != COLUMNS:
        hint = f"The columns are {', '.join(COLUMNS)}."
        raise UserError(Problem("Not a table of expected figures.", str(path), hint))
    return [
        Expected(
            row.config,
            row.table,
            tuple(getattr(row, key) for key in CELL),
            float(row.value),
            float(row.tolerance) if row.tolerance else TOLERANCE,
        )
        for row in rows.itertuples()
    ]


def check_figures(expected: Iterable[Expected], tables: Mapping[str, str | Path]) -> pd.DataFrame:
    """Return a row of CHECKED_COLUMNS for each expected figure, in their order.

    ``tables`` are files of figures (metrics.csv) by the name that expected figures have for them.
    A figure that the file has not, or has without a value, is missing.
    """
    found = {name: _read_values(path) for name, path in tables.items()}
    rows = []
    for one in expected:
        value = found.get(one.table, {}).get(one.cell)
        difference = None if value is None else value - one.value
        rows.append((one.table, *one.cell, one.value, value, difference, _judge(one, difference)))
    return pd.DataFrame(rows, columns=CHECKED_COLUMNS)


def _read_values(path: str | Path) -> dict[tuple[str, ...], float]:
    rows = pd.read_csv(path, dtype=str, keep_default_na=False)
    return {
        cell: float(value)
        for *cell_values, value in rows[[*CELL, "value"]].itertuples(index=False)
        if value
        for cell in [tuple(cell_values)]
    }


def _judge(one: Expected, difference: float | None) -> str:
    if difference is None:
        return "missing"
    if abs(difference) <= one.tolerance:
        return "ok"
    return "close" if abs(difference) <= max(CLOSE, one.tolerance) else "failed"


def count_outcomes(checked: pd.DataFrame) -> str:
    """Return how many figures have each outcome, as text."""
    counts = Counter(checked.outcome)
    parts = [f"{counts[outcome]} {outcome}" for outcome in OUTCOMES if counts[outcome]]
    return f"{len(checked)} figures: {', '.join(parts)}"


def describe(checked: pd.DataFrame, outcomes: Sequence[str]) -> list[str]:
    """Return a line for each figure that has one of ``outcomes``."""
    return [
        f"{' '.join(getattr(row, key) for key in CELL)}: "
        + ("missing" if row.outcome == "missing" else f"{row.found:.6f}")
        + f", expected {row.value:.6f} ({row.outcome})"
        for row in checked.itertuples()
        if row.outcome in outcomes
    ]


def require_figures(checked: pd.DataFrame, where: str) -> None:
    """Raise UserError if a score failed or is missing."""
    wrong = describe(checked, ("failed", "missing"))
    if wrong:
        hint = (
            "The log names each. Look at what changed since the figures were taken: the data, the "
            "configuration, the code or the machine (docs/machines.md); resources/expected is "
            "changed only together with these."
        )
        what = f"{len(wrong)} of {count_outcomes(checked)}. {name_some(wrong)}."
        raise UserError(Problem(what, where, hint))
