"""The rows of `make bench`, as its table and the report have them."""

from dataclasses import dataclass
from pathlib import Path

from paperpool.errors import Problem, UserError
from paperpool.io.csv_rows import read_records


@dataclass(frozen=True)
class BenchRow:
    """A line of bench.csv: ``ours`` beside ``other``, in the unit in ``name``.

    ``seconds`` and ``peak_mb`` (of the largest process) are of ours, ``n`` is the number of papers.
    """

    name: str
    ours: float
    other: float
    ratio: float
    seconds: float
    peak_mb: float
    n: int


def read_bench(path: str | Path) -> list[BenchRow]:
    """Return the rows of ``results/bench/bench.csv``; raise UserError for another file."""
    try:
        return read_records(path, BenchRow)
    except (KeyError, TypeError, ValueError) as error:
        hint = "Delete it, or run `make bench` again."
        raise UserError(Problem(f"Not a table of benchmarks: {error}.", str(path), hint)) from error
