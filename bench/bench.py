"""Time the stages beside what one would use otherwise: `make bench [PARTS="page bm25"] [EDGES=n]`.

Writes results/bench/bench.csv (columns: ``report.bench_rows``) after each part: the rows of all
parts that were ever timed here, each part's from its last time. Real data is taken from
PAPERPOOL_DATA (default ../shared/data); where it is absent, from the demo generator.
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


def time_part(part: str, n_edges: int | None) -> list[Row]:
    """Return the rows of a part, of `bench_<part>` in `<part>_bench.py`.

    Only that is imported: each process that a part starts imports it again. ``n_edges`` is the size
    of the part on edges; None is its own.
    """
    bench = getattr(importlib.import_module(f"{part}_bench"), f"bench_{part}")
    if not inspect.signature(bench).parameters:
        return bench()
    with tempfile.TemporaryDirectory() as folder:
        if n_edges is not None:
            return bench(Path(folder), n_edges=n_edges)
        return bench(Path(folder))


def main() -> None:
    """Time the parts that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; all")
    parser.add_argument("--edges", type=int, help="citations of the part edges")
    given = parser.parse_args()
    parts = given.parts
    unknown = sorted(set(parts) - set(PARTS))
    if given.edges is not None and given.edges < 1:
        parser.error(f"--edges is a number from 1, not {given.edges}")
    if unknown:
        parser.error(f"unknown: {', '.join(unknown)}; the parts are {', '.join(PARTS)}")
    for part in parts or PARTS:
        n_edges = given.edges if part == "edges" else None
        write_rows(time_part(part, n_edges), BENCH / "parts" / f"{part}.csv")
        timed = [file for name in PARTS if (file := BENCH / "parts" / f"{name}.csv").is_file()]
        write_rows([row for file in timed for row in read_bench(file)], BENCH / "bench.csv")
        print((BENCH / "parts" / f"{part}.csv").read_text())


if __name__ == "__main__":
    main()
