"""Compare scores with our own on real data, in ``paperpool/resources/expected``."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
import pandas as pd

from paperpool.errors import Problem, UserError, name_some
from paperpool.evaluation.expected_rows import CELL, COLUMNS, read_expected_rows

CHECKED_COLUMNS = ["table", *CELL, "value", "found", "difference", "outcome"]

TOLERANCE = 1e-6
"""The largest difference, in fractions, of a score that is ok."""

CLOSE = 1e-3
"""The largest difference of a close score: another machine may order near-ties otherwise."""

OUTCOMES = ("ok", "close", "failed", "missing")


def read_expected(paths: Iterable[str | Path]) -> pd.DataFrame:
    """Read files of expected scores (COLUMNS); raise UserError for other columns.

    Value and tolerance are fractions.
    """
    expected = pd.DataFrame(read_expected_rows(paths), columns=COLUMNS, dtype=str)
    tolerance = expected["tolerance"].replace("", str(TOLERANCE))
    return expected.assign(value=expected["value"].map(float), tolerance=tolerance.map(float))


def check_figures(expected: pd.DataFrame, tables: Mapping[str, str | Path]) -> pd.DataFrame:
    """Return a row of CHECKED_COLUMNS for each expected score.

    ``tables`` are files of scores (metrics.csv) by name. A score without a value there is missing.
    """
    found: dict[tuple[str, ...], float] = {}
    for name, path in tables.items():
        rows = pd.read_csv(path, dtype=str, keep_default_na=False)[[*CELL, "value"]]
        for *cell, value in rows[rows["value"] != ""].itertuples(index=False):
            found[name, *cell] = float(value)

    cells = expected[["table", *CELL]].itertuples(index=False, name=None)
    checked = expected.assign(found=[found.get(cell, float("nan")) for cell in cells])
    checked["difference"] = checked["found"] - checked["value"]

    # the first condition that holds counts; a tolerance above CLOSE is that of a close score too
    sizes = checked["difference"].abs()
    tolerance = checked["tolerance"]
    checked["outcome"] = np.select(
        [sizes.isna(), sizes <= tolerance, sizes <= tolerance.clip(CLOSE)],
        ["missing", "ok", "close"],
        "failed",
    )
    return checked[CHECKED_COLUMNS]


def count_outcomes(checked: pd.DataFrame) -> str:
    """Return how many figures have each outcome, as text."""
    counts = Counter(checked.outcome)
    parts = [f"{counts[outcome]} {outcome}" for outcome in OUTCOMES if counts[outcome]]
    return f"{len(checked)} scores: {', '.join(parts)}"


def describe(checked: pd.DataFrame, outcomes: Sequence[str]) -> list[str]:
    """Return a line for each figure that has one of ``outcomes``."""
    lines = []
    for row in checked[checked.outcome.isin(outcomes)].itertuples():
        cell = " ".join(getattr(row, key) for key in CELL)
        found = "missing" if row.outcome == "missing" else f"{row.found:.6f}"
        lines.append(f"{cell}: {found}, expected {row.value:.6f} ({row.outcome})")
    return lines


def require_scores(checked: pd.DataFrame, where: str) -> None:
    """Raise UserError, naming ``where``, if a score of ``check_figures`` failed or is missing."""
    wrong = describe(checked, ("failed", "missing"))
    if wrong:
        hint = (
            "The log names each. Look at what changed since the scores were taken: the data, the "
            "configuration, the code or the machine (docs/machines.md); resources/expected is "
            "changed only together with these."
        )
        message = f"{len(wrong)} of {count_outcomes(checked)}. {name_some(wrong)}."
        raise UserError(Problem(message, where, hint))
