"""Paired tests of rankers against a baseline, as text."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from paperpool.pages.grid import Grid, GridCell, heads, number
from paperpool.pages.scores import Comparison
from paperpool.pages.wording import MISSING, interval, p_value, signed_percent


@dataclass(frozen=True)
class PairedCell:
    """A paired comparison as text (differences and interval ×100)."""

    difference: str
    interval: str
    p: str
    p_holm: str
    significant: bool

    @property
    def grid_cells(self) -> list[GridCell]:
        """The difference, its interval and both p-values in a table."""
        soft = [number(text, "soft") for text in (self.interval, self.p)]
        return [number(self.difference), *soft, number(self.p_holm, bold=self.significant)]


@dataclass(frozen=True)
class PairedGroup:
    """The comparisons of one slice or split: (ranker, one cell per tested measure)."""

    title: str
    rows: list[tuple[str, list[PairedCell]]]


def paired_table(
    comparisons: Sequence[Comparison],
    baseline: str,
    protocol: str,
    tested: Sequence[str],
    titles: Mapping[str, str],
    split: str = "test",
) -> list[PairedGroup]:
    """Return the paired tests against ``baseline`` under ``protocol``, a group per slice.

    They are those of a split, a cell per measure of ``tested``; ``titles`` are the slices'.
    """
    chosen = {
        (c.slice, c.ranker, c.measure): c
        for c in comparisons
        if (c.protocol, c.split, c.baseline) == (protocol, split, baseline) and c.measure in tested
    }
    rankers = dict.fromkeys(ranker for _, ranker, _ in chosen)
    return group_tests(chosen, titles, rankers, tested)


def paired_grid(
    groups: Sequence[PairedGroup],
    baseline: str,
    label: str,
    tested: Sequence[str],
    confidence: str,
    what: str = "official protocol, test split",
    unit: str = "a slice",
) -> Grid:
    """Return paired tests as a table: for each of the measures ``tested`` four columns."""
    names = ("difference", "interval", "p", "Holm p")
    columns = heads(["ranker", *(name for _ in tested for name in names)])
    rows = []
    for group in groups:
        rows += [[GridCell(group.title, len(columns))]]
        rows += [[GridCell(name), *(c for cell in cells for c in cell.grid_cells)]
                 for name, cells in group.rows]  # fmt: skip
    title = (
        f"Each ranker minus {baseline} (×100), {what}: {confidence} paired bootstrap interval, p "
        "of a two-sided paired permutation test, and p after Holm's correction over the rankers "
        f"of {unit} and measure; bold below 0.05."
    )
    head = [GridCell(), *(GridCell(measure, len(names)) for measure in tested)]
    return Grid(title, [head, columns], rows, label, "tests")


def group_tests(
    tests: Mapping[tuple[str, str, str], Comparison],
    titles: Mapping[str, str],
    rankers: Collection[str],
    tested: Sequence[str],
) -> list[PairedGroup]:
    """Return a group for each of ``titles`` that has ``tests``, by (group, ranker, measure).

    Rows are in the order of ``rankers``, a cell per measure of ``tested``.
    """
    groups = []
    for group, title in titles.items():
        rows = [
            (ranker, [paired_cell(tests.get((group, ranker, measure))) for measure in tested])
            for ranker in rankers
            if any(key[:2] == (group, ranker) for key in tests)
        ]
        if rows:
            groups.append(PairedGroup(title, rows))
    return groups


def paired_cell(test: Comparison | None) -> PairedCell:
    """Return a paired comparison as text; a Holm-corrected p below 0.05 is significant."""
    if test is None:
        return PairedCell(MISSING, MISSING, MISSING, MISSING, False)
    return PairedCell(
        signed_percent(test.difference),
        interval(signed_percent(test.low), signed_percent(test.high)),
        p_value(test.p),
        p_value(test.p_holm),
        is_significant(test),
    )


def is_significant(test: Comparison) -> bool:
    """Tell whether the Holm-corrected p of a paired test is below 0.05."""
    return test.p_holm is not None and test.p_holm < 0.05
