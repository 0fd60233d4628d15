"""The tables of cited text identification, the papers' own scores and human agreement beside ours.

Source: Ricci et al., Tables 2 to 5. A table is of one protocol: official and corrected scores
never share a column.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product
from pathlib import Path

from paperpool.benchmarks.benchmark import OFFICIAL
from paperpool.benchmarks.scisumm import BENCHMARK
from paperpool.io.csv_rows import read_number, read_rows
from paperpool.pages.grid import PUBLISHED, Grid, GridCell, list_grid, number, numbers
from paperpool.pages.paired_tests import paired_grid
from paperpool.pages.results import Column, Results
from paperpool.pages.score_table import Columns, RowGroup, score_cell, score_table
from paperpool.pages.scores import Score
from paperpool.pages.section import Heading, Part, Text
from paperpool.pages.wording import MISSING, p_value, percent, plural, signed_percent
from paperpool.scisumm.names import ABLATION_BENCHMARK, ALL, ANNOTATOR

HUMAN = "one annotator against another"
"""The name of human agreement."""

Published = Mapping[tuple[str, str, str, str], float]
"""The papers' scores by (benchmark, split, system, measure)."""

HumanScores = Mapping[tuple[str, str, str, str], float]
"""One annotator against another: values by (protocol, split, slice, measure)."""


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


@dataclass(frozen=True)
class Source:
    """The inputs of the tables; ``rankers`` are in the order of the rows.

    ``published`` has all scores that the papers print; it is empty for other than released data.
    """

    results: Results
    rankers: Sequence[str]
    human: HumanScores
    published: Published

    def papers(self, protocol: str, split: str) -> list[str]:
        """Return the reference papers that have scores, in the order of the table of scores."""
        slices = (
            s.slice
            for s in self.results.scores
            if (s.protocol, s.split) == (protocol, split)
            and s.slice != ALL
            and not s.slice.startswith(ANNOTATOR)
        )
        return list(dict.fromkeys(slices))


def read_human(path: str | Path) -> HumanScores:
    """Read human.csv; empty cells are left out."""
    return {
        (row["protocol"], row["split"], row["slice"], row["metric"]): value
        for row in read_rows(path)
        if (value := read_number(row["value"])) is not None
    }


def ranker_table(source: Source, protocol: str, words: tuple[str, str] = ("", "")) -> Grid:
    """Return Table 2 under one protocol: a row per ranker, for each split its four measures.

    Human agreement and, under the official protocol, further published systems come last. ``words``
    are caption and label.
    """
    results, titles = source.results, BENCHMARK.measure_titles
    scored = {(of, *column[:2]) for of, _, column in results.cells}
    splits = [split for split in BENCHMARK.splits if (protocol, split, ALL) in scored]
    cells = [(split, ALL, measure) for split in splits for measure in titles]
    notes = [plural(len(source.papers(protocol, split)), "reference paper") for split in splits]
    above = [
        GridCell(BENCHMARK.splits[split], len(titles), note)
        for split, note in zip(splits, notes, strict=True)
    ]
    columns = Columns(above, [number(titles[measure]) for *_, measure in cells], cells)
    systems = results.others if protocol == OFFICIAL else {}
    human = [_human_cell(source, protocol, column) for column in cells]
    has_human = any(cell.text != MISSING for cell in human)
    return score_table(
        results,
        {"Rankers": RowGroup(protocol, source.rankers)},
        columns,
        words,
        systems,
        more={"Human agreement": [[GridCell(HUMAN), *human]]} if has_human else {},
        changes=_print_beside(source, cells) if protocol == OFFICIAL else {},
        with_intervals=cells,
    )


def _print_beside(
    source: Source, columns: Sequence[Column]
) -> dict[tuple[str, Column], dict[str, Mapping[str, str]]]:
    """Return the papers' scores over more reference papers: shown without a difference."""
    results = source.results
    found: dict[tuple[str, Column], dict[str, Mapping[str, str]]] = {}
    for ranker, column in product(source.rankers, columns):
        printed = results.published.get(results.names.get(ranker) or "", {}).get(column)
        score = results.cells.get((OFFICIAL, ranker, column))
        if printed and (score is None or score.published is None):
            below = score_cell(score, (), has_interval=True).below
            found[ranker, column] = {"below": {**below, PUBLISHED: percent(printed.value)}}
    return found


def _human_cell(source: Source, protocol: str, column: Column) -> GridCell:
    value = source.human.get((protocol, *column))
    place = (protocol, column[0], HUMAN, *column[1:])
    return score_cell(Score(*place, value, None, 1, None, None, 0, None))


def paired_table(
    source: Source, protocol: str, baseline: str, left_out: Collection[str] = ()
) -> Grid:
    """Return the paired tests against ``baseline`` over all citances, a group per split."""
    return paired_grid(
        source.results,
        baseline,
        protocol,
        f"Paired tests against {baseline}, {protocol} protocol",
        groups={title: (split, ALL) for split, title in BENCHMARK.splits.items()},
        rankers=source.rankers,
        left_out=left_out,
        what=f"{protocol} protocol",
        unit="a split",
    )


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
    if protocol == OFFICIAL and any(v.published is not None for v in shown):
        names += ["paper", "paper's difference"]
        caption += " ≠ marks a difference of the other sign than the paper's."
    groups: dict[str, list[list[GridCell]]] = {}
    agreed = []
    for split, title in BENCHMARK.splits.items():
        of_split = [variant for variant in shown if variant.split == split]
        found = {(v.variant, v.metric): v for v in of_split}
        for name in dict.fromkeys(v.variant for v in of_split):
            of_name = [found.get((name, measure)) for measure in BENCHMARK.tested]
            cells = [_ablation_cells(v, source, base)[: len(names)] for v in of_name]
            groups.setdefault(title, []).append([GridCell(name), *chain.from_iterable(cells)])
        values = [source.human.get((protocol, split, ALL, measure)) for measure in BENCHMARK.tested]
        if title in groups and any(value is not None for value in values):
            blank = [GridCell()] * (len(names) - 1)
            human = [c for value in values for c in (number(percent(value)), *blank)]
            groups[title].append([GridCell(HUMAN, kind="other"), *human])
        for measure in BENCHMARK.tested:
            signs = [_has_its_sign(v, source, base) for v in of_split if v.metric == measure]
            if n_known := len(signs) - signs.count(None):
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


def _subtract_base(variant: Variant, source: Source, base: str | None) -> float | None:
    """Return the paper's difference of a variant from its method, if it prints both."""
    of_base = source.published.get((ABLATION_BENCHMARK, variant.split, base or "", variant.metric))
    if variant.protocol != OFFICIAL or variant.published is None or of_base is None:
        return None
    return round(variant.published - of_base, 6)


def _has_its_sign(variant: Variant, source: Source, base: str | None) -> bool | None:
    """Return whether a variant's difference has the sign of the paper's, if that has one."""
    printed = _subtract_base(variant, source, base)
    return variant.difference * printed > 0 if printed and variant.difference is not None else None


def _ablation_cells(variant: Variant | None, source: Source, base: str | None) -> list[GridCell]:
    """Return a variant's score, its difference from the method, and the paper's (all ×100)."""
    if variant is None:
        return [number(MISSING)] * 5
    difference = number(signed_percent(variant.difference))
    if _has_its_sign(variant, source, base) is False:
        difference = replace(difference, warning=("≠", ", of the other sign than the paper's"))
    printed = (percent(variant.published), signed_percent(_subtract_base(variant, source, base)))
    soft = [number(text, "soft") for text in (p_value(variant.p), *printed)]
    return [number(percent(variant.value)), difference, *soft]
