"""Time, memory, and the tables that benchmarks write."""

from __future__ import annotations

import csv
import multiprocessing
import os
import resource
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import astuple, fields
from pathlib import Path
from typing import Any

from paperpool.io.files import writing
from paperpool.workflow.report.bench_rows import BenchRow as Row

ROOT = Path(__file__).resolve().parents[1]
DATA = Path(os.environ.get("PAPERPOOL_DATA", ROOT.parent / "shared" / "data"))
BENCH = ROOT / "results" / "bench"
CORES = 2

__all__ = ["BENCH", "CORES", "DATA", "ROOT", "Row", "measure", "processes", "write_rows"]


def processes(n: int, begin: Callable[[], None] | None = None) -> ProcessPoolExecutor:
    """Return a pool of ``n`` fresh processes, each of which calls ``begin`` first."""
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(n, mp_context=context, initializer=begin)


def measure(work: Callable[[], Any]) -> tuple[Any, float, float]:
    """Run ``work`` in a fresh process; return its result, seconds and peak memory (MB).

    The peak is that of the largest of the process and all processes that it started.
    """
    with processes(1) as pool:
        return pool.submit(_measure, work).result()


def _measure(work: Callable[[], Any]) -> tuple[Any, float, float]:
    start = time.perf_counter()
    result = work()
    seconds = time.perf_counter() - start
    peaks = (
        resource.getrusage(who).ru_maxrss
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return result, seconds, max(peaks) / 1024


def write_rows(rows: Iterable[Any], path: Path) -> None:
    """Write dataclass rows as CSV, floats to four digits."""
    rows = list(rows)
    with writing(path) as part, part.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        for values in ([field.name for field in fields(rows[0])], *map(astuple, rows)):
            values = [f"{v:.4g}" if isinstance(v, float) else v for v in values]
            writer.writerow(values)
    print(f"Written: {path}")
