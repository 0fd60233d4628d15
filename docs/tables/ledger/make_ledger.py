"""Write the ledger: every published figure that a command here gives again, and how near it comes.

    python docs/tables/ledger/make_ledger.py [--check]

ledger.yaml says which of our figures stand beside which published ones, of which kind they are and
why some are not met. Written are ledger.csv with a row per run and measure, lacking.csv with the
published systems that no run has, and the first sentence of docs/ledger.md, which counts the rows.
With --check nothing is written, and it fails where a file would be another.
"""

from __future__ import annotations

import csv
import io
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import yaml

HERE = Path(__file__).resolve().parent
RESOURCES = HERE.parents[2] / "workflow/scripts/paperpool/resources"
PAGE = HERE.parents[1] / "ledger.md"

KINDS = ("ranked", "scored", "counted")
"""Our ranking of a published system; somebody's released run or scores; statistics."""

VERDICTS = ("ok", "close", "apart")
"""From the best to the worst."""

CLOSE = 0.005
"""Half a point of a hundred: the largest difference of a score that is close."""

ROUNDING = 1e-12
"""What binary fractions may add to a difference."""

LACKING = ("of", "system", "figures", "reason")

Row = Mapping[str, str]


class Entry(NamedTuple):
    """A row of ledger.csv; with a ``spread``, the standard deviation, ``ours`` is a mean."""

    kind: str
    of: str
    run: str
    figure: str
    published: str
    ours: str
    spread: str
    verdict: str
    reason: str
    source: str
    command: str


def main() -> int:
    """Write the files, or with --check compare them; return the exit status."""
    described = yaml.safe_load((HERE / "ledger.yaml").read_text(encoding="utf-8"))
    entries, known = [], set()
    for group in described["groups"]:
        joined = list(join(group))
        known |= {(group.get("published", group.get("covers")), entry.run) for entry in joined}
        entries += one_a_run(joined, group["one_row"]) if "one_row" in group else joined
    entries.sort(key=lambda entry: KINDS.index(entry.kind))
    lacking = list(list_lacking(described["lacking"], known))
    sentence = count_in_a_sentence(entries)
    texts = {
        HERE / "ledger.csv": write_text(Entry._fields, entries),
        HERE / "lacking.csv": write_text(LACKING, lacking),
        PAGE: write_first_sentence(read_text(PAGE), sentence),
    }
    print(sentence.replace("`", ""))
    changed = [path for path, text in texts.items() if text != read_text(path)]
    if sys.argv[1:] != ["--check"]:
        for path in changed:
            path.write_text(texts[path], encoding="utf-8")
        return 0
    return int(bool(changed))


def join(group: Mapping[str, Any]) -> Iterator[Entry]:
    """Yield an entry for each of our figures of a group that is published."""
    printed = read_published(group)
    names = group.get("of", {})
    columns = group.get("columns", {})
    means = read_means(group["seeds"]) if "seeds" in group else {}
    for row in read_rows(group["ours"]):
        if not matches(row, group.get("where", {})):
            continue
        ranker = row.get(group.get("ranker", "ranker"), "")
        cell = tuple(row[columns.get(key, key)] for key in group["keys"])
        figure = ", ".join(cell)
        value, spread = row[group.get("value", "value")], row.get("sd", "")
        value, spread = means.get((ranker, figure), (value, spread))
        if printed is None:
            published, source = row["published"], group["source"]
        else:
            published, source = printed.get((names.get(ranker), *cell), ("", ""))
        if not (published and value):
            continue
        verdict = judge(
            float(value), published, group.get("decimals", 0), group.get("counts", False)
        )
        yield Entry(
            kind=group.get("kinds", {}).get(ranker, group["kind"]),
            of=group["name"],
            run=names.get(ranker, ranker) or group.get("run", ""),
            figure=figure,
            published=published,
            ours=f"{float(value):.10g}",
            spread=spread,
            verdict=verdict,
            reason="" if verdict == "ok" else find_reason(group, row),
            source=source,
            command=group["command"],
        )


def read_means(seeds: Mapping[str, Any]) -> dict[tuple[str, str], tuple[str, str]]:
    """Return mean and spread over seeds by (ranker, figure).

    They stand in a file as "17.51 ± 0.23" (×100), in a column for each of ``figures``; what was
    trained with one seed has no spread there, and is left out.
    """
    found = {}
    for row in read_rows(seeds["file"]):
        if not matches(row, seeds["where"]):
            continue
        for figure, column in seeds["figures"].items():
            mean, _, spread = row[column].partition(" ± ")
            if spread:
                numbers = f"{float(mean) / 100:.4f}", f"{float(spread) / 100:.4f}"
                found[row["ranker"], figure] = numbers
    return found


def read_published(group: Mapping[str, Any]) -> dict[tuple, tuple[str, str]] | None:
    """Return value and source by (system, cell); None where ours stand beside them already."""
    if "published" not in group:
        return None
    found = {}
    for row in read_rows(group["published"]):
        if matches(row, group.get("published_where", {})):
            system = row["system"] if "of" in group else None
            cell = tuple(row[key] for key in group["keys"])
            found[system, *cell] = row["value"], row["source"]
    return found


def matches(row: Row, conditions: Mapping[str, str | Sequence[str]]) -> bool:
    """Return whether a row has the value of each condition, or one of its list."""
    for column, wanted in conditions.items():
        if row[column] not in ([wanted] if isinstance(wanted, str) else wanted):
            return False
    return True


def judge(ours: float, published: str, decimals: int = 0, is_count: bool = False) -> str:
    """Return ``ok``, ``close`` or ``apart``; the spread of trainings is no part of it.

    A figure is ok where it differs by half of the last printed digit at most. ``decimals`` are
    printed at least, as files may lack zeros at the end. A count is ok or apart.
    """
    decimals = max(decimals, len(published.partition(".")[2]))
    difference = abs(ours - float(published))
    if difference <= 0.5 * 10**-decimals + ROUNDING:
        return "ok"
    return "close" if not is_count and difference <= CLOSE + ROUNDING else "apart"


def find_reason(group: Mapping[str, Any], row: Row) -> str:
    """Return the first reason of the group whose conditions the row of ours has."""
    for reason in group["reasons"]:
        if matches(row, {key: value for key, value in reason.items() if key != "why"}):
            return reason["why"]
    raise LookupError(f"{group['name']}: no reason for {dict(row)}")


def one_a_run(entries: Sequence[Entry], shown: str) -> Iterator[Entry]:
    """Yield each run's figure ``shown`` with the worst verdict of all its figures."""
    for run in dict.fromkeys(entry.run for entry in entries):
        of_run = [entry for entry in entries if entry.run == run]
        head = next(entry for entry in of_run if entry.figure == shown)
        worst = max(of_run, key=lambda entry: VERDICTS.index(entry.verdict))
        n_met = sum(entry.verdict == "ok" for entry in of_run)
        met = f"{n_met} of {len(of_run)} figures are met; {worst.reason}"
        yield head._replace(
            figure=f"{head.figure}, and {len(of_run) - 1} others",
            verdict=worst.verdict,
            reason=met if worst.reason else "",
        )


def list_lacking(lacking: Mapping[str, str], known: set) -> Iterator[tuple[str, ...]]:
    """Yield a row of LACKING for each published system that is in no group."""
    for file, reason in lacking.items():
        counts = Counter(row["system"] for row in read_rows(f"published/{file}"))
        for system, n in counts.items():
            if (f"published/{file}", system) not in known:
                yield file.removesuffix(".csv"), system, str(n), reason


def count_in_a_sentence(entries: Iterable[Entry]) -> str:
    """Return how many figures of each kind are met, close and apart."""
    counts = Counter((entry.kind, entry.verdict) for entry in entries)
    parts = []
    for kind in KINDS:
        met, close, apart = (counts[kind, verdict] for verdict in VERDICTS)
        parts.append(
            f"{kind} here: {met} of {met + close + apart} met (`ok`), {close} `close`, "
            f"{apart} `apart`"
        )
    return "; ".join(parts).capitalize() + "."


def write_first_sentence(page: str, sentence: str) -> str:
    """Return the page with the sentence as the first paragraph below its title."""
    return re.sub(r"(?s)\A(# [^\n]*\n\n).*?\n\n", lambda m: f"{m[1]}{sentence}\n\n", page)


def read_rows(file: str) -> list[Row]:
    """Return the rows of a file of docs/tables or of the library's resources."""
    folder = RESOURCES if (RESOURCES / file).exists() else HERE.parent
    return list(csv.DictReader(io.StringIO(read_text(folder / file))))


def read_text(path: Path) -> str:
    """Return a file's text; nothing where it is not there."""
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def write_text(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table as CSV."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerows([columns, *rows])
    return stream.getvalue()


if __name__ == "__main__":
    sys.exit(main())
