"""Tables of plain figures of cited text identification: lengths of sentences, sizes of the data.

Source: Ricci et al., Tables 4 and 5.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from paperpool.benchmarks.scisumm import BENCHMARK
from paperpool.pages.wording import MISSING, words
from paperpool.report.scisumm.files import Power
from paperpool.report.scisumm.tables import Source
from paperpool.scisumm.names import REVERSED


@dataclass(frozen=True)
class PlainRow:
    """A row of figures as text: of each split the run's and the published one."""

    title: str
    values: list[tuple[str, str]]
    is_own: bool = True


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
    return PlainRow(
        title, [(_one(by_split.get(s)), _one(beside[s])) for s in BENCHMARK.splits], is_own
    )


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
        PlainRow(
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
