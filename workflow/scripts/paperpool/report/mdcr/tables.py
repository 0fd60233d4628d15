"""The tables of MDCR: a row per slice (pool size, field or candidate type), a column per ranker.

Source: MDCR, Tables 1 to 4, 7 and 8. Rows stand in a group per measure.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean

from paperpool.benchmarks.mdcr import BENCHMARK
from paperpool.mdcr.names import ALL, TYPE
from paperpool.pages.front import Front, make_front
from paperpool.pages.grid import Grid, GridCell, number
from paperpool.pages.score_cells import Cell, Row, published_rows
from paperpool.pages.score_tables import RowGroup, TableSource, make_rows
from paperpool.pages.scores import Score, read_scores
from paperpool.pages.wording import percent, plural


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
    figures: Figures,
    slices: Sequence[str],
    measures: Sequence[str],
    words: tuple[str, str, str],
    with_mean: bool = False,
) -> Grid:
    """Return the table of some slices; the best figure of a row of the run's rankers is marked.

    Equal texts are marked alike. Rows of ``all`` come last. ``words`` are the head of the rows,
    the caption and the label. It is a table of scores turned round. ``with_mean`` adds the mean
    over the run's rankers where there are several, the last row of the paper's Table 4.
    """
    head, title, label = words
    source, rankers = figures.source, figures.rankers
    ordered = sorted(slices, key=lambda name: name == ALL)
    columns = [(figures.split, name, measure) for measure in measures for name in ordered]
    own = make_rows(source, RowGroup(figures.protocol, rankers), columns, rankers)
    others = published_rows(source.others, columns)
    means = [_mean_row(figures, columns)] if with_mean and len(own) > 1 else []
    names = [GridCell(r.name, letter=r.letter, is_number=True) for r in own]
    names += [number(r.name, "soft") for r in means]
    names += [replace(number(r.name, "soft"), note="published only") for r in others]
    lines = []
    for i, (_, name, measure) in enumerate(columns):
        if len(measures) > 1 and name == ordered[0]:
            lines.append([GridCell(BENCHMARK.measure_titles[measure], 1 + len(names))])
        kind = "total" if name == ALL else ""
        cells = [_own_cell(figures, name, r.name, r.cells[i].grid_cell) for r in own]
        cells += [replace(r.cells[i].grid_cell, kind="soft") for r in [*means, *others]]
        note = _count_queries(figures, name, measure)
        lines.append([GridCell(slice_title(name), note=note, kind=kind), *cells])
    n_runs = max((row.n_runs for row in own), default=1)
    if n_runs > 1:
        title += f" ± is the standard deviation over {plural(n_runs, 'sampling')}."
    if others or any(row.is_published for row in own):
        title += (
            " Below a figure, the published one and how far ours is from it; systems marked as "
            "published only are the paper's."
        )
    return Grid(title, [[GridCell(head), *names]], lines, label, "scores matrix parts")


def _own_cell(figures: Figures, name: str, ranker: str, cell: GridCell) -> GridCell:
    """Return a ranker's figure of a slice, marked where the ranker chose any of its negatives."""
    if name.startswith(TYPE) and ranker in figures.rankers_of(name.removeprefix(TYPE)):
        return replace(cell, kind="chosen", warning=("", ", its own candidates"))
    if name == ALL and ranker in figures.handicapped:
        return replace(cell, warning=("†", ", handicapped by its own choices"))
    return cell


def _count_queries(figures: Figures, name: str, measure: str) -> str:
    counts = [s.n_queries for s in figures.scores if (s.slice, s.measure) == (name, measure)]
    return plural(max(counts, default=0), "query")


def _mean_row(figures: Figures, cells: Sequence[tuple[str, str, str]]) -> Row:
    """Return the mean of the rankers' figures in each cell, of those that have one."""
    values: dict[tuple[str, str, str], list[float]] = {}
    for score in figures.scores:
        if score.value is not None:
            values.setdefault((score.split, score.slice, score.measure), []).append(score.value)
    means = [fmean(values[cell]) if cell in values else None for cell in cells]
    return Row("mean of the rankers", [Cell(percent(mean)) for mean in means])


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
