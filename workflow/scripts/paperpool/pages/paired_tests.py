"""Paired tests against a baseline, and ranks, as tables of four columns per measure."""

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import product

from paperpool.evaluation.ranks import POWER
from paperpool.pages.grid import Grid, GridCell, list_grid, number, numbers
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
    chosen = {
        (c.split, c.slice, c.ranker, c.measure): c
        for c in results.comparisons
        if (c.protocol, c.baseline) == (protocol, baseline)
        and c.measure in benchmark.tested
        and c.ranker not in left_out
    }
    found = {(of_split, name, ranker) for of_split, name, ranker, _ in chosen}
    order = rankers or list(dict.fromkeys(ranker for *_, ranker, _ in chosen))
    rows: dict[str, list[list[str | GridCell]]] = {title: [] for title in groups}
    for (title, place), ranker in product(groups.items(), order):
        if (*place, ranker) in found:
            tests = [chosen.get((*place, ranker, measure)) for measure in benchmark.tested]
            rows[title].append([ranker, *(cell for test in tests for cell in paired_cells(test))])
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
    columns = [("ranker", 0), *numbers(names * len(measures))]
    return list_grid(label, title, columns, rows, "tests", above)


def paired_cells(test: Comparison | None) -> list[GridCell]:
    """Return a paired comparison (×100): the difference, its interval and both p-values.

    A Holm-corrected p below 0.05 is bold. Few queries have no interval.
    """
    if test is None:
        return [number(MISSING), number(MISSING, "soft"), number(MISSING, "soft"), number(MISSING)]
    ends = interval(*map(signed_percent, test.ends)) if test.ends else MISSING
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
    chosen = [one for one in results.places if (one.protocol, one.split) == (protocol, split)]
    places = {(place.slice, place.ranker, place.measure): place for place in chosen}
    measures = list(dict.fromkeys(place.measure for place in chosen))
    first = {(place.slice, place.ranker): place for place in reversed(chosen)}
    rows: dict[str, list[list[str | GridCell]]] = {name_slice(one.slice): [] for one in chosen}
    for name, ranker in sorted(first, key=lambda one: (first[one].rank, one[1])):
        of = (places.get((name, ranker, measure)) for measure in measures)
        is_small = results.is_small(protocol, split, name)
        cells = (cell for place in of for cell in _rank_cells(place, is_small))
        rows[name_slice(name)].append([ranker, *cells])
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
    ends = MISSING if is_small else f"[{place.low}, {place.high}]"
    tied = "yes" if place.is_tied else "no"
    return [rank, ends, tied, percent(place.detectable)]
