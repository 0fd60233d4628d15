"""Time the stages beside what one would use otherwise: `make bench [PARTS="page bm25"]`.

Writes results/bench/bench.csv (columns: ``report.bench_rows``) after each part: the rows of all
parts that were ever timed here, each part's from its last time. Real data is taken from
PAPERPOOL_DATA (default ../shared/data); where it is absent, from the demo generator. EDGES=n and
VECTORS=n are the sizes of the parts edges and index.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import tempfile
from pathlib import Path

from measuring import BENCH, Row, write_rows

from paperpool.workflow.report.bench_rows import read_bench

PARTS = (
    "corpus",
    "engines",
    "pools",
    "bm25",
    "search",
    "index",
    "page",
    "edges",
    "scisumm",
    "runs",
    "score",
    "encoder",
    "static",
    "facets",
    "sentences",
    "vectors",
)
"""The parts in the order of the table."""

FEWEST_VECTORS = 1_000
"""With fewer, an index has hardly a query to be measured by."""


def time_part(part: str, size: int | None) -> list[Row]:
    """Return the rows of a part, of `bench_<part>` in `<part>_bench.py`.

    Only that is imported: each process that a part starts imports it again. ``size`` is that of a
    part that has one; None is its own.
    """
    bench = getattr(importlib.import_module(f"{part}_bench"), f"bench_{part}")
    if not inspect.signature(bench).parameters:
        return bench()
    with tempfile.TemporaryDirectory() as folder:
        if size is not None:
            return bench(Path(folder), size)
        return bench(Path(folder))


def main() -> None:
    """Time the parts that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; all")
    parser.add_argument("--edges", type=int, help="citations of the part edges")
    parser.add_argument("--vectors", type=int, help="vectors of the part index")
    given = parser.parse_args()
    parts = given.parts
    unknown = sorted(set(parts) - set(PARTS))
    if given.edges is not None and given.edges < 1:
        parser.error(f"--edges is a number from 1, not {given.edges}")
    if given.vectors is not None and given.vectors < FEWEST_VECTORS:
        parser.error(f"--vectors is a number from {FEWEST_VECTORS}, not {given.vectors}")
    if unknown:
        parser.error(f"unknown: {', '.join(unknown)}; the parts are {', '.join(PARTS)}")
    sizes = {"edges": given.edges, "index": given.vectors}
    for part in parts or PARTS:
        write_rows(time_part(part, sizes.get(part)), BENCH / "parts" / f"{part}.csv")
        timed = [file for name in PARTS if (file := BENCH / "parts" / f"{name}.csv").is_file()]
        write_rows([row for file in timed for row in read_bench(file)], BENCH / "bench.csv")
        print((BENCH / "parts" / f"{part}.csv").read_text())


if __name__ == "__main__":
    main()
