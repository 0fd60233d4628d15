"""The leave-out-uniques test: a line per source and ranker, every ranker below."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from paperpool.benchmarks.registry import judged_benchmark
from paperpool.io.csv_rows import read_number, read_rows
from paperpool.pages.grid import GridCell, list_grid, numbers
from paperpool.pages.section import Fold, Part, Text
from paperpool.pages.wording import count, decimal, percent, signed_percent
from paperpool.workflow.annotation.reusability import DEPTH

_KINDS = {"source": "a source of the pools", "run": f"a ranker, by its first {DEPTH}"}
_TREATMENTS = {"irrelevant": "kept, as irrelevant", "removed": "removed from the rankings"}

_ABOUT = (
    "Would a ranker be placed rightly if its candidates were not pooled? Every ranker is scored "
    "again without the candidates that one source alone pooled, and without those that one ranker "
    f"alone has among its first {DEPTH} (corrected protocol, all test queries). Kept as irrelevant "
    "they count against the ranker; removed they flatter it. τ is Kendall's, before and after."
)

Row = Mapping[str, str]


def list_reusability(path: str | Path, *, of_release: bool) -> Iterator[Part]:
    """Yield two tables per measure; ``of_release`` adds the text on CSFCube's release."""
    yield Text(_ABOUT)
    measures: dict[str, dict[tuple[str, str], list[Row]]] = {}
    for row in read_rows(path):
        title = judged_benchmark().measure_titles[row["metric"]]
        parts = measures.setdefault(title, {})
        parts.setdefault((row["kind"], row["left_out"]), []).append(row)
    for title, parts in measures.items():
        yield from _list_tables(title, parts)

    if of_release:
        text = (
            "The release names no other sources of cited candidates: “cited” leaves all of them "
            "out, more than citing alone contributed."
        )
        yield Text(text, "sources")


def _list_tables(title: str, parts: Mapping[tuple[str, str], Sequence[Row]]) -> Iterator[Part]:
    """Yield the order of rankers without each source, and the ranks of every ranker."""
    lines: dict[str, list[list[str]]] = {}
    every = {}
    for (kind, name), rows in parts.items():
        lines.setdefault(_KINDS[kind], []).append(_summarise(name, rows))
        every[f"without {_KINDS[kind]}: {name}"] = _list_rankers(rows)

    n_treatments = len(_TREATMENTS)
    names = ["judged", "relevant"] + n_treatments * ["τ", "change", "of"]
    columns = [("without", 0), *numbers(names)]
    caption = f"{title}: the rankers' order without each, and the largest change (×100)."
    above = {"left out": 2} | dict.fromkeys(_TREATMENTS.values(), 3)
    yield list_grid(f"Reusability, {title}", caption, columns, lines, "", above)

    label = f"{title} of every ranker"
    columns = [("ranker", 0), *numbers((1 + n_treatments) * ["score", "rank"])]
    caption = f"{title} (×100) and rank on the whole collection and without each; changes are bold."
    above = {"whole": 2} | dict.fromkeys(_TREATMENTS.values(), 2)
    table = list_grid(f"Reusability, {label}", caption, columns, every, "", above)
    yield Fold(label, [table])


def _summarise(name: str, rows: Sequence[Row]) -> list[str]:
    """Return a line: how many are left out, then τ and the largest change by treatment."""
    n_left_out = count(int(rows[0]["n_left_out"]))
    n_relevant = count(int(rows[0]["n_relevant_left_out"]))
    line = [name, n_left_out, n_relevant]

    for treatment in _TREATMENTS:
        changes = {}
        for row in rows:
            if row["treatment"] == treatment:
                changes[row["ranker"]] = float(row["value_without"]) - float(row["value"])
        largest = max(changes, key=lambda ranker: abs(changes[ranker]))
        [tau] = {row["tau"] for row in rows if row["treatment"] == treatment}
        line += [decimal(read_number(tau)), signed_percent(changes[largest]), largest]
    return line


def _list_rankers(rows: Sequence[Row]) -> list[list[str | GridCell]]:
    """Return each ranker's score and rank on the whole, then without, by treatment."""
    lines: dict[str, list[str | GridCell]] = {}
    for row in rows:
        ranker = row["ranker"]
        if ranker not in lines:
            lines[ranker] = [ranker, percent(float(row["value"])), row["rank"]]
        rank = GridCell(row["rank_without"], bold=row["rank_without"] != row["rank"])
        lines[ranker] += [percent(float(row["value_without"])), rank]
    return list(lines.values())
