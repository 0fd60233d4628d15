"""Years of papers that cannot be meant."""

from collections.abc import Iterable
from pathlib import Path

import pyarrow.compute as pc

from paperpool.io.tables import read_batches

FIRST_YEAR = 1500

_SHOWN = 5


def describe_odd_years(papers: Iterable[str | Path], last: int) -> str:
    """Return a line with the number and the first of papers before 1500 or after ``last``, if any.

    ``papers`` are tables of ``tables.PAPERS``.
    """
    n_odd = 0
    examples: list[str] = []
    for batch in read_batches(papers, ["paper_id", "year"]):
        is_odd = pc.or_(pc.less(batch["year"], FIRST_YEAR), pc.greater(batch["year"], last))
        odd = batch.filter(pc.fill_null(is_odd, False))
        n_odd += odd.num_rows
        for row in odd.slice(0, _SHOWN - len(examples)).to_pylist():
            examples.append(f"{row['paper_id']} ({row['year']})")
    if not n_odd:
        return ""

    shown = ", ".join(examples)
    if n_odd > len(examples):
        shown += f" and {n_odd - len(examples):,} more"
    bounds = f"outside {FIRST_YEAR} to {last}"
    return f"Papers with a year {bounds} (they are kept): {n_odd:,}. The first: {shown}."
