"""The tables of MDCR: a row per slice (pool size, field or candidate type), a column per ranker.

Source: MDCR, Tables 1 to 4, 7 and 8. Rows stand in a group per measure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean

from paperpool.benchmarks.mdcr import BENCHMARK
from paperpool.mdcr.names import ALL, TYPE
from paperpool.pages.front import Front, make_front
from paperpool.pages.score_cells import Cell, Row, letter_baselines, published_rows
from paperpool.pages.score_tables import RowGroup, TableSource, make_rows
from paperpool.pages.scores import Score, read_scores
from paperpool.pages.wording import percent, plural


@dataclass(frozen=True)
class Column:
    """A ranker of the run, their mean, or a system that only the paper has.

    ``letter`` is a baseline's.
    """

    name: str
    letter: str = ""
    is_published: bool = False
    is_mean: bool = False


@dataclass(frozen=True)
class SliceRow:
    """A slice: its title, the number of its queries as text, and a cell per column.

    ``own`` are the columns whose ranker chose the slice's negatives; ``handicapped``, in the row
    of all fields, those whose ranker chose some of the negatives.
    """

    title: str
    n_queries: str
    cells: list[Cell]
    own: frozenset[str] = frozenset()
    handicapped: frozenset[str] = frozenset()
    is_total: bool = False


@dataclass(frozen=True)
class SliceTable:
    """``groups`` are rows by the name of their measure; ``n_runs`` counts samplings."""

    columns: list[Column]
    groups: dict[str, list[SliceRow]]
    n_runs: int

    @property
    def has_published(self) -> bool:
        """Whether a published figure stands in the table."""
        return any(column.is_published for column in self.columns) or any(
            cell.published for rows in self.groups.values() for row in rows for cell in row.cells
        )


@dataclass(frozen=True)
class Figures:
    """The figures of one of MDCR's evaluations under one protocol and in one split.

    ``order`` has their rankers in the order of the columns; empty, that of the table of figures.
    """

    source: TableSource
    protocol: str
    split: str
    order: Sequence[str] = ()

    @property
    def scores(self) -> list[Score]:
        """The figures, in the order of the table of figures."""
        place = (self.protocol, self.split)
        return [s for s in self.source.scores if (s.protocol, s.split) == place]

    @property
    def rankers(self) -> list[str]:
        """The rankers that have figures here, in their order."""
        found = list(dict.fromkeys(score.ranker for score in self.scores))
        return [ranker for ranker in self.order if ranker in found] or found

    @property
    def slices(self) -> list[str]:
        """The slices in the order of the table of figures."""
        return list(dict.fromkeys(score.slice for score in self.scores))

    @property
    def models(self) -> list[str]:
        """The candidate types that are models, by the models' names."""
        types = [name for name in self.slices if name.startswith(TYPE)]
        return [name.removeprefix(TYPE) for name in types if name not in BENCHMARK.slices]

    @property
    def handicapped(self) -> list[str]:
        """The rankers that chose some of the negatives, in the order of the types."""
        return [ranker for model in self.models for ranker in self.rankers_of(model)]

    def rankers_of(self, kind: str) -> list[str]:
        """Return the rankers that are the model ``kind``: by its name, or as the paper has it.

        The release writes the paper's names in small letters.
        """
        names = self.source.names
        return [r for r in self.rankers if kind in (r, (names.get(r) or "").lower())]


def slice_title(name: str) -> str:
    """Return a slice in words: a size with its thousands set apart, a model's type by its name."""
    title = BENCHMARK.slice_title(name).removeprefix(TYPE)
    return f"{int(title):,}" if title.isdecimal() else title


def slice_table(
    figures: Figures, slices: Sequence[str], measures: Sequence[str], with_mean: bool = False
) -> SliceTable:
    """Return the table of some slices; the best figure of a row of the run's rankers is marked.

    Equal texts are marked alike. Rows of ``all`` come last. It is a table of scores turned round.
    ``with_mean`` adds the mean over the run's rankers where there are several, the last row of the
    paper's Table 4.
    """
    source, rankers = figures.source, figures.rankers
    ordered = sorted(slices, key=lambda name: name == ALL)
    cells = [(figures.split, name, measure) for measure in measures for name in ordered]
    own = make_rows(source, RowGroup(figures.protocol, rankers), cells, rankers)
    others = published_rows(source.others, cells)
    means = [_mean_row(figures, cells)] if with_mean and len(own) > 1 else []
    letters = letter_baselines(source.baselines)
    columns = [Column(row.name, letters.get(row.name, "")) for row in own]
    columns += [Column(row.name, is_mean=True) for row in means]
    columns += [Column(row.name, is_published=True) for row in others]
    rows = [
        _make_row(figures, name, measure, [row.cells[i] for row in [*own, *means, *others]])
        for i, (_, name, measure) in enumerate(cells)
    ]
    n = len(ordered)
    groups = {
        BENCHMARK.measure_titles[measure]: rows[i * n : (i + 1) * n]
        for i, measure in enumerate(measures)
    }
    return SliceTable(columns, groups, max((row.n_runs for row in own), default=1))


def _mean_row(figures: Figures, cells: Sequence[tuple[str, str, str]]) -> Row:
    """Return the mean of the rankers' figures in each cell, of those that have one."""
    values: dict[tuple[str, str, str], list[float]] = {}
    for score in figures.scores:
        if score.value is not None:
            values.setdefault((score.split, score.slice, score.measure), []).append(score.value)
    means = [fmean(values[cell]) if cell in values else None for cell in cells]
    return Row("mean of the rankers", [Cell(percent(mean)) for mean in means])


def _make_row(figures: Figures, name: str, measure: str, cells: list[Cell]) -> SliceRow:
    counts = [s.n_queries for s in figures.scores if (s.slice, s.measure) == (name, measure)]
    return SliceRow(
        slice_title(name),
        plural(max(counts, default=0), "query"),
        cells,
        frozenset(figures.rankers_of(name.removeprefix(TYPE)) if name.startswith(TYPE) else ()),
        frozenset(figures.handicapped if name == ALL else ()),
        name == ALL,
    )


def describe_handicap(figures: Figures) -> str:
    """Return the sentence on models that chose negatives and are ranked; empty without any."""
    types = [name for name in figures.slices if name.startswith(TYPE)]
    models, ranked = figures.models, figures.handicapped
    if not ranked:
        return ""
    share = "Half" if 2 * len(models) == len(types) else f"{len(models)} of {len(types)} types"
    several = len(ranked) > 1
    return (
        f"{share} of the negatives come from what {_join(models)} "
        f"{'rank' if len(models) > 1 else 'ranks'} highest. "
        f"{'They' if ranked == models and several else _join(ranked)} "
        f"{'are' if several else 'is'} scored here against {'their' if several else 'its'} own "
        f"choices, which handicaps just {'them' if several else 'it'}: the average over all "
        f"negatives does not compare {'them' if several else 'it'} fairly with the others."
    )


def _join(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def rounding_difference(scores: Iterable[Score], split: str) -> float | None:
    """Return the largest difference of an official figure from the corrected one; None without."""
    by_protocol: dict[tuple[str, str, str], dict[str, float]] = {}
    for s in scores:
        if s.split == split and s.value is not None:
            by_protocol.setdefault((s.ranker, s.slice, s.measure), {})[s.protocol] = s.value
    return max(
        (
            abs(values["official"] - values["corrected"])
            for values in by_protocol.values()
            if len(values) == 2
        ),
        default=None,
    )


_PARTS = (
    ("mdcr", "benchmark", BENCHMARK.title),
    ("mdcr-dataset", "large", "MDCR, pools of a size"),
    ("mdcr-field", "large", "MDCR, pools of a field"),
)
"""The parts of the table of figures, the parts of the section that show them, and their titles."""


def make_fronts(metrics: str | Path) -> list[Front]:
    """Return one for each part; the large pools have no headline figure, but published ones."""
    fronts = []
    for name, anchor, title in _PARTS:
        front = make_front(BENCHMARK, read_scores(metrics, name), f"mdcr-{anchor}", title)
        is_first = name == BENCHMARK.headline.benchmark
        fronts.append(front if is_first else replace(front, values={}))
    return fronts
