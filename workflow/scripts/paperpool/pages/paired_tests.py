"""Paired tests against a baseline, and ranks, as tables of four columns per measure."""

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import product

from paperpool.evaluation.ranks import POWER
from paperpool.pages.grid import Column, Grid, GridCell, list_grid, number, numbers
from paperpool.pages.results import Results
from paperpool.pages.scores import Comparison, Place, is_significant
from paperpool.pages.wording import MISSING, interval, p_value, percent, signed_percent

_TESTS = ("difference", "interval", "p", "Holm p")
_RANKS = ("rank", "interval", "tied with the best", "detectable")


def paired_grid(
    results: Results,
    baseline: str,
    protocol: str,
    label: str,
    *,
    split: str = "test",
    groups: Mapping[str, tuple[str, str]] | None = None,
    rankers: Sequence[str] | None = None,
    left_out: Collection[str] = (),
    what: str = "official protocol, test split",
    unit: str = "a slice",
) -> Grid:
    """Return the paired tests against ``baseline`` under ``protocol``, four columns per measure.

    Rows stand in ``groups``, titles with a split and a slice (default: the slices in ``split``), in
    the order of ``rankers`` (default: of the tests), without ``left_out``.
    """
    benchmark = results.benchmark
    groups = groups or {title: (split, name) for name, title in benchmark.slices.items()}
    chosen: dict[tuple[str, str, str], dict[str, Comparison]] = {}
    for test in results.comparisons:
        is_wanted = test.measure in benchmark.tested and test.ranker not in left_out
        if is_wanted and (test.protocol, test.baseline) == (protocol, baseline):
            chosen.setdefault((test.split, test.slice, test.ranker), {})[test.measure] = test

    order = rankers or list(dict.fromkeys(ranker for _, _, ranker in chosen))
    rows: dict[str, list[list[str | GridCell]]] = {title: [] for title in groups}
    for (title, (of_split, name)), ranker in product(groups.items(), order):
        tests = chosen.get((of_split, name, ranker))
        if tests:
            row: list[str | GridCell] = [ranker]
            for measure in benchmark.tested:
                row += paired_cells(tests.get(measure))
            rows[title].append(row)

    title = (
        f"Each ranker minus {baseline} (×100), {what}: {100 * results.confidence:g}% paired "
        "bootstrap interval, p of a two-sided paired permutation test, and p after Holm's "
        f"correction over the rankers of {unit} and measure; bold below 0.05."
    )
    return _list_measures(results, label, title, _TESTS, benchmark.tested, rows)


def _list_measures(
    results: Results,
    label: str,
    title: str,
    names: tuple[str, ...],
    measures: Collection[str],
    rows: Mapping[str, Sequence[Sequence[str | GridCell]]],
) -> Grid:
    """Return a table with the columns ``names`` for each measure."""
    above = {results.benchmark.measure_titles[measure]: len(names) for measure in measures}
    columns: list[Column] = [("ranker", 0)]
    columns += numbers(names * len(measures))
    return list_grid(label, title, columns, rows, "tests", above)


def paired_cells(test: Comparison | None) -> list[GridCell]:
    """Return a paired comparison (×100): the difference, its interval and both p-values.

    A Holm-corrected p below 0.05 is bold. Few queries have no interval.
    """
    if test is None:
        return [number(MISSING), number(MISSING, "soft"), number(MISSING, "soft"), number(MISSING)]
    ends = MISSING
    if test.ends:
        low, high = test.ends
        ends = interval(signed_percent(low), signed_percent(high))
    return [
        number(signed_percent(test.difference)),
        number(ends, "soft"),
        number(p_value(test.p), "soft"),
        number(p_value(test.p_holm), bold=is_significant(test)),
    ]


def rank_grid(
    results: Results,
    protocol: str,
    split: str,
    label: str,
    name_slice: Callable[[str], str] | None = None,
) -> Grid:
    """Return the ranks in each slice, four columns per measure, the best ranker first.

    Slices have the title of ``name_slice``, or else the benchmark's. Slices of fewer than two
    rankers have no rows.
    """
    name_slice = name_slice or results.benchmark.slice_title
    chosen = [
        place for place in results.places if (place.protocol, place.split) == (protocol, split)
    ]
    measures = list(dict.fromkeys(place.measure for place in chosen))
    by_measure: dict[tuple[str, str], dict[str, Place]] = {}
    rows: dict[str, list[list[str | GridCell]]] = {}
    for place in chosen:
        by_measure.setdefault((place.slice, place.ranker), {})[place.measure] = place
        rows[name_slice(place.slice)] = []

    # the rank on a ranker's first measure orders the rows, then its name
    first_ranks = {key: next(iter(places.values())).rank for key, places in by_measure.items()}
    for name, ranker in sorted(by_measure, key=lambda key: (first_ranks[key], key[1])):
        is_small = results.is_small(protocol, split, name)
        row: list[str | GridCell] = [ranker]
        for measure in measures:
            row += _rank_cells(by_measure[name, ranker].get(measure), is_small)
        rows[name_slice(name)].append(row)

    several = {title: members for title, members in rows.items() if len(members) > 1}
    title = (
        f"Ranks, with {100 * results.confidence:g}% bootstrap intervals. Tied with the best: the "
        "difference from it cannot be told from chance (paired permutation tests of all pairs, "
        "Holm's correction). Detectable: the smallest difference from the best (×100) that would "
        f"be found with power {POWER:g}; in its own row, the median over the others."
    )
    return _list_measures(results, label, title, _RANKS, measures, several)


def _rank_cells(place: Place | None, is_small: bool) -> list[str | GridCell]:
    """Return a rank, its interval unless the slice ``is_small``, ties and what is detectable."""
    if place is None:
        return [MISSING] * len(_RANKS)
    rank = GridCell(str(place.rank), bold=place.is_tied and not is_small)
    ends = f"[{place.low}, {place.high}]"
    if is_small:
        ends = MISSING
    tied = "yes" if place.is_tied else "no"
    return [rank, ends, tied, percent(place.detectable)]
