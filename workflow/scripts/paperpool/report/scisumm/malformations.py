"""The malformations of the data that were met, on the report."""

from collections.abc import Iterator
from pathlib import Path

from paperpool.benchmarks.scisumm import BENCHMARK
from paperpool.pages.grid import GridCell, list_grid
from paperpool.pages.section import Fold, Heading, Part, Text
from paperpool.pages.wording import count, plural, quote, shorten
from paperpool.report.scisumm.files import Malformation, count_malformations
from paperpool.scisumm.read.problems import PROBLEMS


def list_malformations(path: str | Path, end: str) -> Iterator[Part]:
    """Yield the malformations of malformed.csv by split; ``end`` ends the captions."""
    yield Heading("Malformations", "scisumm-malformed")
    by_split: dict[str, list[Malformation]] = {}
    for one in count_malformations(path):
        by_split.setdefault(BENCHMARK.splits.get(one.split, one.split), []).append(one)
    if not by_split:
        yield Text("No malformation was met.")
    caption = "Malformations by problem and action, each with its first case"
    columns = [("problem", 0), ("action", 1), ("cases", 2, count), ("first case", 3)]
    for split, found in by_split.items():
        rows = []
        for one in found:
            where = (one.file or one.paper_id) + (f", row {one.row}" if one.row else "")
            excerpt = GridCell(quote(shorten(one.text, 160)), kind="excerpt")
            rows.append((PROBLEMS[one.problem], one.action, one.n, where, excerpt))
        label = f"Malformations, {split.lower()}"
        all_columns = [*columns, ("its text", 4)]
        table = list_grid(label, caption + end, all_columns, rows, "bad-rows")
        yield Fold(f"{split}: {plural(sum(one.n for one in found), 'malformation')}", [table])
