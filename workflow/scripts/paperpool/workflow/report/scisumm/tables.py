"""The tables of the ablation of cited text identification, the paper's scores beside ours.

Source: Ricci et al., Table 3. A table is of one protocol: official and corrected scores never share
a column.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from paperpool.benchmarks.benchmark import OFFICIAL
from paperpool.benchmarks.scisumm import BENCHMARK
from paperpool.pages.grid import GridCell, list_grid, number, numbers
from paperpool.pages.section import Heading, Part, Text
from paperpool.pages.wording import MISSING, p_value, percent, signed_percent
from paperpool.scisumm.names import ABLATION_BENCHMARK, ALL
from paperpool.scoring.scisumm_tables import HUMAN, Source


@dataclass(frozen=True)
class Variant:
    """A score of a variant of asymmetric matching, and its difference from the method."""

    variant: str
    split: str
    protocol: str
    metric: str
    value: float | None
    difference: float | None
    p: float | None
    published: float | None


@dataclass(frozen=True)
class Power:
    """A power d of the scaling function in one direction: F1 and the mean tokens of a choice."""

    direction: str
    d: float
    split: str
    protocol: str
    f1: float | None
    mean_length: float | None


def list_ablation(
    variants: Sequence[Variant], source: Source, protocol: str, base: str | None
) -> Iterator[Part]:
    """Yield Table 3 under one protocol, rows by split, each difference beside the paper's.

    ``base`` is the paper's name for the method that the variants change. Signs are compared unless
    the paper's difference is 0.
    """
    shown = [variant for variant in variants if variant.protocol == protocol]
    caption = f"Table 3 of Ricci et al. (×100), {protocol} protocol."
    names = ["value", "difference", "p"]
    if protocol == OFFICIAL and any(variant.published is not None for variant in shown):
        names += ["paper", "paper's difference"]
        caption += " ≠ marks a difference of the other sign than the paper's."

    groups: dict[str, list[list[GridCell]]] = {}
    agreed: list[str] = []
    for split, title in BENCHMARK.splits.items():
        of_split = [variant for variant in shown if variant.split == split]
        if not of_split:
            continue
        groups[title] = _list_variants(of_split, source, base, len(names))
        groups[title] += _list_human(source, protocol, split, len(names))

        for measure in BENCHMARK.tested:
            signs = [_has_its_sign(v, source, base) for v in of_split if v.metric == measure]
            n_known = len(signs) - signs.count(None)
            if n_known:
                place = f"{BENCHMARK.measure_titles[measure]} ({title.lower()})"
                agreed.append(f"{signs.count(True)} of {n_known} in {place}")
    if not groups:
        return

    yield Heading(f"{protocol.capitalize()} protocol", f"scisumm-ablation-{protocol}")
    if agreed:
        text = "Differences with the paper's sign, of those that it has: "
        yield Text(f"{text}{', '.join(agreed)}.")
    above = {BENCHMARK.measure_titles[measure]: len(names) for measure in BENCHMARK.tested}
    columns = [("variant", 0), *numbers(names * len(above))]
    yield list_grid(f"Ablation, {protocol} protocol", caption, columns, groups, "tests", above)


def _list_variants(
    variants: Sequence[Variant], source: Source, base: str | None, n_cells: int
) -> list[list[GridCell]]:
    """Return a row for each variant of a split, with ``n_cells`` cells for each measure."""
    by_measure: dict[str, dict[str, Variant]] = {}
    for variant in variants:
        by_measure.setdefault(variant.variant, {})[variant.metric] = variant

    rows = []
    for name, scores in by_measure.items():
        row = [GridCell(name)]
        for measure in BENCHMARK.tested:
            row += _ablation_cells(scores.get(measure), source, base)[:n_cells]
        rows.append(row)
    return rows


def _list_human(source: Source, protocol: str, split: str, n_cells: int) -> list[list[GridCell]]:
    """Return a row of the agreement of annotators on a split, or none if it is not known."""
    values = [source.human.get((protocol, split, ALL, measure)) for measure in BENCHMARK.tested]
    if all(value is None for value in values):
        return []
    row = [GridCell(HUMAN, kind="other")]
    for value in values:
        row.append(number(percent(value)))
        row += [GridCell()] * (n_cells - 1)
    return [row]


def _subtract_base(variant: Variant, source: Source, base: str | None) -> float | None:
    """Return the paper's difference of a variant from its method, if it prints both."""
    cell = (ABLATION_BENCHMARK, variant.split, base or "", variant.metric)
    base_value = source.published.get(cell)
    if variant.protocol != OFFICIAL or variant.published is None or base_value is None:
        return None
    return round(variant.published - base_value, 6)


def _has_its_sign(variant: Variant, source: Source, base: str | None) -> bool | None:
    """Return whether a variant's difference has the sign of the paper's, if that has one."""
    printed = _subtract_base(variant, source, base)
    if not printed or variant.difference is None:
        return None
    return variant.difference * printed > 0


def _ablation_cells(variant: Variant | None, source: Source, base: str | None) -> list[GridCell]:
    """Return a variant's score, its difference from the method, and the paper's (all ×100)."""
    if variant is None:
        return [number(MISSING)] * 5
    difference = number(signed_percent(variant.difference))
    if _has_its_sign(variant, source, base) is False:
        difference = replace(difference, warning=("≠", ", of the other sign than the paper's"))
    return [
        number(percent(variant.value)),
        difference,
        number(p_value(variant.p), "soft"),
        number(percent(variant.published), "soft"),
        number(signed_percent(_subtract_base(variant, source, base)), "soft"),
    ]
