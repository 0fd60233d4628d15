"""The tables of MDCR: a row per slice (pool size, field or candidate type), a column per ranker.

Source: MDCR, Tables 1 to 4, 7 and 8. Rows stand in a group per measure.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from typing import Any

from paperpool.benchmarks.benchmark import OFFICIAL
from paperpool.benchmarks.mdcr import BENCHMARK
from paperpool.io.csv_rows import Rows, read_records
from paperpool.mdcr.names import ALL, TYPE
from paperpool.pages.grid import Grid, GridCell, number
from paperpool.pages.headline import ComparedScore, compare_with_published
from paperpool.pages.results import Column, Results
from paperpool.pages.score_table import Columns, RowGroup, find_scores, score_table, transpose
from paperpool.pages.scores import Score
from paperpool.pages.wording import percent, plural

TRAINED = "‡"
"""The mark of rankers whose models were trained on citations."""


def list_models(results: Results) -> list[str]:
    """Return the candidate types that are models, by the models' names."""
    types = [name for name in results.slices if name.startswith(TYPE)]
    return [name.removeprefix(TYPE) for name in types if name not in BENCHMARK.slices]


def rankers_of(results: Results, kind: str) -> list[str]:
    """Return the rankers that are the model ``kind``: by its name, or as the paper has it.

    The release writes the paper's names in small letters.
    """
    names = results.names
    return [r for r in results.rankers if kind in (r, (names.get(r) or "").lower())]


def own_cells(results: Results) -> set[tuple[str, str]]:
    """Return the types of negatives and the rankers that chose them."""
    types = [name for name in results.slices if name.startswith(TYPE)]
    return {(name, r) for name in types for r in rankers_of(results, name.removeprefix(TYPE))}


def list_handicapped(results: Results) -> list[str]:
    """Return the rankers that chose some of the negatives, in the order of the types."""
    return [ranker for model in list_models(results) for ranker in rankers_of(results, model)]


def slice_title(name: str) -> str:
    """Return a slice in words: a size with its thousands set apart, a model's type by its name."""
    title = BENCHMARK.slice_title(name).removeprefix(TYPE)
    return f"{int(title):,}" if title.isdecimal() else title


def slice_table(
    results: Results,
    slices: Sequence[str],
    measures: Sequence[str],
    texts: tuple[str, str, str],
    with_mean: bool = False,
) -> Grid:
    """Return the table of some slices; the best score of a row of the run's rankers is marked.

    Equal texts are marked alike. Rows of ``all`` come last. ``texts`` are the head of the rows, the
    caption and the label. ``with_mean`` adds the mean over the run's rankers if there are several,
    the last row of the paper's Table 4.
    """
    head, title, label = texts
    ordered = sorted(slices, key=lambda name: name == ALL)
    split = results.scores[0].split if results.scores else ""
    cells = [(split, name, of) for of in measures for name in ordered]
    groups = {"": RowGroup(OFFICIAL, results.rankers)}
    shown = list(find_scores(results, groups.values(), cells))
    titles = BENCHMARK.measure_titles if len(measures) > 1 else dict.fromkeys(measures, "")
    columns = Columns(
        [GridCell(titles[measure], len(ordered)) for measure in measures],
        [_slice_head(shown, name, measure) for _, name, measure in cells],
        cells,
    )
    has_mean = with_mean and len({score.ranker for score in shown}) > 1
    more = {"Mean": [_mean_row(shown, cells)]} if has_mean else {}
    own: dict[str, Any] = {"kind": "chosen", "warning": ("", ", its own candidates")}
    handicap = {"warning": ("†", ", handicapped by its own choices")}
    marked = dict.fromkeys(own_cells(results), own)
    marked |= {(ALL, ranker): handicap for ranker in list_handicapped(results)}
    changes = {
        (r, cell): change for (of, r), change in marked.items() for cell in cells if cell[1] == of
    }
    n_runs = max((score.n_runs for score in shown), default=1)
    if n_runs > 1:
        title += f" ± is the standard deviation over {plural(n_runs, 'sampling')}."
    has_others = any(cell in found for found in results.others.values() for cell in cells)
    if has_others or any(score.published is not None for score in shown):
        title += " Below, the published score and the difference from it."
    words = (title, label)
    others, named = results.others, {"more": more, "changes": changes, "name_slice": slice_title}
    table = score_table(results, groups, columns, words, others, **named)
    return _mark_trained(transpose(table, head), results.trained_on)


def _mark_trained(grid: Grid, trained_on: Mapping[str, str]) -> Grid:
    """Return a table with TRAINED beside the heads of rankers that may have seen the judgments."""
    heads = []
    for cell in grid.columns:
        is_marked = cell.text in trained_on
        heads.append(replace(cell, text=f"{cell.text} {TRAINED}") if is_marked else cell)
    return replace(grid, head=[*grid.head[:-1], heads])


def describe_trained(trained_on: Mapping[str, str]) -> str:
    """Return the sentences on models that were trained on citations; empty without any."""
    if not trained_on:
        return ""
    models = dict.fromkeys(said for of in trained_on.values() for said in of.split("; "))
    return (
        f"{TRAINED} MDCR asks for citations, and models of these rankers were trained on some, so "
        f"papers that count as cited may be among what they learned from: {', '.join(trained_on)} "
        f"({'; '.join(models)})."
    )


def _slice_head(shown: Sequence[Score], name: str, measure: str) -> GridCell:
    counts = [s.n_queries for s in shown if (s.slice, s.measure) == (name, measure)]
    note = plural(max(counts, default=0), "query")
    return GridCell(slice_title(name), note=note, kind="total" if name == ALL else "")


def _mean_row(shown: Sequence[Score], cells: Sequence[Column]) -> list[GridCell]:
    """Return the mean of the rankers' scores in each cell, of those that have one."""
    columns = [
        [s.value for s in shown if (s.split, s.slice, s.measure) == cell and s.value is not None]
        for cell in cells
    ]
    means = [number(percent(fmean(of) if of else None)) for of in columns]
    return [GridCell("mean of the rankers", kind="other"), *means]


def sort_types(results: Results) -> list[str]:
    """Return the types by the mean MAP of rankers that did not choose them, the hardest first.

    Empty if fewer than two types have scores.
    """
    values: dict[str, list[float]] = {}
    own = own_cells(results)
    for s in results.scores:
        is_type = s.slice.startswith(TYPE) and (s.slice, s.ranker) not in own
        if is_type and s.measure == "map" and s.value is not None:
            values.setdefault(s.slice, []).append(s.value)
    order = sorted(values, key=lambda name: (fmean(values[name]), name))
    return [slice_title(name) for name in order] if len(order) > 1 else []


def describe_handicap(results: Results) -> str:
    """Return the sentence on models that chose negatives and are ranked; empty without any."""
    types = [name for name in results.slices if name.startswith(TYPE)]
    models, ranked = list_models(results), list_handicapped(results)
    if not ranked:
        return ""
    share = "Half" if 2 * len(models) == len(types) else f"{len(models)} of {len(types)} types"
    return (
        f"{share} of the negatives come from what {_join(models)} ranked highest. That handicaps "
        f"{_join(ranked)} in the average over all negatives, which is no fair comparison with "
        "the others."
    )


def _join(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


_LARGE_POOLS = {"mdcr-dataset": "MDCR, pools of a size", "mdcr-field": "MDCR, pools of a field"}
"""The titles of large pools, by their names in the tables."""


def compare_large_pools(metrics: str | Path | Rows) -> list[ComparedScore]:
    """Return the scores of large pools with a published one; no headline score is among them."""
    compared = []
    for name, title in _LARGE_POOLS.items():
        scores = read_records(metrics, Score, {"benchmark": name})
        compared += compare_with_published(BENCHMARK, scores, title)
    return compared
