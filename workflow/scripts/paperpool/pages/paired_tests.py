"""Paired tests against a baseline as a table: differences, intervals and p-values."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from paperpool.benchmarks.benchmark import Benchmark
from paperpool.pages.grid import Grid, GridCell, heads, number
from paperpool.pages.scores import Comparison
from paperpool.pages.wording import MISSING, interval, p_value, signed_percent

_NAMES = ("difference", "interval", "p", "Holm p")


def paired_grid(
    comparisons: Iterable[Comparison],
    benchmark: Benchmark,
    baseline: str,
    protocol: str,
    label: str,
    confidence: float,
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
    groups = groups or {title: (split, name) for name, title in benchmark.slices.items()}
    tested = benchmark.tested
    chosen = {
        (c.split, c.slice, c.ranker, c.measure): c
        for c in comparisons
        if (c.protocol, c.baseline) == (protocol, baseline)
        and c.measure in tested
        and c.ranker not in left_out
    }
    found = {(of_split, name, ranker) for of_split, name, ranker, _ in chosen}
    order = rankers or list(dict.fromkeys(ranker for *_, ranker, _ in chosen))
    columns = heads(["ranker", *(name for _ in tested for name in _NAMES)])
    rows = []
    for title, place in groups.items():
        members = [ranker for ranker in order if (*place, ranker) in found]
        rows += [[GridCell(title, len(columns))]] if members else []
        for ranker in members:
            tests = [chosen.get((*place, ranker, measure)) for measure in tested]
            rows.append(
                [GridCell(ranker), *(cell for test in tests for cell in paired_cells(test))]
            )
    title = (
        f"Each ranker minus {baseline} (×100), {what}: {100 * confidence:g}% paired bootstrap "
        "interval, p of a two-sided paired permutation test, and p after Holm's correction over "
        f"the rankers of {unit} and measure; bold below 0.05."
    )
    above = [GridCell(benchmark.measure_titles[measure], len(_NAMES)) for measure in tested]
    return Grid(title, [[GridCell(), *above], columns], rows, label, "tests")


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


def is_significant(test: Comparison) -> bool:
    """Return whether the Holm-corrected p of a paired test is below 0.05."""
    return test.p_holm is not None and test.p_holm < 0.05
