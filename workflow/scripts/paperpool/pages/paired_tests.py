"""Paired tests against a baseline as a table: differences, intervals and p-values."""

from collections.abc import Collection, Mapping, Sequence

from paperpool.pages.grid import Grid, GridCell, list_grid, number, numbers
from paperpool.pages.results import Results
from paperpool.pages.scores import Comparison, is_significant
from paperpool.pages.wording import MISSING, interval, p_value, signed_percent

_NAMES = ("difference", "interval", "p", "Holm p")


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
    rows: dict[str, list[list[str | GridCell]]] = {}
    for title, place in groups.items():
        for ranker in [ranker for ranker in order if (*place, ranker) in found]:
            tests = [chosen.get((*place, ranker, measure)) for measure in benchmark.tested]
            cells = [cell for test in tests for cell in paired_cells(test)]
            rows.setdefault(title, []).append([ranker, *cells])
    title = (
        f"Each ranker minus {baseline} (×100), {what}: {100 * results.confidence:g}% paired "
        "bootstrap interval, p of a two-sided paired permutation test, and p after Holm's "
        f"correction over the rankers of {unit} and measure; bold below 0.05."
    )
    above = {benchmark.measure_titles[measure]: len(_NAMES) for measure in benchmark.tested}
    columns = [("ranker", 0), *numbers(_NAMES * len(above))]
    return list_grid(label, title, columns, rows, "tests", above)


def paired_cells(test: Comparison | None) -> list[GridCell]:
    """Return a paired comparison (×100): the difference, its interval and both p-values.

    A Holm-corrected p below 0.05 is bold.
    """
    if test is None:
        return [number(MISSING), number(MISSING, "soft"), number(MISSING, "soft"), number(MISSING)]
    ends = interval(signed_percent(test.low), signed_percent(test.high))
    return [
        number(signed_percent(test.difference)),
        number(ends, "soft"),
        number(p_value(test.p), "soft"),
        number(p_value(test.p_holm), bold=is_significant(test)),
    ]
