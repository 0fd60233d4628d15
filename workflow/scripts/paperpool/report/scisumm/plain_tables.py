"""Tables of plain figures of cited text identification: lengths of sentences, sizes of the data.

Source: Ricci et al., Tables 4 and 5.
"""

from collections.abc import Iterable, Mapping, Sequence

from paperpool.benchmarks.scisumm import BENCHMARK
from paperpool.pages.grid import Grid, GridCell, heads, number
from paperpool.pages.wording import MISSING, words
from paperpool.report.scisumm.files import Power
from paperpool.report.scisumm.tables import Source
from paperpool.scisumm.names import REVERSED

PlainRow = list[GridCell]
"""The title of a row, then of each split the run's figure and the published one."""


def plain_table(
    rows: Sequence[PlainRow], titles: Sequence[str], has_published: bool, *words: str
) -> Grid:
    """Return a table of plain figures; ``words`` are the head of the rows, caption and label."""
    head, title, label = words
    names = ["this run", "paper"] if has_published else ["this run"]
    if not has_published:
        rows = [[row[0], *row[1::2]] for row in rows]
    above = [GridCell(), *(GridCell(name, len(names)) for name in titles)]
    return Grid(title, [above, heads([head, *(names * len(titles))])], rows, label)


def _plain_row(title: str, figures: Iterable[tuple[str, str]], kind: str = "") -> PlainRow:
    cells = (c for own, paper in figures for c in (number(own), number(paper, "soft")))
    return [GridCell(title, kind=kind), *cells]


def length_rows(
    lengths: Mapping[str, Mapping[str, float | None]], powers: Sequence[Power], source: Source
) -> list[PlainRow]:
    """Return Table 4: the mean tokens of what each ranker chose, those of the reversed method too.

    Rows in brackets, of all sentences and of the gold ones, are no ranker's.
    """
    rows = [
        _length_row(
            name, source.figures.names.get(name), by_split, source, not name.startswith("(")
        )
        for name, by_split in lengths.items()
    ]
    # a choice does not depend on the protocol, so that either's rows say its length
    reverse = {(p.power, p.split): p.mean_length for p in powers if p.direction == REVERSED}
    for power in (1, 4):
        by_split = {split: reverse.get((power, split)) for split in BENCHMARK.splits}
        if any(value is not None for value in by_split.values()):
            system = f"Asymm Reverse (d={power})"
            rows.append(_length_row(f"reversed, d = {power}", system, by_split, source, True))
    return rows


def _length_row(
    title: str,
    system: str | None,
    by_split: Mapping[str, float | None],
    source: Source,
    is_own: bool,
) -> PlainRow:
    beside = {
        split: source.published.get(("scisumm-lengths", split, system or "", "tokens"))
        for split in BENCHMARK.splits
    }
    figures = [(_one(by_split.get(s)), _one(beside[s])) for s in BENCHMARK.splits]
    return _plain_row(title, figures, "" if is_own else "other")


def corpus_splits(statistics: Mapping[str, Mapping[str, float | None]]) -> dict[str, str]:
    """Return the titles of the task's splits, and of further sets of papers by their names."""
    names = dict.fromkeys(name for by_split in statistics.values() for name in by_split)
    return dict(BENCHMARK.splits) | {name: name for name in names if name not in BENCHMARK.splits}


def corpus_rows(
    statistics: Mapping[str, Mapping[str, float | None]], source: Source
) -> list[PlainRow]:
    """Return Table 5 and what else is counted of each set, the paper's statistics first."""
    published = dict.fromkeys(m for of, _, _, m in source.published if of == "scisumm-corpus")
    ordered = [name for name in published if name in statistics]
    ordered += [name for name in statistics if name not in published]
    return [
        _plain_row(
            words(name),
            [
                (
                    _number(statistics[name].get(split)),
                    _number(source.published.get(("scisumm-corpus", split, "corpus", name))),
                )
                for split in corpus_splits(statistics)
            ],
        )
        for name in ordered
    ]


def _one(value: float | None) -> str:
    return MISSING if value is None else f"{value:.1f}"


def _number(value: float | None) -> str:
    if value is None:
        return MISSING
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.2f}"
