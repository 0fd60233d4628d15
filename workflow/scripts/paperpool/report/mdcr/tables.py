"""The tables of MDCR: a row per slice (pool size, field or candidate type), a column per ranker.

Source: MDCR, Tables 1 to 4, 7 and 8. Rows stand in a group per measure.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from paperpool.collections.mdcr_benchmark import TRUE
from paperpool.evaluation.published import PublishedFigure
from paperpool.mdcr.names import ALL, GRAPH, MOST_CITED, RANDOM, TYPE
from paperpool.pages.score_tables import (
    Cell,
    Mark,
    find_best,
    find_marks,
    letter_baselines,
    published_cell,
    score_cell,
)
from paperpool.pages.scores import Comparison, Score
from paperpool.pages.wording import MDCR_MEASURE_NAMES, plural

TYPE_NAMES = {
    TRUE: "cited papers",
    GRAPH: "graph neighbours",
    MOST_CITED: "most cited",
    RANDOM: "random",
}
"""The candidate types that are no models."""

Published = Mapping[tuple[str, str, str], float]
"""Published figures by (system, slice, measure)."""


@dataclass(frozen=True)
class Column:
    """A ranker of the run, or a system that only the paper has; ``letter`` is a baseline's."""

    name: str
    letter: str = ""
    is_published: bool = False


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
    """The figures of one benchmark, protocol and split, and what stands beside them.

    ``others`` are published figures of systems that the run has no ranker for; ``names`` maps a
    ranker to the paper's name for it, or None.
    """

    protocol: str
    split: str
    scores: Sequence[Score]
    comparisons: Sequence[Comparison]
    baselines: Sequence[str]
    others: Published
    names: Mapping[str, str | None]

    @property
    def rankers(self) -> list[str]:
        """The rankers in the order of the table of figures, which is the configuration's."""
        return list(dict.fromkeys(score.ranker for score in self.scores))

    @property
    def slices(self) -> list[str]:
        """The slices in the order of the table of figures."""
        return list(dict.fromkeys(score.slice for score in self.scores))

    @property
    def models(self) -> list[str]:
        """The candidate types that are models, by the models' names."""
        types = [name.removeprefix(TYPE) for name in self.slices if name.startswith(TYPE)]
        return [name for name in types if name not in TYPE_NAMES]

    @property
    def handicapped(self) -> list[str]:
        """The rankers that chose some of the negatives, in the order of the types."""
        return [ranker for model in self.models for ranker in self.rankers_of(model)]

    def rankers_of(self, kind: str) -> list[str]:
        """Return the rankers that are the model ``kind``: by its name, or as the paper has it.

        The release writes the paper's names in small letters.
        """
        return [r for r in self.rankers if kind in (r, (self.names.get(r) or "").lower())]


def slice_title(name: str) -> str:
    """Return a slice in words: a size with its thousands set apart, a type without its prefix."""
    if name == ALL:
        return "All fields"
    if name.startswith(TYPE):
        return type_title(name.removeprefix(TYPE))
    return f"{int(name):,}" if name.isdecimal() else name


def type_title(kind: str) -> str:
    """Return a candidate type in words; a model's is the model's name."""
    return TYPE_NAMES.get(kind, kind)


def slice_table(figures: Figures, slices: Sequence[str], measures: Sequence[str]) -> SliceTable:
    """Return the table of some slices; the best figure of a row of the run's rankers is marked.

    Equal texts are marked alike. Rows of ``all`` come last.
    """
    by_cell = {(s.ranker, s.slice, s.measure): s for s in figures.scores}
    letters = letter_baselines(figures.baselines)
    shown = [(name, measure) for name in slices for measure in measures]
    published = dict.fromkeys(system for system, *cell in figures.others if tuple(cell) in shown)
    columns = [Column(name, letters.get(name, "")) for name in figures.rankers]
    columns += [Column(name, is_published=True) for name in published]
    scores = [s for s in figures.scores if (s.slice, s.measure) in shown]
    marks = find_marks(figures.comparisons, figures.baselines, figures.protocol, figures.split)
    ordered = sorted(slices, key=lambda name: name == ALL)
    groups = {
        MDCR_MEASURE_NAMES[measure]: [
            _make_row(figures, columns, by_cell, marks, name, measure) for name in ordered
        ]
        for measure in measures
    }
    return SliceTable(columns, groups, max((s.n_runs for s in scores), default=1))


def _make_row(
    figures: Figures,
    columns: Sequence[Column],
    by_cell: Mapping[tuple[str, str, str], Score],
    marks: Mapping[tuple[str, str, str], tuple[Mark, ...]],
    name: str,
    measure: str,
) -> SliceRow:
    row = {c.name: by_cell.get((c.name, name, measure)) for c in columns if not c.is_published}
    best = find_best(row.values())
    cells = []
    for column in columns:
        if column.is_published:
            value = figures.others.get((column.name, name, measure))
            figure = None if value is None else PublishedFigure(value)
            cells.append(published_cell(figure))
        else:
            found = marks.get((column.name, name, measure), ())
            cells.append(score_cell(row[column.name], best, found))
    n_queries = max((s.n_queries for s in row.values() if s is not None), default=0)
    return SliceRow(
        slice_title(name),
        plural(n_queries, "query"),
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
