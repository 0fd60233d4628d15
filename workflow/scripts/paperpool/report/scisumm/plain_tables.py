"""Tables of the data of cited text identification: lengths of sentences, sizes, malformations.

Source: Ricci et al., Tables 4 and 5.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from paperpool.benchmarks.scisumm import BENCHMARK
from paperpool.pages.grid import Grid, GridCell, list_grid, number, numbers
from paperpool.pages.section import Fold, Heading, Part, Text
from paperpool.pages.wording import (
    MISSING,
    ExactText,
    count,
    decimal,
    plural,
    quote,
    shorten,
    words,
)
from paperpool.report.scisumm.files import Power, count_malformations
from paperpool.report.scisumm.tables import Source
from paperpool.scisumm.names import REVERSED
from paperpool.scisumm.read.problems import PROBLEMS

BySplit = Mapping[str, float | None]
"""A value of each split."""


def length_table(
    lengths: Mapping[str, BySplit], powers: Sequence[Power], source: Source, caption: str
) -> Grid:
    """Return Table 4: the mean tokens of each ranker's choices, those of the reversed method too.

    Rows in brackets, of all sentences and of the gold ones, are no ranker's.
    """
    names = source.results.names
    lines = {name: (names.get(name), by_split) for name, by_split in lengths.items()}
    # a choice does not depend on the protocol, so that either's rows say its length
    reverse = {(p.d, p.split): p.mean_length for p in powers if p.direction == REVERSED}
    for power in (1, 4):
        by_split = {split: reverse.get((power, split)) for split in BENCHMARK.splits}
        if any(value is not None for value in by_split.values()):
            lines[f"reversed, d = {power}"] = (f"Asymm Reverse (d={power})", by_split)
    rows = []
    for name, (system, by_split) in lines.items():
        first = GridCell(name, kind="other" if name.startswith("(") else "")
        cells = [first]
        for split in BENCHMARK.splits:
            paper = source.published.get(("scisumm-lengths", split, system or "", "tokens"))
            cells += _beside(source, *(decimal(value, 1) for value in (by_split.get(split), paper)))
        rows.append(cells)
    words = ("ranker", caption, "Lengths of the chosen sentences")
    return _list(source, words, BENCHMARK.splits, rows)


def corpus_table(statistics: Mapping[str, BySplit], source: Source) -> Grid:
    """Return Table 5 and the other counts of each set of papers, the paper's statistics first."""
    names = dict.fromkeys(name for by_split in statistics.values() for name in by_split)
    splits = {**BENCHMARK.splits, **{n: n for n in names if n not in BENCHMARK.splits}}
    published = dict.fromkeys(m for of, _, _, m in source.published if of == "scisumm-corpus")
    ordered = dict.fromkeys(name for name in (*published, *statistics) if name in statistics)
    rows = []
    for name in ordered:
        cells = [GridCell(words(name))]
        for split in splits:
            paper = source.published.get(("scisumm-corpus", split, "corpus", name))
            cells += _beside(source, _number(statistics[name].get(split)), _number(paper))
        rows.append(cells)
    caption = "Table 5 of Ricci et al., and what else was counted."
    caption += " A pair is an annotator's choice for a citing sentence." * bool(source.published)
    return _list(source, ("statistic", caption, "Statistics of the data"), splits, rows)


def _beside(source: Source, own: str, paper: str) -> list[GridCell]:
    """Return the run's value, and the paper's if the data are the released ones."""
    return [number(own), *[number(paper, "soft")] * bool(source.published)]


def _list(
    source: Source,
    texts: tuple[str, str, str],
    splits: Mapping[str, str],
    rows: Sequence[Sequence[GridCell]],
) -> Grid:
    """Return the table of a value of each split; ``texts`` are the head, caption and label."""
    head, caption, label = texts
    names = ["this run", *["paper"] * bool(source.published)]
    columns = [(head, 0), *numbers(names * len(splits))]
    above = dict.fromkeys(splits.values(), len(names))
    return list_grid(label, caption, columns, rows, above=above)


def _number(value: float | None) -> str:
    if value is None or float(value).is_integer():
        return MISSING if value is None else count(value)
    return ExactText(f"{value:,.2f}", value)


def list_malformations(path: str | Path, end: str) -> Iterator[Part]:
    """Yield the malformations of malformed.csv by split; ``end`` ends the captions."""
    yield Heading("Malformations", "scisumm-malformed")
    by_split: dict[str, list[dict[str, Any]]] = {}
    for row in count_malformations(path):
        title = BENCHMARK.splits.get(row["split"], row["split"])
        where = (row["file"] or row["paper_id"]) + (f", row {row['row']}" if row["row"] else "")
        excerpt = GridCell(quote(shorten(row["text"], 160)), kind="excerpt")
        more = {"problem": PROBLEMS[row["problem"]], "where": where, "excerpt": excerpt}
        by_split.setdefault(title, []).append(row | more)
    if not by_split:
        yield Text("No malformation was met.")
    caption = "Malformations by problem and action, each with its first case"
    columns = [("problem", "problem"), ("action", "action"), ("cases", "n", count)]
    columns += [("first case", "where"), ("its text", "excerpt")]
    for split, rows in by_split.items():
        label = f"Malformations, {split.lower()}"
        table = list_grid(label, caption + end, columns, rows, "bad-rows")
        yield Fold(f"{split}: {plural(sum(row['n'] for row in rows), 'malformation')}", [table])
