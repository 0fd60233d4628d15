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
    found = []
    for ranker in results.rankers:
        published = results.names.get(ranker) or ""
        if kind in (ranker, published.lower()):
            found.append(ranker)
    return found


def own_cells(results: Results) -> set[tuple[str, str]]:
    """Return the types of negatives and the rankers that chose them."""
    cells = set()
    for name in results.slices:
        if name.startswith(TYPE):
            for ranker in rankers_of(results, name.removeprefix(TYPE)):
                cells.add((name, ranker))
    return cells


def list_handicapped(results: Results) -> list[str]:
    """Return the rankers that chose some of the negatives, in the order of the types."""
    rankers = []
    for model in list_models(results):
        rankers += rankers_of(results, model)
    return rankers


def slice_title(name: str) -> str:
    """Return a slice in words: a size with its thousands set apart, a model's type by its name."""
    title = BENCHMARK.slice_title(name).removeprefix(TYPE)
    if title.isdecimal():
        return f"{int(title):,}"
    return title


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
    cells: list[Column] = []
    above = []
    for measure in measures:
        # the title of a single measure is in the caption
        measure_title = BENCHMARK.measure_titles[measure] if len(measures) > 1 else ""
        above.append(GridCell(measure_title, len(ordered)))
        cells += [(split, name, measure) for name in ordered]

    groups = {"": RowGroup(OFFICIAL, results.rankers)}
    shown = list(find_scores(results, groups.values(), cells))
    heads = [_slice_head(shown, name, measure) for _, name, measure in cells]
    more = {}
    if with_mean and len({score.ranker for score in shown}) > 1:
        more = {"Mean": [_mean_row(shown, cells)]}
    table = score_table(
        results,
        groups,
        Columns(above, heads, cells),
        (title + _explain_cells(results, shown, cells), label),
        results.others,
        more=more,
        changes=_mark_choices(results, cells),
        name_slice=slice_title,
    )
    return _mark_trained(transpose(table, head), results.trained_on)


def _mark_choices(
    results: Results, cells: Sequence[Column]
) -> dict[tuple[str, Column], dict[str, Any]]:
    """Return the marks of rankers that chose negatives: on their type, and on all negatives."""
    chosen: dict[str, Any] = {"kind": "chosen", "warning": ("", ", its own candidates")}
    handicapped = {"warning": ("†", ", handicapped by its own choices")}
    marked = dict.fromkeys(own_cells(results), chosen)
    for ranker in list_handicapped(results):
        marked[ALL, ranker] = handicapped

    changes = {}
    for (name, ranker), change in marked.items():
        for cell in cells:
            _, slice_name, _ = cell
            if slice_name == name:
                changes[ranker, cell] = change
    return changes


def _explain_cells(results: Results, shown: Sequence[Score], cells: Sequence[Column]) -> str:
    """Return the sentences of a caption on deviations and published scores that are shown."""
    text = ""
    n_runs = max((score.n_runs for score in shown), default=1)
    if n_runs > 1:
        text += f" ± is the standard deviation over {plural(n_runs, 'sampling')}."

    has_published = any(score.published is not None for score in shown)
    for scores in results.others.values():
        has_published = has_published or any(cell in scores for cell in cells)
    if has_published:
        text += " Below, the published score and the difference from it."
    return text


def _mark_trained(grid: Grid, trained_on: Mapping[str, str]) -> Grid:
    """Return a table with TRAINED beside the heads of rankers that may have seen the judgments."""
    heads = []
    for cell in grid.columns:
        if cell.text in trained_on:
            cell = replace(cell, text=f"{cell.text} {TRAINED}")
        heads.append(cell)
    return replace(grid, head=[*grid.head[:-1], heads])


def describe_trained(trained_on: Mapping[str, str]) -> str:
    """Return the sentences on models that were trained on citations; empty without any."""
    if not trained_on:
        return ""

    models: dict[str, None] = {}
    for models_of_ranker in trained_on.values():
        models.update(dict.fromkeys(models_of_ranker.split("; ")))
    return (
        f"{TRAINED} MDCR asks for citations, and models of these rankers were trained on some, so "
        f"papers that count as cited may be among what they learned from: {', '.join(trained_on)} "
        f"({'; '.join(models)})."
    )


def _slice_head(shown: Sequence[Score], name: str, measure: str) -> GridCell:
    """Return the head of a slice, with the number of its queries."""
    counts = [score.n_queries for score in shown if (score.slice, score.measure) == (name, measure)]
    note = plural(max(counts, default=0), "query")
    return GridCell(slice_title(name), note=note, kind="total" if name == ALL else "")


def _mean_row(shown: Sequence[Score], cells: Sequence[Column]) -> list[GridCell]:
    """Return the mean of the rankers' scores in each cell, of those that have one."""
    values: dict[Column, list[float]] = {}
    for score in shown:
        if score.value is not None:
            values.setdefault((score.split, score.slice, score.measure), []).append(score.value)

    row = [GridCell("mean of the rankers", kind="other")]
    for cell in cells:
        mean = fmean(values[cell]) if cell in values else None
        row.append(number(percent(mean)))
    return row


def sort_types(results: Results) -> list[str]:
    """Return the types by the mean MAP of rankers that did not choose them, the hardest first.

    Empty if fewer than two types have scores.
    """
    values: dict[str, list[float]] = {}
    chosen = own_cells(results)
    for score in results.scores:
        is_type = score.slice.startswith(TYPE) and (score.slice, score.ranker) not in chosen
        if is_type and score.measure == "map" and score.value is not None:
            values.setdefault(score.slice, []).append(score.value)
    if len(values) < 2:
        return []

    order = sorted(values, key=lambda name: (fmean(values[name]), name))
    return [slice_title(name) for name in order]


def describe_handicap(results: Results) -> str:
    """Return the sentence on models that chose negatives and are ranked; empty without any."""
    ranked = list_handicapped(results)
    if not ranked:
        return ""

    models = list_models(results)
    types = [name for name in results.slices if name.startswith(TYPE)]
    share = f"{len(models)} of {len(types)} types"
    if 2 * len(models) == len(types):
        share = "Half"
    return (
        f"{share} of the negatives come from what {_join(models)} ranked highest. That handicaps "
        f"{_join(ranked)} in the average over all negatives, which is no fair comparison with "
        "the others."
    )


def _join(names: Sequence[str]) -> str:
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} and {names[-1]}"


_LARGE_POOLS = {"mdcr-dataset": "MDCR, pools of a size", "mdcr-field": "MDCR, pools of a field"}
"""The titles of large pools, by their names in the tables."""


def compare_large_pools(metrics: str | Path | Rows) -> list[ComparedScore]:
    """Return the scores of large pools with a published one; no headline score is among them."""
    compared = []
    for name, title in _LARGE_POOLS.items():
        scores = read_records(metrics, Score, {"benchmark": name})
        compared += compare_with_published(BENCHMARK, scores, title)
    return compared
