"""Write the ledger: every published figure that a command here gives again, and how near it comes.

    python docs/tables/ledger/make_ledger.py [--check]

ledger.yaml says which of our scores stand beside which published ones. ledger.csv has a row per
run and measure, apart.csv the published systems that no run has. With --check nothing is written,
and it fails where a file would be another.
"""

from __future__ import annotations

import csv
import io
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

HERE = Path(__file__).resolve().parent
RESOURCES = HERE.parents[2] / "workflow/scripts/paperpool/resources"

COLUMNS = ("of", "run", "figure", "published", "ours", "status", "reason", "source", "command")
APART = ("of", "system", "figures", "reason")

Row = Mapping[str, str]


def main() -> int:
    """Write both files, or with --check compare them; return the exit status."""
    described = yaml.safe_load((HERE / "ledger.yaml").read_text(encoding="utf-8"))
    rows, known = [], set()
    for group in described["groups"]:
        joined = list(join(group))
        rows += joined
        known |= {(group.get("published", group.get("covers")), row[1]) for row in joined}
    apart = list(list_apart(described["apart"], known))
    texts = {"ledger.csv": write_text(COLUMNS, rows), "apart.csv": write_text(APART, apart)}
    counts = Counter(row[COLUMNS.index("status")] for row in rows)
    print(f"{len(rows)} published scores: {', '.join(f'{n} {s}' for s, n in counts.items())}")
    changed = [name for name, text in texts.items() if text != read_text(HERE / name)]
    if sys.argv[1:] != ["--check"]:
        for name in changed:
            (HERE / name).write_text(texts[name], encoding="utf-8")
        return 0
    return int(bool(changed))


def join(group: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """Yield a row of COLUMNS for each of our figures of a group that is published."""
    printed = read_published(group)
    names = group.get("of", {})
    for row in read_rows(group["ours"]):
        if any(row[key] != value for key, value in group.get("where", {}).items()):
            continue
        ranker = row.get(group.get("ranker", "ranker"), "")
        cell = tuple(row[group.get("columns", {}).get(key, key)] for key in group["keys"])
        value = row[group.get("value", "value")]
        if printed is None:
            published, source = row["published"], group["source"]
        else:
            published, source = printed.get((names.get(ranker), *cell), ("", ""))
        if published and value:
            status, reason = judge(group, ranker, float(value), published)
            ours = f"{float(value):.10g}"
            run = names.get(ranker, ranker) or group.get("run", "")
            figures = (", ".join(cell), published, ours)
            yield group["name"], run, *figures, status, reason, source, group["command"]


def read_published(group: Mapping[str, Any]) -> dict[tuple, tuple[str, str]] | None:
    """Return value and source by (system, cell); None where ours stand beside them already."""
    if "published" not in group:
        return None
    where = group.get("published_where", {})
    return {
        (row["system"] if "of" in group else None, *(row[key] for key in group["keys"])): (
            (row["value"], row["source"])
        )
        for row in read_rows(group["published"])
        if all(row[key] == value for key, value in where.items())
    }


def judge(group: Mapping[str, Any], ranker: str, ours: float, published: str) -> tuple[str, str]:
    """Return ``ok``, ``close`` or ``failed``, and why it is not ok.

    A figure is ok where it differs by half of the last printed digit at most.
    """
    decimals = group["decimals"]
    if decimals == "printed":
        decimals = len(published.partition(".")[2])
    difference = abs(ours - float(published))
    if difference <= 0.5 * 10**-decimals + 1e-12:
        return "ok", ""
    reasons = group.get("reasons", {})
    reason = reasons.get(ranker) or reasons["all"]
    return ("close" if difference <= group["close"] else "failed"), reason


def list_apart(lacking: Mapping[str, str], known: set) -> Iterator[tuple[str, ...]]:
    """Yield a row of APART for each published system that is in no group."""
    for file, reason in lacking.items():
        counts = Counter(row["system"] for row in read_rows(f"published/{file}"))
        for system, n in counts.items():
            if (f"published/{file}", system) not in known:
                yield file.removesuffix(".csv"), system, str(n), reason


def read_rows(file: str) -> list[Row]:
    """Return the rows of a file of docs/tables or of the library's resources."""
    folder = RESOURCES if (RESOURCES / file).exists() else HERE.parent
    return list(csv.DictReader(io.StringIO(read_text(folder / file))))


def read_text(path: Path) -> str:
    """Return a file's text; nothing where it is not there."""
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def write_text(columns: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """Return a table as CSV."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerows([columns, *rows])
    return stream.getvalue()


if __name__ == "__main__":
    sys.exit(main())
