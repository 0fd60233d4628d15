"""The table of `make bench`: how fast the stages are beside what one would use otherwise."""

from dataclasses import dataclass
from pathlib import Path

from paperpool.errors import Problem, UserError
from paperpool.io.csv_rows import read_rows


@dataclass(frozen=True)
class BenchRow:
    """A line of bench.csv: ``ours`` beside ``other``, in the unit that ``name`` says.

    ``seconds`` and ``peak_mb`` are of ours; ``peak_mb`` is of its largest process, ``n`` the
    number of papers.
    """

    name: str
    ours: float
    other: float
    ratio: float
    seconds: float
    peak_mb: float
    n: int


def read_bench(path: str | Path) -> list[BenchRow]:
    """Return the rows of ``results/bench/bench.csv``; raise UserError where it is not one."""
    try:
        return [
            BenchRow(
                row["name"],
                float(row["ours"]),
                float(row["other"]),
                float(row["ratio"]),
                float(row["seconds"]),
                float(row["peak_mb"]),
                int(row["n"]),
            )
            for row in read_rows(path)
        ]
    except (KeyError, TypeError, ValueError) as error:
        hint = "Delete it, or run `make bench` again."
        raise UserError(Problem(f"Not a table of benchmarks: {error}.", str(path), hint)) from error
