"""Tables of the data of cited text identification: lengths of sentences, sizes, malformations.

Source: Ricci et al., Tables 4 and 5.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from paperpool.benchmarks.scisumm import BENCHMARK
from paperpool.io.csv_rows import Rows, list_rows, read_groups, read_number
from paperpool.pages.grid import Format, Grid, GridCell, list_grid, number, numbers
from paperpool.pages.section import Fold, Heading, Part, Text
from paperpool.pages.wording import ExactText, count, decimal, plural, quote, shorten, words
from paperpool.scisumm.names import REVERSED
from paperpool.scisumm.read.problems import PROBLEMS
from paperpool.scoring.scisumm_tables import Source
from paperpool.workflow.report.scisumm.tables import Power

BySplit = Mapping[str, float | None]
"""A value of each split."""


def read_by_split(
    table: str | Path | Rows, key: str, value: str
) -> dict[str, dict[str, float | None]]:
    """Return a table of lengths or of the corpus as {``key``: {split: ``value``}}, in its order."""
    found: dict[str, dict[str, float | None]] = {}
    for row in list_rows(table):
        found.setdefault(row[key], {})[row["split"]] = read_number(row[value])
    return found


def length_table(
    table: str | Path | Rows, powers: Sequence[Power], source: Source, caption: str
) -> Grid:
    """Return Table 4: the mean tokens of each ranker's choices, those of the reversed method too.

    Rows in brackets, of all sentences and of the gold ones, are no ranker's.
    """
    names = dict(source.results.names)
    lengths = read_by_split(table, "ranker", "mean_tokens")

    # a choice does not depend on the protocol, so that either's rows say its length
    reverse = {}
    for power in powers:
        if power.direction == REVERSED:
            reverse[power.d, power.split] = power.mean_length
    for d in (1, 4):
        by_split = {split: reverse.get((d, split)) for split in BENCHMARK.splits}
        if any(value is not None for value in by_split.values()):
            lengths[f"reversed, d = {d}"] = by_split
            names[f"reversed, d = {d}"] = f"Asymm Reverse (d={d})"

    rows = []
    for name, by_split in lengths.items():
        first = GridCell(name, kind="other" if name.startswith("(") else "")
        rows.append((first, by_split, ("scisumm-lengths", names.get(name) or "", "tokens")))
    texts = ("ranker", caption, "Lengths of the chosen sentences")
    return _list(source, texts, BENCHMARK.splits, partial(decimal, digits=1), rows)


def corpus_table(table: str | Path | Rows, source: Source) -> Grid:
    """Return Table 5 and the other counts of each set of papers, the paper's statistics first."""
    statistics = read_by_split(table, "statistic", "value")
    splits = dict(BENCHMARK.splits)
    for by_split in statistics.values():
        for split in by_split:
            splits.setdefault(split, split)

    # those of the paper first
    names = []
    for benchmark, _, _, statistic in source.published:
        if benchmark == "scisumm-corpus" and statistic in statistics and statistic not in names:
            names.append(statistic)
    names += [statistic for statistic in statistics if statistic not in names]
    rows = []
    for name in names:
        place = ("scisumm-corpus", "corpus", name)
        rows.append((GridCell(words(name)), statistics[name], place))

    caption = "Table 5 of Ricci et al., and what else was counted."
    if source.published:
        caption += (
            " A pair is an annotator's choice for a citing sentence; the release has fewer of them "
            "in the test set than the paper counts."
        )
    texts = ("statistic", caption, "Statistics of the data")
    return _list(source, texts, splits, _number, rows)


def _list(
    source: Source,
    texts: tuple[str, str, str],
    splits: Mapping[str, str],
    form: Format,
    rows: Iterable[tuple[GridCell, BySplit, tuple[str, str, str]]],
) -> Grid:
    """Return the table of a value of each split, beside the paper's if the data are the released.

    ``texts`` are the head, caption and label. ``rows`` have the first cell, the values, and the
    benchmark, system and measure of the paper's.
    """
    head, caption, label = texts
    names = ["this run"]
    if source.published:
        names.append("paper")

    lines = []
    for first, by_split, (benchmark, system, measure) in rows:
        line = [first]
        for split in splits:
            line.append(number(form(by_split.get(split))))
            if source.published:
                published = source.published.get((benchmark, split, system, measure))
                line.append(number(form(published), "soft"))
        lines.append(line)
    columns = [(head, 0), *numbers(names * len(splits))]
    above = dict.fromkeys(splits.values(), len(names))
    return list_grid(label, caption, columns, lines, above=above)


def _number(value: float | None) -> str:
    if value is None or float(value).is_integer():
        return count(value)
    return ExactText(f"{value:,.2f}", value)


def count_malformations(table: str | Path | Rows) -> list[dict[str, Any]]:
    """Count the malformed rows by split, problem and action, the most frequent first.

    A row is the first of its kind, with their number ``n``.
    """
    kinds = read_groups(table, "split", "problem", "action")
    order = sorted(kinds, key=lambda kind: (-len(kinds[kind]), kind))
    return [{**kinds[kind][0], "n": len(kinds[kind])} for kind in order]


def list_malformations(table: str | Path | Rows, end: str) -> Iterator[Part]:
    """Yield the malformations of malformed.csv by split; ``end`` ends the captions."""
    yield Heading("Malformations", "scisumm-malformed")
    by_split: dict[str, list[dict[str, Any]]] = {}
    for row in count_malformations(table):
        title = BENCHMARK.splits.get(row["split"], row["split"])
        where = row["file"] or row["paper_id"]
        if row["row"]:
            where += f", row {row['row']}"
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
        grid = list_grid(label, caption + end, columns, rows, "bad-rows")
        n_cases = plural(sum(row["n"] for row in rows), "malformation")
        yield Fold(f"{split}: {n_cases}", [grid])
